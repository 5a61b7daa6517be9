import { median, quantile } from '../../../src/stats/quantile';
import {
  gpmCurve,
  trainGpm,
  type GpmModel,
  type ScalingSample,
} from '../../../src/predictors/baselines/gpm/gpm';
import { curveForecast } from '../../../src/predictors/splits/curveForecast';
import { slowdownOf } from '../../../src/predictors/forecast';
import type { ElsewhereModel } from '../../../src/predictors/themis/allocation/elsewhereModel';
import { learnedForecast } from '../../../src/predictors/themis/allocation/learnedForecasts';
import { ApplicationSlowdown } from '../../../src/predictors/themis/applicationSlowdown';
import { ThemisEstimator } from '../../../src/predictors/themis/estimator';
import { paperAllocations } from '../collection/collect';
import { unpackEvents, unpackLaunches } from '../collection/packedRounds';
import { scalabilityOf } from '../../../src/predictors/counting/soloRound';
import type { TrainingData } from '../collection/trainingData';
import { THEMIS_EVENTS } from '../../../src/predictors/themis/events';
import { phaseCycles, type EventPhase } from '../../../src/predictors/counting/phaseSeries';
import { fittedModel } from '../training/fittedModel';
import type { FittedNetwork } from '../../../src/predictors/themis/model/slowdownNetwork';
import type { SlowdownModel } from '../../../src/predictors/themis/slowdownModel';
import type { SimulatorSpec } from '../../../src/simulator/spec/simulatorSpec';
import { PROTOCOL_SPEC, TOTAL_SMS } from './protocol';
import {
  coLocationKey,
  type AsmRow,
  type BubbleRow,
  type CoRunRow,
  type PeriodsRow,
  type ResultRow,
  type SoloRow,
} from './rows';
import { mean } from '../../../src/stats/means';

/** A predicted slowdown of one application of one co-location beside the measured one. */
export interface ScoredSlowdown {
  readonly apps: readonly string[];
  readonly sms: readonly number[];
  /** Place of the application in the co-location. */
  readonly app: number;
  /** How many co-locations of the paper's protocol this run stands for (mirror images are run once). */
  readonly weight: number;
  readonly measured: number;
  readonly predicted: number;
  /** |SD_pred − SD| / SD (equation 2, errSD). */
  readonly error: number;
}

export interface ErrorSummary {
  readonly coLocations: number;
  readonly mean: number;
  readonly median: number;
  readonly p90: number;
  readonly maximum: number;
}

/** The phases of a row that count for one of its applications, as estimators read them. */
function phasesOf(row: Pick<CoRunRow, 'phases' | 'sms'>, app: number): EventPhase[] {
  return row.phases
    .filter(([, shares]) => shares[app]![2] === 1)
    .map(([cycles, shares]) => ({
      fromCycle: 0,
      toCycle: cycles,
      apps: shares.map(([, active, , ...events], at) => ({
        sms: row.sms[at]!,
        active: active === 1,
        events: unpackEvents(events, events.slice(THEMIS_EVENTS.length), PROTOCOL_SPEC),
      })),
    }));
}

const predictThemis =
  (model: SlowdownModel) =>
  (row: Pick<CoRunRow, 'phases' | 'sms'>, app: number): number => {
    const own = phasesOf(row, app);
    const { scalability, interference } = new ThemisEstimator(model, TOTAL_SMS).estimate(own)[app]!;
    return scalability * interference;
  };

/** Slowdown under another allocation, from some phases that count for the application at `app`. */
type Elsewhere = (phases: readonly EventPhase[], app: number, allocation: readonly number[]) => number;

/**
 * The slowdown at an uneven split from the events of the same pair at even SMs, as far as that has been run. The
 * distance of 10 and 20 SMs is beyond what the paper allows one step of its engine.
 */
