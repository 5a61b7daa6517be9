// How far slowdowns of three kernels on a card are from what the same kernels cost each other in twos, added up.
//   npm run study -- threes-on-card [--write]
// --write writes the table of docs/hardware.md.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseCoRunData } from '../../src/gpu/measuredCoRuns/coRunData';
import { markdownTable } from '../../src/kernel/markdownTable';
import { threesRows } from '../hardware/card/threes';
import { writeBlock } from '../reportBlocks';

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const data: unknown = JSON.parse(readFileSync(path.resolve('lab/data/h100_coruns.json'), 'utf8'));
const rows = threesRows(parseCoRunData(data));
const table = markdownTable(
  ['shared by', 'slowdowns in threes', 'mean deviation', 'median', 'worst', 'one answer for all: mean'],
  rows.map(({ mode, slowdowns, mean, median, worst, constant }) => [
    mode,
    String(slowdowns),
    ...[mean, median, worst, constant].map(percent),
  ]),
);
console.log(table);
if (process.argv.includes('--write')) await writeBlock(path.resolve('docs/hardware.md'), 'threes', table);
