import type { ScenarioApp } from '../../src/kernel/scenario';
import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';
import { shortHash } from '../shortHash';
import type { Executor } from '../sweep/executor';
import { MAP_AXES, placesAt } from './axes';
import { QOS } from './conditions';
import type { GspaceJob } from './jobs';
import { applicationStep, latticeOf, pairStep } from './lattice';
import { APPLICATIONS, BEST_EFFORT, CRITICAL, SCALED, type Programs } from './programs';
import { representatives } from './representatives';
import type { AloneRow } from './rows';
import type { Runs } from './runs';
import { pairsInOrder, type Pair } from './sample';

export interface CollectOptions {
  readonly isAlone: boolean;
  /** Representatives of which all ordered pairs are run; none at 0. */
  readonly space: number;
  /** Pairs of table 2 of which a lattice of configurations is run. */
  readonly pairs: number;
  /** Pairs that are run with a best-effort program that gives up nothing, the first in the same order. */
  readonly unpreempted: number;
  /** Pairs of which every configuration is run, the first in the same order. */
  readonly full: number;
  /** Pairs with the applications of table 2. */
  readonly applications: number;
  /** Whether programs run alone on a part of the places, and as kernels that yield. */
  readonly isScaled: boolean;
  readonly seed: number;
}

/** What training wants: micro-benchmarks and their maps, nothing of table 2's pairs. */
export const SPACE_ONLY = {
  isAlone: false,
  pairs: 0,
  unpreempted: 0,
  full: 0,
  applications: 0,
  isScaled: false,
  seed: 1,
} as const;

/** Where recorded runs are, and who makes those that are missing. */
export interface Collection {
  readonly programs: Programs;
  readonly runs: Runs;
  readonly executor: Executor;
}

/** Runs what is asked for and not in the file yet. */
export async function collect(collection: Collection, options: CollectOptions): Promise<void> {
  const { programs, runs } = collection;
  const { pairs, full, applications, seed } = options;
  if (options.isAlone)
    await make(collection, runs.aloneJobs([...BEST_EFFORT, ...CRITICAL].map((name) => programs.named(name))));
  if (options.isAlone || options.space > 0)
    await make(collection, runs.aloneJobs(programs.micros.map((micro) => programs.micro(micro))));
  if (options.space > 0) await collectSpace(collection, options.space);
  const inOrder = pairsInOrder(BEST_EFFORT, CRITICAL, seed);
  await collectPairs(collection, inOrder.slice(0, pairs), pairStep);
  await collectUnpreempted(collection, inOrder.slice(0, options.unpreempted));
  await collectPairs(collection, inOrder.slice(0, full), () => ({ sms: 1, blocks: 1 }));
  const applied = pairsInOrder(BEST_EFFORT, Object.keys(APPLICATIONS), seed).slice(0, applications);
  await collectPairs(collection, applied, applicationStep);
  if (options.isScaled) await collectScaled(collection);
}

/** Has jobs run, and keeps their rows. */
export function make(
  { runs, executor }: Omit<Collection, 'programs'>,
  jobs: readonly GspaceJob[],
): Promise<void> {
  const keyed = jobs.map((input) => ({ key: shortHash(input, 12), input }));
  return executor.run('gspace', keyed, (rows) => runs.add(rows));
}

/** Applications that have run alone, with what came of it; those for which there was no time any more are left out. */
async function aloneOf(
  collection: Collection,
  apps: readonly ScenarioApp[],
): Promise<ReadonlyMap<ScenarioApp, AloneRow>> {
  const { runs } = collection;
  await make(collection, runs.aloneJobs([...new Set(apps)]));
  return new Map(
    apps.flatMap((app) => {
      const row = runs.alone(app);
      return row === undefined ? [] : [[app, row] as const];
    }),
  );
}

async function collectSpace(collection: Collection, count: number): Promise<void> {
  const { programs, runs } = collection;
  const alone = programs.micros.flatMap((micro) => runs.alone(programs.micro(micro)) ?? []);
  if (alone.length < programs.micros.length) return;
  const chosen = representatives(alone)
    .slice(0, count)
    .map(({ place }) => programs.micro(programs.micros[place]!));
  // Those of few representatives first, so that maps are complete for as many as there is time for.
  const pairs = chosen.flatMap((yielding, at) =>
    chosen.map((critical, other) => ({ yielding, critical, last: Math.max(at, other) })),
  );
  const jobs = pairs
    .sort((one, other) => one.last - other.last)
    .flatMap(({ yielding, critical }) =>
      runs.trialJobs(yielding, critical, placesAt(MAP_AXES, runs.sms, runs.alone(yielding)!.blocksPerSm)),
    );
  await make(collection, jobs);
}

/** @param stepOf steps of the lattice, of so many blocks on an SM */
async function collectPairs(
  collection: Collection,
  pairs: readonly Pair[],
  stepOf: (blocks: number) => YieldedPlaces,
): Promise<void> {
  const { runs } = collection;
  const apps = appsOf(collection, pairs);
  const alone = await aloneOf(collection, apps.flat());
  await collectUnpreempted(collection, pairs);
  const jobs = apps.flatMap(([yielding, critical]) => {
    const blocks = alone.get(yielding)?.blocksPerSm;
    if (blocks === undefined) return [];
    return runs.trialJobs(yielding, critical, latticeOf(runs.sms, blocks, stepOf(blocks)), QOS);
  });
  await make(collection, jobs);
}

async function collectUnpreempted(collection: Collection, pairs: readonly Pair[]): Promise<void> {
  const apps = appsOf(collection, pairs);
  const alone = await aloneOf(
    collection,
    apps.map(([, critical]) => critical),
  );
  const jobs = apps.flatMap(([yielding, critical]) => {
    const row = alone.get(critical);
    return row === undefined ? [] : collection.runs.unpreemptedJobs(yielding, critical, row.cycles);
  });
  await make(collection, jobs);
}

/** The applications of pairs, one of a name. */
function appsOf({ programs }: Collection, pairs: readonly Pair[]): (readonly [ScenarioApp, ScenarioApp])[] {
  const known = new Map([...new Set(pairs.flat())].map((name) => [name, programs.named(name)]));
  return pairs.map(([first, second]) => [known.get(first)!, known.get(second)!] as const);
}

/** Alone: on so many SMs, with so many blocks on each SM, and as a kernel that yields. */
async function collectScaled(collection: Collection): Promise<void> {
  const { programs, runs } = collection;
  const apps = SCALED.map((name) => programs.named(name));
  const alone = await aloneOf(collection, apps);
  const scaling = apps.flatMap((app) => {
    const blocks = alone.get(app)?.blocksPerSm;
    if (blocks === undefined) return [];
    const bySms = latticeOf(runs.sms, blocks, { sms: 1, blocks });
    const byBlocks = latticeOf(1, blocks, { sms: 1, blocks: 1 }).map((one) => ({
      sms: runs.sms,
      blocks: one.blocks,
    }));
    return runs.scalingJobs(app, [...bySms, ...byBlocks.slice(0, -1)]);
  });
  const overhead = BEST_EFFORT.flatMap((name) => runs.overheadJobs(programs.named(name)));
  await make(collection, [...scaling, ...overhead]);
}