function fromEvenSplit(rows: readonly ResultRow[], slowdownAt: Elsewhere): Predictor {
  const even = new Map<string, CoRunRow>();
  for (const row of rows)
    if (row.kind === 'corun' && row.apps.length === 2 && row.sms[0] === row.sms[1])
      even.set(row.apps.join(' '), row);
  return ({ apps, sms }, app) => {
    if (apps.length !== 2 || sms[0] === sms[1]) return null;
    const straight = even.get(apps.join(' '));
    const from = straight ?? even.get([...apps].reverse().join(' '));
    if (from === undefined) return null;
    const place = straight === undefined ? 1 - app : app;
    const allocation = straight === undefined ? [...sms].reverse() : sms;
    return slowdownAt(phasesOf(from, place), place, allocation);
  };
}

/** The paper's proactive prediction (equations 9 and 10). */
const byCurve =
  (model: SlowdownModel): Elsewhere =>
  (phases, app, allocation) => {
    const lost = new ThemisEstimator(model, TOTAL_SMS).estimate(phases)[app]!;
    return slowdownOf(curveForecast(app, phases[0]!.apps[app]!.sms, lost, TOTAL_SMS).at(allocation));
  };

/**
 * Ours: a network that tells of other splits, phase by phase (equation 5). Runs are as long at every split, so that a
 * phase weighs what it weighs at even SMs, unlike in `slowdownElsewhere`, where the work is the same.
 */
const byNetwork =
  (model: ElsewhereModel): Elsewhere =>
  (phases, app, allocation) => {
    const total = new ApplicationSlowdown();
    for (const phase of phases)
      total.add(phaseCycles(phase), learnedForecast(model, [phase], app, TOTAL_SMS).at(allocation));
    return total.slowdown;
  };

/** Time of an application alone on its SMs over that on the whole GPU, by GPM on its shared-mode events. */
function gpmScalability(gpm: GpmModel, row: CoRunRow, app: number): number {
  let [shared, alone] = [0, 0];
  for (const { toCycle, apps } of phasesOf(row, app)) {
    const { active, events, sms } = apps[app]!;
    shared += toCycle;
    alone += active ? toCycle * gpmCurve(gpm, events, TOTAL_SMS).at(sms) : toCycle;
  }
  return alone > 0 ? shared / alone : 1;
}

type Predictor = (row: CoRunRow, app: number) => number | null;

/** Predictors that can be scored on rows that are at hand, by name. */
export function predictorsOf(
  rows: readonly ResultRow[],
  models: ReadonlyMap<string, SlowdownModel>,
  gpm: GpmModel | null,
  elsewhere: ElsewhereModel | null = null,
): Map<string, Predictor> {
  const asm = rowsByKey<AsmRow>(rows, 'asm');
  const bubble = rowsByKey<BubbleRow>(rows, 'bubble');
  const found = new Map<string, Predictor>();
  for (const [name, model] of models) found.set(name, predictThemis(model));
  for (const [name, model] of models) found.set(`${name} PSP`, fromEvenSplit(rows, byCurve(model)));
  if (elsewhere !== null) found.set('Themis learned PSP', fromEvenSplit(rows, byNetwork(elsewhere)));
  const interference: Predictor = ({ apps, sms }, app) =>
    asm.get(coLocationKey('asm', apps, sms))?.predicted[app] ?? null;
  found.set('ASM', interference);
  if (gpm !== null)
    found.set('ASM-GPM', (row, app) => {
      const factor = interference(row, app);
      return factor === null ? null : factor * gpmScalability(gpm, row, app);
    });
  found.set('Bubble-Flux', ({ apps, sms }, app) => {
    const predicted = bubble.get(coLocationKey('bubble', apps, sms))?.predicted[app] ?? -1;
    return predicted > 0 ? predicted : null;
  });
  return found;
}

function rowsByKey<R extends AsmRow | BubbleRow>(
  rows: readonly ResultRow[],
  kind: R['kind'],
): ReadonlyMap<string, R> {
  const chosen = rows.filter((row): row is R => row.kind === kind);
  return new Map(chosen.map((row) => [coLocationKey(kind, row.apps, row.sms), row]));
}

/**
 * GPM trained on the rounds alone of Themis' training data at the paper's five allocations; null when there are too
 * few for its clusters.
 *
 * @param spec of the GPU of the data
 */
