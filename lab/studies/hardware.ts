// The simulator beside measured cards.
//   npm run study -- hardware [BENCHMARK…] [--stale] [--write]
// --write writes each row to docs/hardware.md as it comes, where other rows stay as they are; --stale leaves out points
// whose row there is of the present machine.
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { simulatorGeneration } from '../../src/simulator/spec/generation';
import {
  nameOf,
  POINT_COLUMNS,
  POINTS,
  scoreRow,
  simulated,
  summaryRows,
  type MeasuredPoint,
} from '../hardware/scoreboard';
import { blockRows, writeBlock } from '../reportBlocks';

const REPORT = path.resolve('docs/hardware.md');

const keyOf = (row: readonly string[]): string => row.slice(0, 3).join('|');

const flag = (name: string): boolean => process.argv.includes(name);
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
/** Rows of the committed table by the point that they are of. */
const rows = new Map(blockRows(REPORT, 'bandwidth').map((row) => [keyOf(row), row]));
const run: (readonly string[])[] = [];
const SUMMARY_COLUMNS = [
  'benchmark',
  'role',
  'points',
  'median deviation',
  'worst',
  'within 10 %',
  'within 20 %',
];

/** Tests whether a point's row is of the machine that simulates its GPU now. */
const isPresent = (point: MeasuredPoint): boolean =>
  rows.get(keyOf(nameOf(point)))?.at(-1) === String(simulatorGeneration(point.gpu));

async function write(): Promise<void> {
  const known = POINTS.map((point) => rows.get(keyOf(nameOf(point)))).filter((row) => row !== undefined);
  await writeBlock(REPORT, 'summary', markdownTable(SUMMARY_COLUMNS, summaryRows(known)));
  await writeBlock(REPORT, 'bandwidth', markdownTable(POINT_COLUMNS, known));
}

for (const point of POINTS) {
  if (wanted.length > 0 && !wanted.includes(point.benchmark)) continue;
  if (flag('--stale') && isPresent(point)) continue;
  const row = scoreRow(point, simulated(point));
  console.log(row.join('  '));
  rows.set(keyOf(row), row);
  run.push(row);
  if (flag('--write')) await write();
}
console.log(`\n${markdownTable(SUMMARY_COLUMNS, summaryRows(run))}`);
