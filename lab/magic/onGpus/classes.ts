import { FEAT9, FEAT_MYSTIC } from '../../../src/predictors/magic/features/featureSets';
import { mean } from '../../../src/stats/means';
import { readData } from '../../data/tables';
import {
  accuracy,
  MAJORITY,
  stratifiedFolds,
  type FamilyScore,
  type GroupedExamples,
} from '../classifiers/crossValidation';
import { familyScores, type Training } from '../reproduction/training';

const FOLDS = 5;
const SEED = 1;

interface MeasuredMetrics {
  readonly metrics: readonly string[];
  readonly programs: readonly string[];
  readonly sensitive: readonly boolean[];
  readonly values: readonly (readonly (number | null)[])[];
}

/** Classifiers on measured counters and classes, with one set of metrics. */
export interface MeasuredClasses {
  readonly set: string;
  readonly metrics: number;
  readonly programs: number;
  readonly majority: number;
  readonly scores: readonly FamilyScore[];
}

/** What nvprof called them on that GPU. */
const CALLED: Readonly<Record<string, string>> = { sm_efficiency: 'sm_activity', ipc: 'executed_ipc' };

/** The author's programs by their counters on a GTX 1080 Ti. */
export interface MeasuredFeatures {
  readonly set: string;
  readonly metrics: number;
  readonly programs: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

/** The same programs by different sets of metrics. */
export function measuredFeatureSets(root: string): readonly MeasuredFeatures[] {
  const { metrics, programs, values } = readData<MeasuredMetrics>(root, 'magic_metrics');
  const sets = { FeatAll: metrics, Feat9: FEAT9, FeatMystic: FEAT_MYSTIC };
  const columns = new Map(metrics.map((name, at) => [name, filled(values.map((row) => row[at]!))]));
  return Object.entries(sets).map(([set, names]) => ({
    ...{ set, programs },
    metrics: names.length,
    rows: programs.map((_, at) => names.map((name) => columns.get(CALLED[name] ?? name)![at]!)),
  }));
}

/** Whether neighbours slow these programs down, told from their counters. */
export function measuredClasses(root: string, training: Training): MeasuredClasses[] {
  const { sensitive } = readData<MeasuredMetrics>(root, 'magic_metrics');
  return measuredFeatureSets(root).map(({ set, metrics, programs, rows }) => {
    const examples: GroupedExamples = { rows, labels: sensitive, groups: programs };
    return {
      ...{ set, metrics },
      programs: programs.length,
      majority: accuracy(MAJORITY, examples, stratifiedFolds(examples, FOLDS, SEED), SEED),
      scores: familyScores(training, examples, FOLDS, SEED),
    };
  });
}

/** A column in which the mean stands for what nvprof had no number of. */
function filled(column: readonly (number | null)[]): number[] {
  const usual = mean(column.filter((value) => value !== null));
  return column.map((value) => value ?? usual);
}
