// Kernels that ask for one thing each, two of them on an H100 and in the simulator.
//   npm run study -- probes-on-card [PATTERN] [--write]
// Only what each SM has for itself is asked for, so two SMs are simulated. PATTERN is a regular expression for names of
// pairs; --write writes the tables of docs/hardware.md.
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { studyParser } from '../cuda/instructionMix/compare';
import { cardRuns } from '../hardware/card/measured';
import { besideColumns, comparedPairs, pairRow, summaryColumns, summaryRows } from '../hardware/card/pairs';
import { SimulatedRuns } from '../hardware/card/simulatedRuns';
import { writeBlock } from '../reportBlocks';

const REPORT = path.resolve('docs/hardware.md');
const root = process.cwd();
const pattern = new RegExp(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '');

const simulated = new SimulatedRuns(await studyParser(root), root);
const pairs = comparedPairs(cardRuns(root))
  .filter(({ name }) => pattern.test(name))
  .map((pair) => ({ ...pair, simulated: simulated.slowdowns(pair.run) }));
for (const pair of pairs) console.log(pairRow(pair).join('  '));
const summary = markdownTable(summaryColumns, summaryRows(pairs));
console.log(summary);
if (process.argv.includes('--write')) {
  await writeBlock(REPORT, 'probe summary', summary);
  await writeBlock(REPORT, 'probes', markdownTable(besideColumns, pairs.map(pairRow)));
}
