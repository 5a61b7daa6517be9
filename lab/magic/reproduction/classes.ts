import { sensitivities } from '../../../src/predictors/magic/sensitivity/sensitivity';
import { quantile } from '../../../src/stats/quantile';
import {
  accuracy,
  bestModel,
  FAMILIES,
  heldOut,
  MAJORITY,
  stratifiedFolds,
  type FamilyScore,
  type GroupedExamples,
} from '../classifiers/crossValidation';
import { JOB_PROGRAMS } from '../jobs/programs';
import { averagesOf, FEATURE_SETS, featuresOf, type FeatureSet, type Matrix } from './data';
import { familyScores, fromBits, settingsOf, toBits, type Training } from './training';

const FOLDS = 5;
const SEED = 1;
/** Shares of the programs below the threshold. */
const QUANTILES = [0.25, 0.5, 0.75] as const;

/** Classifiers on one set of features at one threshold. */
export interface ClassResult {
  readonly set: FeatureSet;
  readonly below: number;
  /** Slowdown − 1. */
  readonly threshold: number;
  readonly majority: number;
  readonly scores: readonly FamilyScore[];
}

export function classResults(matrix: Matrix, training: Training): ClassResult[] {
  return QUANTILES.flatMap((below) => {
    const { threshold, labels } = classesAt(matrix, below);
    return FEATURE_SETS.map((set) => {
      const examples = examplesOf(matrix, set, labels);
      const majority = accuracy(MAJORITY, examples, stratifiedFolds(examples, FOLDS, SEED), SEED);
      const scores = familyScores(training, examples, FOLDS, SEED);
      return { set, below, threshold, majority, scores };
    });
  });
}

/** Classes of (5.3): true for sensitive. */
export function classesAt(matrix: Matrix, below: number): { threshold: number; labels: boolean[] } {
  const averages = averagesOf(matrix);
  const threshold = quantile(averages, below);
  return { threshold, labels: sensitivities(averages, threshold).map((label) => label!) };
}

/** What the best model says of each program when trained on the others' folds: what a scheduler can know. */
export function predictedClasses(
  matrix: Matrix,
  set: FeatureSet,
  below: number,
  training: Training,
): boolean[] {
  const examples = examplesOf(matrix, set, classesAt(matrix, below).labels);
  const said = training('classes', [examples, FOLDS, SEED, FAMILIES.map(settingsOf)], () => {
    const model = bestModel(examples, { folds: FOLDS, seed: SEED });
    return toBits(heldOut(model, examples, stratifiedFolds(examples, FOLDS, SEED), SEED));
  });
  return fromBits(said);
}

function examplesOf(matrix: Matrix, set: FeatureSet, labels: readonly boolean[]): GroupedExamples {
  return { rows: featuresOf(matrix, set), labels, groups: JOB_PROGRAMS.map(({ name }) => name) };
}
