import { averageSlowdowns, sensitivities } from '../../src/predictors/magic/sensitivity/sensitivity';
import { quantile } from '../../src/stats/quantile';
import {
  accuracy,
  MAJORITY,
  stratifiedFolds,
  validateFamilies,
  type FamilyScore,
  type GroupedExamples,
} from './classifiers/crossValidation';
import { MEASURED_GPUS, MEASURED_JOBS, measuredFeatures, measuredSlowdown } from './pairs';

/** Classifiers at one threshold of sensitivity. */
export interface ThresholdResult {
  /** Share of the applications that lie below the threshold, and so are insensitive. */
  readonly below: number;
  /** Slowdown − 1 at the threshold by GPU. */
  readonly thresholds: readonly { readonly gpu: string; readonly threshold: number }[];
  readonly majority: number;
  readonly scores: readonly FamilyScore[];
}

export interface SensitivityOptions {
  readonly folds: number;
  readonly seed: number;
  /** Quantiles of the average slowdowns of each GPU at which classes are parted. */
  readonly quantiles: readonly number[];
}

/**
 * Classes of the measured jobs on each GPU (equations 5.1 to 5.3) guessed from what is known of a job alone. A job is in one
 * fold on all GPUs: a job that was trained on elsewhere would not be a new one.
 */
export function studySensitivity({ folds, seed, quantiles }: SensitivityOptions): readonly ThresholdResult[] {
  const averages = MEASURED_GPUS.map((gpu) =>
    averageSlowdowns(
      MEASURED_JOBS.map((of) => MEASURED_JOBS.map((beside) => measuredSlowdown(gpu, of, beside))),
    ),
  );
  return quantiles.map((below) => {
    const thresholds = averages.map((own) =>
      quantile(
        own.filter((value) => value !== null),
        below,
      ),
    );
    const examples = examplesAt(averages.map((own, at) => sensitivities(own, thresholds[at]!)));
    const options = { folds, seed };
    return {
      below,
      thresholds: MEASURED_GPUS.map((gpu, at) => ({ gpu, threshold: thresholds[at]! })),
      majority: accuracy(MAJORITY, examples, stratifiedFolds(examples, folds, seed), seed),
      scores: validateFamilies(examples, options),
    };
  });
}

/** One example for each job and GPU whose class is known; which GPU is among the features. */
function examplesAt(classes: readonly (readonly (boolean | null)[])[]): GroupedExamples {
  const all = MEASURED_GPUS.flatMap((gpu, kind) =>
    MEASURED_JOBS.flatMap((job, at) => {
      const label = classes[kind]![at]!;
      if (label === null) return [];
      const row = [...measuredFeatures(gpu, job), ...MEASURED_GPUS.map((other) => (other === gpu ? 1 : 0))];
      return [{ row, label, group: job }];
    }),
  );
  return {
    rows: all.map(({ row }) => row),
    labels: all.map(({ label }) => label),
    groups: all.map(({ group }) => group),
  };
}
