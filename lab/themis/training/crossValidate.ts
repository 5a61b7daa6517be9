import { createRandom } from '../../../src/stats/random';
import { groupBy } from '../../../src/stats/grouping';
import { median, quantile } from '../../../src/stats/quantile';
import {
  INTERFERENCE,
  SCALABILITY,
  SlowdownNetwork,
  type FittedNetwork,
} from '../../../src/predictors/themis/model/slowdownNetwork';
import type { FitOptions } from './descend';
import { fitNetwork, type Fit } from './fitNetwork';
import type { NetworkKind } from './networkKinds';
import type { SampleSet } from '../../../src/predictors/themis/model/sampleSets';
import type { TrainingSample } from './samples';
import { mean } from '../../../src/stats/means';

/** How far predictions are off, as |predicted − measured| / measured (equation 2). */
export interface ErrorSummary {
  readonly mean: number;
  readonly median: number;
  readonly worst: number;
}

export interface ModelErrors {
  readonly slowdown: ErrorSummary;
  readonly scalability: ErrorSummary;
  readonly interference: ErrorSummary;
}

/**
 * Deals workloads into folds, class by class, so that each fold holds out some of every class and no workload
 * is on both sides. Returns each fold's workloads.
 */
export function foldsOf(samples: readonly TrainingSample[], folds: number, seed: number): string[][] {
  const random = createRandom(seed);
  const result: string[][] = Array.from({ length: folds }, () => []);
  const byClass = groupBy(samples, (sample) => sample.class);
  let next = 0;
  for (const name of [...byClass.keys()].sort()) {
    const workloads = [...new Set(byClass.get(name)!.map((sample) => sample.workload))].sort();
    while (workloads.length > 0) {
      const [chosen] = workloads.splice(random.below(workloads.length), 1);
      result[next++ % folds]!.push(chosen!);
    }
  }
  return result.filter((fold) => fold.length > 0);
}

/**
 * How far measured progress (PG = 1 / SD) may fall below predicted: the ratio of the two that all but a tenth, and
 * all but a quarter, of the predictions reach.
 */
export interface ProgressRatios {
  readonly tenth: number;
  readonly quarter: number;
}

/** One prediction of a sample that was held out. */
interface Outcome {
  /** Errors of slowdown, scalability and interference. */
  readonly errors: readonly [number, number, number];
  /** Predicted progress, and measured over predicted. */
  readonly progress: number;
  readonly ratio: number;
  /** Between the share of the SMs asked about and that where the events were counted. */
  readonly distance: number;
}

export interface CrossValidation {
  /** Errors on samples of workloads that the network had not seen. */
  readonly errors: ModelErrors;
  readonly outcomes: readonly Outcome[];
  /** Median over the folds of the pass at which early stopping took the network. */
  readonly epoch: number;
  readonly folds: readonly { readonly workloads: readonly string[]; readonly fit: Fit }[];
}

/** Fits once for each fold, on the other folds' workloads, and measures on the one held out. */
export function crossValidate(
  samples: readonly TrainingSample[],
  kind: NetworkKind,
  options: FitOptions,
  folds: readonly (readonly string[])[],
): CrossValidation {
  const outcomes: Outcome[] = [];
  const fits = folds.map((workloads) => {
    const held = samples.filter((sample) => workloads.includes(sample.workload));
    const kept = samples.filter((sample) => !workloads.includes(sample.workload));
    const fit = fitNetwork(kept, held, kind, options);
    outcomes.push(...outcomesOf(fit, held));
    return { workloads, fit };
  });
  return {
    errors: summaries(outcomes),
    outcomes,
    epoch: Math.round(median(fits.map(({ fit }) => fit.epoch))),
    folds: fits,
  };
}

/** How often, into how many parts, and samples of which kind are dealt. */
export interface Deals {
  readonly folds: number;
  readonly repeats: number;
  readonly events: SampleSet;
}

/** Cross-validates with several deals of the folds, each with a seed of its own, over all of their errors. */
export function crossValidateRepeatedly(
  samples: readonly TrainingSample[],
  kind: NetworkKind,
  options: FitOptions,
  { folds, repeats, events }: Deals,
): Pick<CrossValidation, 'errors' | 'epoch'> & { readonly ratios: ProgressRatios | null } {
  const deals = Array.from({ length: repeats }, (_, i) => {
    const seed = options.seed + i;
    return crossValidate(samples, kind, { ...options, seed }, foldsOf(samples, folds, seed));
  });
  const outcomes = deals.flatMap((deal) => deal.outcomes);
  return {
    errors: summaries(outcomes),
    ratios: ratiosOf(outcomes, FARTHEST[events]),
    epoch: Math.round(median(deals.flatMap(({ folds: fits }) => fits.map(({ fit }) => fit.epoch)))),
  };
}

export function errorsOf(fitted: FittedNetwork, samples: readonly TrainingSample[]): ModelErrors {
  return summaries(outcomesOf(fitted, samples));
}

/** Progress targets are above this. */
const LEAST_PROGRESS = 0.5;
/**
 * How far from where the events were counted a progress target is decided: runs alone are all on the whole GPU, and
 * decide about any split; from one split to another the allocation engine goes no farther than a sixth in a step, of
 * which allocations that are rounded to whole SMs are not quite apart.
 */
const FARTHEST: Readonly<Record<SampleSet, number>> = { shared: 0, solo: 1, elsewhere: 0.2 };

/** Of the predictions that decide about a progress target; null where there is none. */
function ratiosOf(outcomes: readonly Outcome[], farthest: number): ProgressRatios | null {
  const ratios = outcomes
    .filter(({ progress, distance }) => progress >= LEAST_PROGRESS && distance <= farthest)
    .map(({ ratio }) => ratio);
  return ratios.length === 0 ? null : { tenth: quantile(ratios, 0.1), quarter: quantile(ratios, 0.25) };
}

function outcomesOf(fitted: FittedNetwork, samples: readonly TrainingSample[]): Outcome[] {
  const network = new SlowdownNetwork(fitted);
  const factors = new Float64Array(2);
  const error = (predicted: number, measured: number): number => Math.abs(predicted / measured - 1);
  return samples.map(({ smFraction, own, coRunners, countedFraction, scalability, interference }) => {
    network.predictInto(factors, smFraction, own, coRunners, countedFraction);
    const scal = factors[SCALABILITY]!;
    const inter = factors[INTERFERENCE]!;
    const ratio = (scal * inter) / (scalability * interference);
    return {
      errors: [error(ratio, 1), error(scal, scalability), error(inter, interference)],
      progress: 1 / (scal * inter),
      ratio,
      distance: Math.abs(smFraction - (countedFraction ?? smFraction)),
    };
  });
}

function summaries(outcomes: readonly Outcome[]): ModelErrors {
  const part = (index: 0 | 1 | 2): ErrorSummary => {
    const values = outcomes.map(({ errors }) => errors[index]);
    return { mean: mean(values), median: median(values), worst: Math.max(...values) };
  };
  return { slowdown: part(0), scalability: part(1), interference: part(2) };
}
