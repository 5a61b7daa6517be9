import fs from 'node:fs';
import path from 'node:path';
import { collectFiles } from '../../src/analysis/collectFiles';
import { AnalysisClient } from '../../src/analysis/worker/client';
import { DEFAULT_SETTINGS } from '../../src/analysis/workspaceState';
import { startCommand } from '../commandCost';

/** The arguments of the analysis that is measured. */
export const analysisOf = (folder: string): readonly string[] => [
  'analyze',
  folder,
  '--simulate',
  '0',
  '--json',
];

/** Milliseconds from Ctrl-C, some seconds after the analysis began, to the end of the process. */
export async function interruptCommand(dist: string, folder: string, afterSeconds: number): Promise<number> {
  const run = startCommand(dist, analysisOf(folder));
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
