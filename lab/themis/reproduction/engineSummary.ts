import { groupBy } from '../../../src/stats/grouping';
import { median } from '../../../src/stats/quantile';
import { unfairness } from '../../../src/predictors/themis/allocation/policy';
import { isYardstick } from './engineMethods';
import { coLocationKey, type BubbleRow, type CoRunRow, type EngineRow, type ResultRow } from './rows';
import { mean } from '../../../src/stats/means';

/** How fair a method shared the GPU over co-locations, and what they achieved together (figures 9 to 11). */
export interface FairnessSummary {
  readonly method: string;
  readonly policy: string;
  readonly coLocations: number;
  readonly unfairness: { readonly mean: number; readonly median: number; readonly values: readonly number[] };
  /** Sum of progress (equation 3), mean over co-locations. */
  readonly aggregate: number;
  /** Contexts written out and read back by preemption, mean over co-locations. */
  readonly contextBytes: number;
}

/** A method with Themis-QoS at one target (figure 12). */
export interface QosSummary {
  readonly method: string;
  /** Length of the runs. */
  readonly cycles: number;
  readonly target: number;
  readonly coLocations: number;
  /** Share of co-locations that could keep it: the best of the splits that were measured does. */
  readonly attainable: number;
  /** Over the whole run, and over its second half, when the way to the final split is behind. */
  readonly whole: QosOutcome;
  readonly settled: QosOutcome;
  /** The second half, only of co-locations that could keep the target. */
  readonly settledAttainable: QosOutcome | null;
}

/** How some co-locations did on one target. */
export interface QosOutcome {
  /** Share of co-locations whose latency-sensitive application missed its target. */
  readonly violated: number;
  /** Share of those who missed it by more than 5 % of it. */
  readonly clearlyViolated: number;
  /** How far the worst of them was below, as a share of the target; 0 when none was. */
  readonly worstShortfall: number;
  /** Mean progress of the batch application, and of the latency-sensitive one. */
  readonly batchProgress: number;
  readonly meanProgress: number;
}

/** Aggregate performance with and without Bubble-Flux on the same co-locations (figure 1). */
export interface BubbleSummary {
  readonly coLocations: number;
  readonly undisturbed: number;
  readonly profiled: number;
}

const progressSum = (slowdowns: readonly number[]): number =>
  slowdowns.reduce((sum, slowdown) => sum + 1 / slowdown, 0);

const enginesOf = (rows: readonly ResultRow[], kind: string): EngineRow[] =>
  rows.filter((row): row is EngineRow => row.kind === 'engine' && row.policy.startsWith(kind));

/**
 * Fairness by policy and method, only of co-locations that every method of the policy has run, so that methods
 * are compared on the same ones. A policy without such co-locations compares nothing, and is left out.
 */
export function summariseFairness(rows: readonly ResultRow[]): FairnessSummary[] {
  const runs = enginesOf(rows, 'fair');
  return [...new Set(runs.map((row) => row.policy))].flatMap((policy) => {
    const own = runs.filter((row) => row.policy === policy);
    const methods = [...new Set(own.map((row) => row.method))];
    const pairs = [...new Set(own.map((row) => row.apps.join(' ')))];
    const complete = pairs.filter((pair) =>
      methods.every((method) => own.some((row) => row.method === method && row.apps.join(' ') === pair)),
    );
    if (complete.length === 0) return [];
    return methods.map((method) => {
      const counted = own.filter((row) => row.method === method && complete.includes(row.apps.join(' ')));
      return fairnessOf(method, policy, counted);
    });
  });
}

/** Whether a run stands for itself alone: at even weights the mirror image of a pair is the same run. */
const standsAlone = ({ apps }: EngineRow, weights: readonly number[]): boolean =>
  new Set(weights).size > 1 || new Set(apps).size < apps.length;

/** @param runs one or more */
function fairnessOf(method: string, policy: string, runs: readonly EngineRow[]): FairnessSummary {
  const weights = policy.split(' ').slice(1, 3).map(Number);
  const rows = runs.flatMap((row) => (standsAlone(row, weights) ? [row] : [row, row]));
  const values = rows.map((row) => unfairness(row.slowdowns, weights));
  return {
    method,
    policy,
    coLocations: rows.length,
    unfairness: { mean: mean(values), median: median(values), values },
    aggregate: mean(rows.map((row) => progressSum(row.slowdowns))),
    contextBytes: mean(rows.map((row) => row.contextBytes)),
  };
}

/**
 * Progress targets by length of the runs, target and method; of predictors only co-locations that all of them have
 * run, so that they are compared on the same ones.
 */
