// Co-runs of kernels as they were measured on a card, simulated.
//   npm run study -- hardware-co-runs [EXPERIMENT | 'EXPERIMENT|KERNEL|BESIDE' …] [--write]
// --write writes rows to docs/hardware.md, where those of other points stay as they are.
import fs from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { studyParser } from '../cuda/instructionMix/compare';
import { CO_RUN_POINTS, CoRuns } from '../hardware/coRuns/coRuns';
import { CO_RUN_COLUMNS, coRunRow, rowName, summaryRows, SUMMARY_COLUMNS } from '../hardware/coRuns/table';
import { writeBlock } from '../reportBlocks';

const REPORT = path.resolve('docs/hardware.md');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWritten = process.argv.includes('--write');

/** Rows of the committed table by what they are of. */
function committedRows(): Map<string, readonly string[]> {
  const text = fs.readFileSync(REPORT, 'utf8');
  const table = text.slice(text.indexOf('<!-- begin co-runs -->'), text.indexOf('<!-- end co-runs -->'));
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  const cells = lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return new Map(cells.map((row) => [row.slice(0, 3).join('|'), row]));
}

const rows = committedRows();
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
