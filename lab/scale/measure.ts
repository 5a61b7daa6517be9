import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { collectFiles } from '../../src/analysis/collectFiles';
import { AnalysisClient } from '../../src/analysis/worker/client';
import { DEFAULT_SETTINGS } from '../../src/analysis/workspaceState';

/** What a run of the command line took. */
export interface CommandCost {
  readonly seconds: number;
  /** Processor time of user and system. */
  readonly processorSeconds: number;
  readonly residentMB: number;
  readonly jsonMB: number;
  /** Lines that told how far it was. */
  readonly progress: number;
}

/** Runs in the process that is measured: its resources as the last line of stderr. */
const REPORT = `process.on('exit', () => console.error(JSON.stringify(process.resourceUsage())))`;

function analyze(dist: string, folder: string): ReturnType<typeof spawn> {
  const hook = `data:text/javascript,${encodeURIComponent(REPORT)}`;
  const command = [path.join(dist, 'cli.js'), 'analyze', folder, '--simulate', '0', '--json'];
  return spawn(process.execPath, ['--import', hook, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @throws Error with what the command said when it fails */
export async function costOfCommand(dist: string, folder: string): Promise<CommandCost> {
  const begun = performance.now();
  const run = analyze(dist, folder);
  let [bytes, said] = [0, ''];
  run.stdout!.on('data', (chunk: Buffer) => (bytes += chunk.length));
  run.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => run.once('close', resolve));
  if (code !== 0) throw new Error(said);
  const lines = said.trim().split('\n');
  const used = JSON.parse(lines.at(-1)!) as NodeJS.ResourceUsage;
  return {
    seconds: (performance.now() - begun) / 1000,
    processorSeconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
    residentMB: used.maxRSS / 1024,
    jsonMB: bytes / 1e6,
    progress: lines.length - 1,
  };
}

/** Milliseconds from Ctrl-C, some seconds after the analysis began, to the end of the process. */
export async function interruptCommand(dist: string, folder: string, afterSeconds: number): Promise<number> {
  const run = analyze(dist, folder);
  run.stdout!.resume();
  run.stderr!.resume();
  const ended = new Promise<void>((resolve) => run.once('exit', () => resolve()));
  await new Promise((resolve) => setTimeout(resolve, 1000 * afterSeconds));
  const begun = performance.now();
  run.kill('SIGINT');
  await ended;
  return performance.now() - begun;
}

/** Milliseconds from a cancel, some seconds after the analysis began, until the editor's client says so. */
export async function cancelClient(dist: string, folder: string, afterSeconds: number): Promise<number> {
  const client = new AnalysisClient({
    workerPath: path.join(dist, 'worker.js'),
    assets: dist,
    onProgress: () => undefined,
    log: () => undefined,
  });
  const { sources, profiles } = await collectFiles([folder]);
  const analysis = client.analyze({ sources, profiles, settings: DEFAULT_SETTINGS }).then(
    () => null,
    () => performance.now(),
  );
  await new Promise((resolve) => setTimeout(resolve, 1000 * afterSeconds));
  const begun = performance.now();
  client.cancel();
  const ended = await analysis;
  if (ended === null) throw new Error('the analysis ended before it was cancelled');
  return ended - begun;
}

/** Bytes of the files below a folder. */
export function bytesBelow(folder: string): number {
  const entries = fs.readdirSync(folder, {
    recursive: true,
    withFileTypes: true,
  });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