export function summariseQos(rows: readonly ResultRow[]): QosSummary[] {
  const best = { short: bestProgress(rows), long: bestStaticProgress(rows) };
  const settings = groupBy(enginesOf(rows, 'qos'), (row) => row.policy);
  return [...settings.entries()]
    .map(([policy, runs]) => ({ runs, ...targetOf(policy) }))
    .sort((a, b) => b.cycles - a.cycles || a.target - b.target)
    .flatMap(({ runs, target, cycles }) =>
      [...groupBy(comparable(runs), (row) => row.method)].map(([method, own]): QosSummary => {
        const known = cycles > SHORT_CYCLES ? best.long : best.short;
        const able = own.filter((row) => (known.get(row.apps.join(' ')) ?? 0) >= target);
        return {
          method,
          cycles,
          target,
          coLocations: own.length,
          attainable: able.length / own.length,
          whole: outcome(own, target, 'slowdowns'),
          settled: outcome(own, target, 'settled'),
          settledAttainable: able.length === 0 ? null : outcome(able, target, 'settled'),
        };
      }),
    );
}

/** Runs under the engine that say nothing else are as long. */
const SHORT_CYCLES = 100_000;

/** Target and length of the run as a row's policy names them. */
function targetOf(policy: string): { readonly target: number; readonly cycles: number } {
  const [, target, , , cycles = SHORT_CYCLES] = policy.split(' ');
  return { target: Number(target), cycles: Number(cycles) };
}

/** Without the co-locations that not every predictor has run; one that has run few is no predictor to compare with. */
function comparable(runs: readonly EngineRow[]): EngineRow[] {
  const predictors = [...new Set(runs.map((row) => row.method))].filter((method) => !isYardstick(method));
  const isCommon = ({ apps }: EngineRow): boolean =>
    predictors.every((method) =>
      runs.some((row) => row.method === method && row.apps.join(' ') === apps.join(' ')),
    );
  return runs.filter(isCommon);
}

function outcome(rows: readonly EngineRow[], target: number, part: 'slowdowns' | 'settled'): QosOutcome {
  const shortfalls = rows.map((row) => Math.max(0, 1 - 1 / row[part][0]! / target));
  return {
    violated: mean(shortfalls.map((shortfall) => (shortfall > 0 ? 1 : 0))),
    clearlyViolated: mean(shortfalls.map((shortfall) => (shortfall > 0.05 ? 1 : 0))),
    worstShortfall: Math.max(...shortfalls),
    batchProgress: mean(rows.map((row) => 1 / row[part][1]!)),
    meanProgress: mean(rows.map((row) => 1 / row[part][0]!)),
  };
}

/** For each ordered pair the best progress of its first application over the splits that were measured. */
function bestProgress(rows: readonly ResultRow[]): ReadonlyMap<string, number> {
  return bestOf(rows.filter((row): row is CoRunRow => row.kind === 'corun' && row.apps.length === 2));
}

/** As `bestProgress`, of the runs at set splits that are as long as those with an engine. */
function bestStaticProgress(rows: readonly ResultRow[]): ReadonlyMap<string, number> {
  return bestOf(enginesOf(rows, 'split'));
}

function bestOf(runs: readonly (CoRunRow | EngineRow)[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { apps, slowdowns } of runs) {
    const note = (order: readonly string[], slowdown: number): void => {
      const pair = order.join(' ');
      best.set(pair, Math.max(best.get(pair) ?? 0, 1 / slowdown));
    };
    note(apps, slowdowns[0]!);
    note([...apps].reverse(), slowdowns[1]!);
  }
  return best;
}

/** Null while no co-location has been run both ways. */
export function summariseBubble(rows: readonly ResultRow[]): BubbleSummary | null {
  const plain = new Map(
    rows
      .filter((row): row is CoRunRow => row.kind === 'corun')
      .map((row) => [coLocationKey('bubble', row.apps, row.sms), row]),
  );
  const both = rows.flatMap((row) => {
    if (row.kind !== 'bubble') return [];
    const undisturbed = plain.get(coLocationKey('bubble', row.apps, row.sms));
    return undisturbed === undefined ? [] : [[undisturbed, row] as [CoRunRow, BubbleRow]];
  });
  if (both.length === 0) return null;
  return {
    coLocations: both.length,
    undisturbed: mean(both.map(([row]) => progressSum(row.slowdowns))),
    profiled: mean(both.map(([, row]) => row.progress.reduce((sum, progress) => sum + progress, 0))),
  };
}
