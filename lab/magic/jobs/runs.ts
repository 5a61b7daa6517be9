import path from 'node:path';
import { studyParser } from '../../cuda/instructionMix/compare';
import type { RecordedRows } from '../../recordedRows';
import { shortHash } from '../../shortHash';
import { lowererOf } from '../../suite/lowerWith';
import { readSuite } from '../../suite/suite';
import { readSuiteTexts } from '../../suite/suiteFiles';
import { suiteWorkspace } from '../../suite/suiteWorkspace';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { jobApplication } from './application';
import type { MagicJob } from './jobs';
import { JOB_PROGRAMS } from './programs';
import type { FilledRow, MatrixRow, PairRow, Row, SoloRow } from './rows';

/**
 * The 79 programs as applications, in their order, or some of them: then only sources in their own folders and in common
 * ones are read.
 *
 * @throws InputError for one that has no program
 */
export async function readJobs(
  root: string,
  wanted?: readonly string[],
): Promise<ReadonlyMap<string, ScenarioApp>> {
  const all = await readSuiteTexts(path.join(root, 'workloads'));
  const folders = ['suite/common/', 'samples/common/', ...(wanted ?? []).map((name) => `suite/${name}/`)];
  const isRead = (file: string): boolean =>
    wanted === undefined || folders.some((folder) => file.startsWith(folder));
  const texts = new Map([...all].filter(([file]) => isRead(file)));
  const lower = lowererOf(suiteWorkspace(texts, { parser: await studyParser(root) }));
  const entries = new Map(readSuite(texts).workloads.map((entry) => [entry.workload.name, entry]));
  const names = wanted ?? JOB_PROGRAMS.map(({ name }) => name);
  return new Map(names.map((name) => [name, jobApplication(entries.get(name)!, lower)]));
}

/** Recorded runs of the programs. */
export type Recorded = RecordedRows<Row>;

const idOf = (gpu: LoadedSpec): string =>
  `${gpu.gpu.id}.${shortHash({ ...gpu.spec, assumptions: [], sources: [] }, 6)}`;
const nameOf = (app: ScenarioApp): string => `${app.name}.${shortHash(app, 6)}`;

/** What a run of a program alone is made from. */
export const soloJob = (app: ScenarioApp, gpu: LoadedSpec): MagicJob => ({
  kind: 'solo',
  key: `${idOf(gpu)} ${nameOf(app)}`,
  gpu: gpu.gpu.id,
  app,
});

/** What a run of a pair is made from: in time slices of so many cycles, or under MPS. */
export function pairJob(
  pair: readonly [ScenarioApp, ScenarioApp],
  alone: number,
  gpu: LoadedSpec,
  sliceCycles: number | null,
): MagicJob {
  const how = sliceCycles === null ? 'rounds under mps' : `slices ${sliceCycles}`;
  const key = `${idOf(gpu)} ${how} ${pair.map(nameOf).join(' ')}`;
  return { kind: 'pair', key, gpu: gpu.gpu.id, pair, alone, sliceCycles };
}

/** Cycles of a recorded run alone; null where there is none. */
export function recordedAlone(rows: Recorded, app: ScenarioApp, gpu: LoadedSpec): number | null {
  const row = rows.get(soloJob(app, gpu).key);
  return row?.kind === 'solo' ? row.cycles : null;
}

/**
 * Recorded runs alone on a GPU, in the order of the 79 programs.
 *
 * @throws Error where one is missing
 */
export function recordedSolos({ rows }: Pick<Recorded, 'rows'>, gpu: LoadedSpec): SoloRow[] {
  const own = new Map<string, SoloRow>();
  for (const row of rows)
    if (row.kind === 'solo' && row.key.startsWith(`${idOf(gpu)} `)) own.set(row.app, row);
  return JOB_PROGRAMS.map(({ name }) => {
    const row = own.get(name);
    if (row === undefined) throw new Error(`no run of ${name} alone on ${gpu.gpu.id}`);
    return row;
  });
}

/** Recorded pairs under MPS on a GPU. */
export const recordedUnderMps = ({ rows }: Pick<Recorded, 'rows'>, gpu: LoadedSpec): PairRow[] =>
  rows.filter((row) => row.kind === 'mps' && row.key.startsWith(`${idOf(gpu)} `)) as PairRow[];

/** A row of slowdowns that `by` tells of pairs under MPS, from these runs alone. */
export function filledRow(
  rows: Recorded,
  { solos, of, by, gpu }: Omit<MatrixRowOf, 'host'> & { readonly by: string },
  make: () => readonly number[],
): FilledRow {
  const key = `${idOf(gpu)} under mps by ${by.replaceAll(' ', '-')} ${runsKey(solos)} ${of}`;
  return rows.row(key, () => ({ kind: 'mps-filled', key, gpu: gpu.gpu.id, of, by, slowdowns: make() }));
}

const runsKey = (solos: readonly SoloRow[]): string =>
  shortHash(
    solos.map(({ key }) => key),
    6,
  );

interface MatrixRowOf {
  readonly solos: readonly SoloRow[];
  readonly of: string;
  readonly host: boolean;
  readonly gpu: LoadedSpec;
}

export function matrixRow(
  rows: Recorded,
  { solos, of, host, gpu }: MatrixRowOf,
  make: () => Omit<MatrixRow, 'key'>,
): MatrixRow {
  const key = `${idOf(gpu)} turns${host ? ' with host work' : ''} ${runsKey(solos)} ${of}`;
  return rows.row(key, () => ({ ...make(), key }));
}
