import { createRandom } from '../../../stats/random';
import { groupBy } from '../../../stats/grouping';
import { median } from '../../../stats/quantile';
import { INTERFERENCE, SCALABILITY, SlowdownNetwork, type FittedNetwork } from '../model/slowdownNetwork';
import { fitNetwork, type Fit, type FitOptions, type NetworkKind } from './fit';
import type { TrainingSample } from './samples';
import { mean } from '../../../stats/means';

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

export interface CrossValidation {
  /** Errors on samples of workloads that the network had not seen. */
  readonly errors: ModelErrors;
  /** For each held-out sample the errors of slowdown, scalability and interference. */
  readonly relative: readonly (readonly number[])[];
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
  const parts: number[][] = [];
  const fits = folds.map((workloads) => {
    const held = samples.filter((sample) => workloads.includes(sample.workload));
    const kept = samples.filter((sample) => !workloads.includes(sample.workload));
    const fit = fitNetwork(kept, held, kind, options);
    parts.push(...relativeErrors(fit, held));
    return { workloads, fit };
  });
  return {
    errors: summaries(parts),
    relative: parts,
    epoch: Math.round(median(fits.map(({ fit }) => fit.epoch))),
    folds: fits,
  };
}

/** Cross-validates with several deals of the folds, each with a seed of its own, over all of their errors. */
export function crossValidateRepeatedly(
  samples: readonly TrainingSample[],
  kind: NetworkKind,
  options: FitOptions,
  { folds, repeats }: { readonly folds: number; readonly repeats: number },
): Pick<CrossValidation, 'errors' | 'epoch'> {
  const deals = Array.from({ length: repeats }, (_, i) => {
    const seed = options.seed + i;
    return crossValidate(samples, kind, { ...options, seed }, foldsOf(samples, folds, seed));
  });
  return {
    errors: summaries(deals.flatMap(({ relative }) => relative)),
    epoch: Math.round(median(deals.flatMap(({ folds: fits }) => fits.map(({ fit }) => fit.epoch)))),
  };
}

export function errorsOf(fitted: FittedNetwork, samples: readonly TrainingSample[]): ModelErrors {
  return summaries(relativeErrors(fitted, samples));
}

/** For each sample the errors of slowdown, scalability and interference. */
function relativeErrors(fitted: FittedNetwork, samples: readonly TrainingSample[]): number[][] {
  const network = new SlowdownNetwork(fitted);
  const factors = new Float64Array(2);
  const error = (predicted: number, measured: number): number => Math.abs(predicted / measured - 1);
  return samples.map(({ smFraction, own, coRunners, countedFraction, scalability, interference }) => {
    network.predictInto(factors, smFraction, own, coRunners, countedFraction);
    const scal = factors[SCALABILITY]!;
    const inter = factors[INTERFERENCE]!;
    return [
      error(scal * inter, scalability * interference),
      error(scal, scalability),
      error(inter, interference),
    ];
  });
}

function summaries(errors: readonly (readonly number[])[]): ModelErrors {
  const part = (index: number): ErrorSummary => {
    const values = errors.map((error) => error[index]!);
    return { mean: mean(values), median: median(values), worst: Math.max(...values) };
  };
  return { slowdown: part(0), scalability: part(1), interference: part(2) };
}
