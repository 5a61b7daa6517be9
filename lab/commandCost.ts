import { spawn } from 'node:child_process';
import path from 'node:path';

/** What a whole run of the command line took, from its start to its end. */
export interface CommandCost {
  readonly seconds: number;
  /** Processor time of user and system, of all its threads. */
  readonly processorSeconds: number;
  readonly residentMB: number;
  /** Lines that told how far it was. */
  readonly progress: number;
  readonly output: string;
}

/** Runs in the process that is measured: its resources as the last line of stderr. */
const REPORT = `process.on('exit', () => console.error(JSON.stringify(process.resourceUsage())))`;

/** Starts the command line as it was built. */
export function startCommand(dist: string, args: readonly string[]): ReturnType<typeof spawn> {
  const hook = `data:text/javascript,${encodeURIComponent(REPORT)}`;
  return spawn(process.execPath, ['--import', hook, path.join(dist, 'cli.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @throws Error with what the command said when it fails */
export async function costOfCommand(dist: string, args: readonly string[]): Promise<CommandCost> {
  const begun = performance.now();
  const run = startCommand(dist, args);
  const output: Buffer[] = [];
  let said = '';
  run.stdout!.on('data', (chunk: Buffer) => output.push(chunk));
  run.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => run.once('close', resolve));
  if (code !== 0) throw new Error(said);
  const lines = said.trim().split('\n');
  const used = JSON.parse(lines.at(-1)!) as NodeJS.ResourceUsage;
  return {
    seconds: (performance.now() - begun) / 1000,
    processorSeconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
    residentMB: used.maxRSS / 1024,
    progress: lines.length - 1,
    output: Buffer.concat(output).toString(),
  };
}
