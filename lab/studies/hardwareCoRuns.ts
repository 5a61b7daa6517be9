// Co-runs of kernels as they were measured on a card, simulated.
//   npm run study -- hardware-co-runs [EXPERIMENT | 'EXPERIMENT|KERNEL|BESIDE' …] [--write]
// --write writes rows to docs/hardware.md, where those of other points stay as they are.
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { studyParser } from '../cuda/instructionMix/compare';
import { CO_RUN_POINTS, CoRuns } from '../hardware/coRuns/coRuns';
import { CO_RUN_COLUMNS, coRunRow, rowName, summaryRows, SUMMARY_COLUMNS } from '../hardware/coRuns/table';
import { blockRows, writeBlock } from '../reportBlocks';

const REPORT = path.resolve('docs/hardware.md');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWritten = process.argv.includes('--write');

/** Rows of the committed table by what they are of. */
const rows = new Map(blockRows(REPORT, 'co-runs').map((row) => [row.slice(0, 3).join('|'), row]));
const coRuns = new CoRuns(await studyParser(process.cwd()), process.cwd());
for (const point of CO_RUN_POINTS) {
  const names = [point.experiment, rowName(point)];
  if (wanted.length > 0 && !names.some((name) => wanted.includes(name))) continue;
  const row = coRunRow(point, coRuns.slowdown(point));
  console.log(row.join('  '));
  rows.set(rowName(point), row);
  if (isWritten) await write();
}

async function write(): Promise<void> {
  const all = CO_RUN_POINTS.map((point) => rows.get(rowName(point))).filter((row) => row !== undefined);
  await writeBlock(REPORT, 'co-run summary', markdownTable(SUMMARY_COLUMNS, summaryRows(all)));
  await writeBlock(REPORT, 'co-runs', markdownTable(CO_RUN_COLUMNS, all));
}