export function gpmFrom(
  { header, rows }: TrainingData,
  seed: number,
  spec: SimulatorSpec = PROTOCOL_SPEC,
): GpmModel | null {
  const solos = rows.filter((row) => row.kind === 'solo');
  const sizes = paperAllocations(header.sms).filter((sms) => solos.some((row) => row.sms === sms));
  const samples = solos
    .filter((row) => row.sms === header.sms)
    .flatMap((whole): ScalingSample[] => {
      const progress = sizes.flatMap((sms) =>
        solos.flatMap((row) =>
          row.app === whole.app && row.sms === sms ? [Math.min(1, 1 / row.scalability)] : [],
        ),
      );
      return progress.length === sizes.length
        ? [{ progress, events: unpackEvents(whole.events, undefined, spec) }]
        : [];
    });
  if (samples.length < 2) return null;
  return trainGpm(
    sizes.map((sms) => sms / header.sms),
    samples,
    seed,
  );
}

/** SD_scal of a round; null without both runs. */
export function soloSlowdown(whole: SoloRow | undefined, smaller: SoloRow | undefined): number | null {
  if (whole === undefined || smaller === undefined) return null;
  return scalabilityOf(
    { sms: smaller.sms, launches: unpackLaunches(smaller.launches, PROTOCOL_SPEC) },
    { sms: whole.sms, launches: unpackLaunches(whole.launches, PROTOCOL_SPEC) },
  );
}

/** Scores a predictor on co-runs; `weightOf` says how many co-locations of the protocol a run stands for. */
export function score(
  rows: readonly CoRunRow[],
  predict: Predictor,
  weightOf: (row: CoRunRow) => number,
): ScoredSlowdown[] {
  return rows.flatMap((row) =>
    row.slowdowns.flatMap((measured, app) => {
      const predicted = predict(row, app);
      if (predicted === null) return [];
      const { apps, sms } = row;
      const error = Math.abs(predicted - measured) / measured;
      return [{ apps, sms, app, weight: weightOf(row), measured, predicted, error }];
    }),
  );
}

/** Errors, each as often as the protocol has its co-location. */
export const weightedErrors = (scores: readonly ScoredSlowdown[]): number[] =>
  scores.flatMap(({ error, weight }) => new Array<number>(weight).fill(error));

/** Over applications of co-locations, each counted as often as the protocol has it. */
export function summarise(scores: readonly ScoredSlowdown[]): ErrorSummary | null {
  if (scores.length === 0) return null;
  const errors = weightedErrors(scores);
  const runs = new Set(scores.map(({ apps, sms }) => coLocationKey('', apps, sms)));
  return {
    coLocations: runs.size,
    mean: mean(errors),
    median: median(errors),
    p90: quantile(errors, 0.9),
    maximum: Math.max(...errors),
  };
}

/** Mean error on the pairs among some rows of a network that is given no file. */
export function pairError(rows: readonly ResultRow[], fitted: FittedNetwork): number {
  const pairs = rows.filter((row): row is CoRunRow => row.kind === 'corun' && row.apps.length === 2);
  return mean(score(pairs, predictThemis(fittedModel(fitted)), () => 1).map(({ error }) => error));
}

/** Mean error by the period after which events are read, on the rows that were cut so (figure 7b). */
export function errorByPeriod(
  rows: readonly ResultRow[],
  model: SlowdownModel,
): { readonly cycles: number; readonly coLocations: number; readonly error: number }[] {
  const cut = rows.filter((row): row is PeriodsRow => row.kind === 'periods');
  const predict = predictThemis(model);
  const lengths = [...new Set(cut.flatMap(({ periods }) => periods.map(([cycles]) => cycles)))];
  return lengths.map((cycles) => {
    const errors = cut.flatMap(({ periods, slowdowns, sms }) => {
      const [, phases] = periods.find(([length]) => length === cycles)!;
      return slowdowns.map((measured, app) => Math.abs(predict({ phases, sms }, app) / measured - 1));
    });
    return { cycles, coLocations: cut.length, error: mean(errors) };
  });
}
