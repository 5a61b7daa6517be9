// The simulator beside measured cards.
//   npm run study -- hardware [BENCHMARK…] [--write]    with --write to docs/hardware.md, where other rows stay as they are
import fs from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { nameOf, POINT_COLUMNS, POINTS, scoreRow, simulated, summaryRows } from '../hardware/scoreboard';
import { writeBlock } from '../reportBlocks';

const REPORT = path.resolve('docs/hardware.md');

/** Rows of the committed table by the point that they are of. */
function committedRows(): Map<string, readonly string[]> {
  const text = fs.readFileSync(REPORT, 'utf8');
  const table = text.slice(text.indexOf('<!-- begin bandwidth -->'), text.indexOf('<!-- end bandwidth -->'));
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  const rows = lines.slice(2).map((line) => line.split('|').slice(1, -1));
  return new Map(rows.map((cells) => cells.map((cell) => cell.trim())).map((row) => [keyOf(row), row]));
}

const keyOf = (row: readonly string[]): string => row.slice(0, 3).join('|');

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const rows = new Map(committedRows());
const run: (readonly string[])[] = [];
for (const point of POINTS) {
  if (wanted.length > 0 && !wanted.includes(point.benchmark)) continue;
  const row = scoreRow(point, simulated(point));
  console.log(row.join('  '));
  rows.set(keyOf(row), row);
  run.push(row);
}
const summaryColumns = [
  'benchmark',
  'role',
  'points',
  'median deviation',
  'worst',
  'within 10 %',
  'within 20 %',
];
console.log(`\n${markdownTable(summaryColumns, summaryRows(run))}`);
if (process.argv.includes('--write')) {
  const known = POINTS.map((point) => rows.get(keyOf(nameOf(point)))).filter((row) => row !== undefined);
  await writeBlock(REPORT, 'summary', markdownTable(summaryColumns, summaryRows(known)));
  await writeBlock(REPORT, 'bandwidth', markdownTable(POINT_COLUMNS, known));
}
