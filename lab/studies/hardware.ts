// The simulator beside measured cards.
//   npm run study -- hardware [BENCHMARK…] [--write]    with --write, all of them to docs/hardware.md
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { POINTS, scoreRow, simulated, summaryRows } from '../hardware/scoreboard';
import { writeBlock } from '../reportBlocks';

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const points = POINTS.filter(({ benchmark }) => wanted.length === 0 || wanted.includes(benchmark));
const values = points.map((point) => {
  const value = simulated(point);
  console.log(scoreRow(point, value).join('  '));
  return value;
});
const header = ['GPU', 'file', 'point', 'role', 'measured', 'simulated', 'ratio'];
const table = markdownTable(
  header,
  points.map((point, index) => scoreRow(point, values[index]!)),
);
const summary = markdownTable(
  ['benchmark', 'role', 'points', 'median deviation', 'worst', 'within 10 %', 'within 20 %'],
  summaryRows(points, values),
);
console.log(`\n${summary}`);
if (wanted.length === 0 && process.argv.includes('--write')) {
  const report = path.resolve('docs/hardware.md');
  await writeBlock(report, 'summary', summary);
  await writeBlock(report, 'bandwidth', table);
}
