// Writes the table of workloads/suite/README.md: the character of every workload by simulation.
//   npm run study -- suite              all of them
//   npm run study -- suite lbm nn    these again; the others keep what the last run on this machine measured
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applicationOf, type LowerKernel } from '../suite/application';
import { lowererOf } from '../suite/lowerWith';
import { readSuite, type SuiteWorkload } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';
import { InputError } from '../../src/kernel/result';
import { variantsOf } from '../../src/kernel/workload';
import { studyParser } from '../cuda/instructionMix/compare';
import { measure, type RunLimits } from '../suite/character/measure';
import { saturationSms } from '../suite/character/saturation';
import { differences, suiteTable, type Row } from '../suite/character/table';

const GPUS = ['themis-60sm', 'v100-sxm2', 'h100-sxm'] as const;
const SMS = 60;
const SM_STEP = 10;

/** The first GPU runs the round, as far as this for each of up to four launches. */
const ROUND = { cycles: 40_000, instructions: 2_500_000, launches: 4 } as const;
/** A part of many rounds once the caches are warm, for the other GPUs and for the search for saturation. */
const PART: RunLimits = { warmupCycles: 4_000, cycles: 8_000, instructions: 2_000_000 };

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const README = path.join(ROOT, 'workloads/suite/README.md');
const STORE = path.join(ROOT, 'dist/studies/suite-rows.json');
const BEGIN = '<!-- table: npm run study -- suite -->';
const END = '<!-- end of the table -->';

function rowOf(entry: SuiteWorkload, lower: LowerKernel): Row {
  const app = applicationOf(entry, lower, variantsOf(entry.workload)[0]);
  const [first, ...others] = GPUS;
  const parts = Math.min(ROUND.launches, entry.workload.kernels.length);
  const round = { cycles: parts * ROUND.cycles, instructions: parts * ROUND.instructions };
  return {
    workload: entry.workload,
    measured: [measure(app, first, round), ...others.map((gpu) => measure(app, gpu, PART))],
    ...saturationSms(app, first, SMS, SM_STEP, PART),
  };
}

/** The row of a workload; null, and the reason told, where it cannot be simulated. */
function tryRow(entry: SuiteWorkload, lower: LowerKernel): Row | null {
  const start = process.cpuUsage();
  try {
    const row = rowOf(entry, lower);
    const { user, system } = process.cpuUsage(start);
    console.error(`${entry.workload.name}: ${((user + system) / 1e6).toFixed(1)} s`);
    return row;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return null;
  }
}

async function writeTable(rows: readonly Row[]): Promise<void> {
  const readme = await readFile(README, 'utf8');
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (from < 0 || to < from) throw new InputError('the marks of the table are missing', 'no-marks', README);
  const text = [
    BEGIN,
    '',
    suiteTable(rows, GPUS),
    '',
    '## Where a paper says otherwise',
    '',
    differences(rows, GPUS),
    '',
  ];
  await writeFile(README, readme.slice(0, from) + text.join('\n') + '\n' + readme.slice(to));
}

/** What this machine measured last, by workload. */
async function storedRows(): Promise<Map<string, Row>> {
  const text = await readFile(STORE, 'utf8').catch(() => '{}');
  return new Map(Object.entries(JSON.parse(text) as Record<string, Row>));
}

/** All rows, with descriptions as they are now; workloads that no run has measured are told. */
function tableRows(entries: readonly SuiteWorkload[], measured: ReadonlyMap<string, Row>): Row[] {
  return entries.flatMap(({ workload }) => {
    const row = measured.get(workload.name);
    if (row === undefined) console.error(`${workload.name}: not measured`);
    return row === undefined ? [] : [{ ...row, workload }];
  });
}

async function main(names: readonly string[]): Promise<void> {
  const texts = await readSuiteTexts(path.join(ROOT, 'workloads'));
  const { workloads, faults } = readSuite(texts);
  faults.forEach((fault) => console.error(fault));
  const workspace = suiteWorkspace(texts, { parser: await studyParser(ROOT) });
  const wanted = workloads.filter(({ workload }) => names.length === 0 || names.includes(workload.name));
  const measured = names.length === 0 ? new Map<string, Row>() : await storedRows();
  const lower = lowererOf(workspace);
  for (const entry of wanted) {
    const row = tryRow(entry, lower);
    if (row !== null) measured.set(entry.workload.name, row);
    await writeFile(STORE, JSON.stringify(Object.fromEntries(measured)));
  }
  await writeTable(tableRows(workloads, measured));
}

await main(process.argv.slice(2));
