// What one call of the command line costs as a whole process: first numbers, an analysis, simulations beside the peer.
//   npm run bench -- command-line [--write]    with --write also to docs/simulator-speed.md
// Processor time of all threads, the median of the runs after one that keeps the compiled code.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { median } from '../../src/stats/quantile';
import { costOfCommand } from '../commandCost';
import { writeBlock } from '../reportBlocks';
import { ONE_SHOT_HEADER, oneShotRows } from '../simulator/oneShot';

const dist = path.resolve('dist');
const SAMPLES = 'workloads/samples';
const RUNS = 3;

/** Calls, with the processor seconds that are aimed at where there is an aim. */
const CALLS: readonly (readonly [args: readonly string[], goal: number | null])[] = [
  [['--version'], null],
  [['kernels', SAMPLES], 1],
  [['analyze', SAMPLES, '--simulate', '0'], null],
];

async function callRow(args: readonly string[], goal: number | null): Promise<string[]> {
  await costOfCommand(dist, args);
  const seconds: number[] = [];
  for (let run = 0; run < RUNS; run++) seconds.push((await costOfCommand(dist, args)).processorSeconds);
  return [`corun ${args.join(' ')}`, median(seconds).toFixed(2), goal === null ? '–' : String(goal)];
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'corun-calls-'));
try {
  const calls: string[][] = [];
  for (const [args, goal] of CALLS) calls.push(await callRow(args, goal));
  const tables = [
    markdownTable(['call', 'CPU s', 'goal'], calls),
    markdownTable(ONE_SHOT_HEADER, await oneShotRows(dist, folder)),
  ];
  console.log(tables.join('\n\n'));
  if (process.argv.includes('--write'))
    await writeBlock(path.resolve('docs/simulator-speed.md'), 'calls', tables.join('\n\n'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
