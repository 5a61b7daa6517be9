// How well programs made of counters alone reproduce the profiles that they were made of: residuals per
// metric, and the duration, which the fit does not look at. Writes docs/fitting-study.md.
//   npm run study -- fitting [DATA_FOLDER]
import { tableText } from '../data/tables';
import { writeFileSync } from 'node:fs';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { mokaProfiles } from '../fitting/mokaProfiles';
import { compareWindows, fitRow, isSteady, type FittedRow } from '../fitting/fitRow';
import { studyReport } from '../fitting/report';

const loaded = loadSpec('gtx-950');
const read = (name: string) => mokaProfiles(tableText(process.cwd(), name), name);
const started = performance.now();
const note = (line: string) =>
  console.error(`${((performance.now() - started) / 1000).toFixed(0)} s ${line}`);

const sweep = read('block_sweep_gtx950');
const names = new Set(sweep.map(({ name }) => name));
// The second table repeats kernels of the first, and some of its rows.
const others = read('kernel_stats_gtx950').filter(
  (row, i, rows) =>
    !names.has(row.name) &&
    rows.findIndex((other) => other.name === row.name && other.durationNs === row.durationNs) === i,
);

const rows: FittedRow[] = [];
for (const [table, profiles] of [
  ['block sweep', sweep],
  ['other kernels', others],
] as const)
  for (const profile of profiles) {
    // Of a kernel at several block sizes one is refined: the search is most of the study's time.
    const refines = table === 'other kernels' || profile.block![0] * profile.block![1] === 64;
    const row = fitRow(profile, loaded, table, refines);
    rows.push(row);
    note(`${table}: ${profile.name} ${profile.block!.join('×')} ${'refused' in row ? row.refused : ''}`);
  }

const whole = sweep.filter(isSteady).filter((_, i) => i % 6 === 0);
const windows = whole.map((profile) => {
  note(`full run: ${profile.name} ${profile.block!.join('×')}`);
  return compareWindows(profile, loaded);
});

const report = studyReport(rows, windows, loaded);
writeFileSync('docs/fitting-study.md', report);
console.log(report);
