// Simulates the block-size sweeps that Moka's author measured on a GTX 950 with our own implementations of the
// kernels, and compares the curves.
//   npm run study -- block-sweep [--write] [KERNEL…]    with --write also to docs/block-sweep-simulation.md
import { tableText } from '../data/tables';
import path from 'node:path';
import { programsBelow } from '../moka/blockSweep/programOf';
import { pointTable, samplingTable, summaryTable } from '../moka/blockSweep/report';
import { checkSampling, simulateSweeps, type SweptPoint } from '../moka/blockSweep/sweeps';
import { studyParser } from '../cuda/instructionMix/compare';
import { writeBlock } from '../reportBlocks';

/** Launches of more warp instructions are sampled: 39 launches then take minutes, not an hour. */
const INSTRUCTIONS = 3e6;
const SEED = 1;

const root = process.cwd();
const report = path.join(root, 'docs/block-sweep-simulation.md');
const [flags, kernels] = [
  process.argv.slice(2).filter((word) => word.startsWith('--')),
  process.argv.slice(2).filter((word) => !word.startsWith('--')),
];

const parser = await studyParser(root);
const programOf = await programsBelow(path.join(root, 'workloads'), parser);
const started = performance.now();
const options = { instructions: INSTRUCTIONS, seed: SEED, onPoint, ...(kernels.length > 0 && { kernels }) };
const swept = simulateSweeps(tableText(root, 'block_sweep_gtx950'), programOf, options);
const parts: [string, string][] = [
  ['summary', summaryTable(swept)],
  ['sampling', samplingTable(checkSampling(programOf, options))],
  ...swept.map((kernel): [string, string] => [kernel.of.measured, pointTable(kernel)]),
];
for (const [name, text] of parts) {
  console.log(`\n${name}\n${text}`);
  if (flags.includes('--write')) await writeBlock(report, name, text);
}
console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);

function onPoint(point: SweptPoint, kernel: string): void {
  const { threads, measuredMs, simulatedMs } = point;
  console.error(
    `${kernel} ${threads}: ${measuredMs.toFixed(4)} ms measured, ${simulatedMs.toFixed(4)} simulated`,
  );
}
