// The suite beside an H100: every kernel as the project lowers and simulates it, and as Nsight Compute measured it.
//   npm run study -- suite-on-card [PROGRAM…] [--launches] [--write]
// Rows are kept in dist/studies and made again for a changed program or simulated machine; --launches lists every
// launch, --write writes the tables of docs/hardware.md. A long launch is run in part.
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { studyParser } from '../cuda/instructionMix/compare';
import { besideOf, type RunRow } from '../hardware/suite/beside';
import { MeasuredLowering } from '../hardware/suite/lowered';
import { measuredSuite, type MeasuredLaunch } from '../hardware/suite/measured';
import {
  launchRow,
  LAUNCH_COLUMNS,
  summaryRows,
  SUMMARY_COLUMNS,
  worst,
  type SuiteRow,
} from '../hardware/suite/summary';
import { RecordedRows } from '../recordedRows';
import { writeBlock } from '../reportBlocks';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const REPORT = path.join(ROOT, 'docs/hardware.md');
const WORST = 15;

const flag = (name: string): boolean => process.argv.includes(name);
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const card = measuredSuite(ROOT);
const texts = await readSuiteTexts(path.join(ROOT, 'workloads'));
const workspace = suiteWorkspace(texts, { parser: await studyParser(ROOT) });
const lowering = new MeasuredLowering(workspace, readSuite(texts));
const runs = new RecordedRows<RunRow>(path.join(ROOT, 'dist/studies/suite-on-card.jsonl'));

const rows: SuiteRow[] = [];
const left: MeasuredLaunch[] = [];
for (const measured of card.launches) {
  if (wanted.length > 0 && !wanted.includes(measured.program)) continue;
  const own = besideOf(measured, card, lowering, runs);
  if (own === null) left.push(measured);
  else rows.push({ measured, own });
  if (own !== null && flag('--launches')) console.log(launchRow(rows.at(-1)!).join(' | '));
}

const firm = rows.filter(({ own }) => own.isFirm && own.sizesFrom === 'source');
const others = rows.filter((row) => !firm.includes(row));
const tables = {
  'suite firm': markdownTable(SUMMARY_COLUMNS, summaryRows(firm)),
  'suite others': markdownTable(SUMMARY_COLUMNS, summaryRows(others)),
  'suite time': markdownTable(LAUNCH_COLUMNS, worst(firm, 'time', WORST).map(launchRow)),
  'suite instructions': markdownTable(LAUNCH_COLUMNS, worst(firm, 'warp instructions', WORST).map(launchRow)),
};
for (const [name, table] of Object.entries(tables)) {
  console.log(`\n${name}\n\n${table}`);
  if (flag('--write')) await writeBlock(REPORT, name, table);
}
console.log(
  `\nleft out: ${left.map(({ program, kernel, call }) => `${program} ${kernel} ${call}`).join(', ') || 'none'}`,
);
