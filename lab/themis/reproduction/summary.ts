import { quantile } from '../../../src/stats/quantile';
import type { GpmModel } from '../../../src/predictors/baselines/gpm/gpm';
import type { ElsewhereModel } from '../../../src/predictors/themis/allocation/elsewhereModel';
import type { SlowdownModel } from '../../../src/predictors/themis/slowdownModel';
import {
  summariseBubble,
  summariseFairness,
  summariseQos,
  type BubbleSummary,
  type FairnessSummary,
  type QosSummary,
} from './engineSummary';
import { unpackLaunches } from '../collection/packedRounds';
import { cyclesOfShare } from '../../../src/predictors/counting/workCurve';
import { predictorsOf, score, soloSlowdown, summarise, weightedErrors, type ErrorSummary } from './evaluate';
import {
  PROTOCOL_SPEC,
  quadCoLocations,
  QUADS,
  REPRODUCTION_SEED,
  TOTAL_SMS,
  tripleCoLocations,
} from './protocol';
import type { CoRunRow, ResultRow, SoloRow } from './rows';

/** Everything the reproduction shows, from the rows that are at hand. */
export interface ThemisSummary {
  /** Errors by group of co-locations (`pairs`, `pairs 30:30`, …, `triples`, `quads`) and predictor. */
  readonly accuracy: readonly {
    readonly group: string;
    readonly predictor: string;
    readonly errors: ErrorSummary;
    /** Error at each tenth of the distribution, from the smallest to the largest. */
    readonly deciles: readonly number[];
  }[];
  /** SD_scal of each test workload (figure 2a). */
  readonly scalability: readonly {
    readonly app: string;
    readonly slowdowns: Readonly<Record<string, number>>;
  }[];
  /** SD_inter of each test workload beside mri-gridding at 30:30, and of mri-gridding (figure 2b). */
  readonly interference: readonly { readonly app: string; readonly own: number; readonly partner: number }[];
  readonly fairness: readonly FairnessSummary[];
  readonly qos: readonly QosSummary[];
  readonly bubble: BubbleSummary | null;
}

const DECILES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export function summaryOf(
  rows: readonly ResultRow[],
  models: ReadonlyMap<string, SlowdownModel>,
  gpm: GpmModel | null,
  elsewhere: ElsewhereModel | null = null,
): ThemisSummary {
  const coRuns = rows.filter((row): row is CoRunRow => row.kind === 'corun');
  const predictors = predictorsOf(rows, models, gpm, elsewhere);
  const names = [...new Set(coRuns.flatMap((row) => row.apps))].sort();
  const accuracy = groupsOf(coRuns, names).flatMap(({ group, members, weightOf }) =>
    [...predictors].flatMap(([predictor, predict]) => {
      const scores = score(members, predict, weightOf);
      const errors = summarise(scores);
      if (errors === null) return [];
      const all = weightedErrors(scores);
      return [{ group, predictor, errors, deciles: DECILES.map((share) => quantile(all, share)) }];
    }),
  );
  return {
    accuracy,
    scalability: scalabilityOf(rows, names),
    interference: interferenceOf(rows, coRuns),
    fairness: summariseFairness(rows),
    qos: summariseQos(rows),
    bubble: summariseBubble(rows),
  };
}

interface Group {
  readonly group: string;
  readonly members: readonly CoRunRow[];
  readonly weightOf: (row: CoRunRow) => number;
}

function groupsOf(coRuns: readonly CoRunRow[], names: readonly string[]): Group[] {
  const pairs = coRuns.filter((row) => row.apps.length === 2);
  const mirrored = ({ apps, sms }: CoRunRow): number => (apps[0] !== apps[1] && sms[0] === sms[1] ? 2 : 1);
  const triples = new Map(tripleCoLocations(names).map(({ apps, weight }) => [apps.join(' '), weight]));
  const quads = new Map<string, number>();
  for (const { apps } of quadCoLocations(names, QUADS, REPRODUCTION_SEED))
    quads.set(apps.join(' '), (quads.get(apps.join(' ')) ?? 0) + 1);
  const splits = [...new Set(pairs.map((row) => row.sms.join(':')))].sort();
  return [
    { group: 'pairs', members: pairs, weightOf: mirrored },
    ...splits.map((split) => ({
      group: `pairs ${split}`,
      members: pairs.filter((row) => row.sms.join(':') === split),
      weightOf: mirrored,
    })),
    {
      group: 'triples',
      members: coRuns.filter((row) => row.apps.length === 3),
      weightOf: (row) => triples.get(row.apps.join(' ')) ?? 1,
    },
    {
      group: 'quads',
      members: coRuns.filter((row) => row.apps.length === 4),
      weightOf: ({ apps }) => quads.get(apps.join(' ')) ?? 1,
    },
  ];
}

/** SD_scal of an application on some of the SMs; null when it was not run there. */
function scalabilityAt(rows: readonly ResultRow[], app: string, sms: number): number | null {
  const solo = (size: number): SoloRow | undefined =>
    rows.find((row): row is SoloRow => row.kind === 'solo' && row.app === app && row.sms === size);
  return soloSlowdown(solo(TOTAL_SMS), solo(sms));
}

/** SMs at which figure 2a is shown. */
export const SCALABILITY_SIZES = [10, 15, 20, 30, 40, 45, 50] as const;

function scalabilityOf(rows: readonly ResultRow[], names: readonly string[]): ThemisSummary['scalability'] {
  return names.map((app) => {
    const slowdowns = SCALABILITY_SIZES.flatMap((sms) => {
      const slowdown = scalabilityAt(rows, app, sms);
      return slowdown === null ? [] : [[String(sms), slowdown] as const];
    });
    return { app, slowdowns: Object.fromEntries(slowdowns) };
  });
}

/** The partner of figure 2b. */
const PARTNER = 'mri-gridding';

function interferenceOf(
  rows: readonly ResultRow[],
  coRuns: readonly CoRunRow[],
): ThemisSummary['interference'] {
  const half = TOTAL_SMS / 2;
  const alone = (app: string): SoloRow | undefined =>
    rows.find((row): row is SoloRow => row.kind === 'solo' && row.app === app && row.sms === half);
  return coRuns.flatMap((row) => {
    const { apps, sms } = row;
    const at = apps.indexOf(PARTNER);
    if (apps.length !== 2 || at < 0 || sms[0] !== half) return [];
    const [own, partner] = [1 - at, at].map((app) => interferenceIn(row, app, apps.map(alone)));
    return own === null || partner === null ? [] : [{ app: apps[1 - at]!, own: own!, partner: partner! }];
  });
}

/**
 * T_colo / T_n of what an application did in a co-run, from its rounds alone on as many SMs; null without them.
 * Stretches in which it had nothing on the GPU are launch latencies, which are the same alone.
 */
function interferenceIn(row: CoRunRow, app: number, alone: readonly (SoloRow | undefined)[]): number | null {
  const round = alone[app];
  if (round === undefined || alone.includes(undefined)) return null;
  const first = alone.slice(0, app).reduce((sum, solo) => sum + solo!.launches.length, 0);
  const launches = unpackLaunches(round.launches, PROTOCOL_SPEC);
  let [shared, single] = [0, 0];
  for (const [cycles, shares] of row.phases) {
    const [kernel, active, counts, ipc] = shares[app]!;
    if (counts !== 1) continue;
    shared += cycles;
    single += active === 1 ? cyclesOfShare(launches[kernel! - first]!, ipc! * cycles) : cycles;
  }
  return shared / single;
}
