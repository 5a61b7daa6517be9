import { mean } from '../../../src/stats/means';
import {
  ACTIVATIONS,
  DECAYS,
  SOLVERS,
  trainPerceptron,
  WIDTHS,
  type PerceptronSetting,
} from '../classifiers/perceptron';
import { heldOut, MAJORITY, stratifiedFolds, type GroupedExamples } from '../classifiers/crossValidation';
import type { Setting } from '../classifiers/family';
import { JOB_PROGRAMS } from '../jobs/programs';
import { featuresOf, type Alone, type FeatureSet } from './data';
import { fromBits, toBits, type Training } from './training';

const FOLDS = 5;
const SEED = 1;

/** How often a network names the faster of two GPUs. */
export interface DeviceResult {
  readonly gpus: readonly [string, string];
  readonly set: FeatureSet;
  readonly host: boolean;
  /** Share of the programs that are faster on the first. */
  readonly first: number;
  readonly majority: number;
  readonly tried: number;
  readonly best: PerceptronSetting;
  readonly accuracy: number;
  /** Speed lost where it names the slower one, in the mean over all programs. */
  readonly lost: number;
}

/** Programs by their counters, and how long they take on either GPU. */
export interface DeviceExamples extends Pick<GroupedExamples, 'rows' | 'groups'> {
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/** What networks learn of it. */
export type DeviceScore = Pick<DeviceResult, 'first' | 'majority' | 'tried' | 'best' | 'accuracy' | 'lost'>;

/** Which of two GPUs runs a program faster, from its simulated counters on the second (section 5.4). */
export function deviceResult(first: Alone, second: Alone, set: FeatureSet, training: Training): DeviceResult {
  const examples = {
    rows: featuresOf(second, set),
    groups: JOB_PROGRAMS.map(({ name }) => name),
    first: first.seconds,
    second: second.seconds,
  };
  return { gpus: [first.gpu, second.gpu], set, host: first.host, ...deviceScore(examples, training) };
}

/** How often the best of the networks of section 5.4 names the faster GPU, of all 144 settings. */
export function deviceScore(
  { rows, groups, first, second }: DeviceExamples,
  training: Training,
): DeviceScore {
  const labels = first.map((seconds, at) => seconds < second[at]!);
  const examples: GroupedExamples = { rows, labels, groups };
  const foldOf = stratifiedFolds(examples, FOLDS, SEED);
  const judge = (setting: PerceptronSetting) => {
    const own: Setting = {
      label: setting.activation,
      fit: (some, seed) => trainPerceptron(some, setting, seed),
    };
    const bits = training('device', [examples, FOLDS, SEED, setting], () =>
      toBits(heldOut(own, examples, foldOf, SEED)),
    );
    const said = fromBits(bits);
    return { setting, said, accuracy: agreement(said, labels) };
  };
  const all = WIDTHS.flatMap(settingsOf).map(judge);
  const best = all.reduce((a, b) => (b.accuracy > a.accuracy ? b : a));
  return {
    first: mean(labels.map((label) => (label ? 1 : 0))),
    majority: agreement(heldOut(MAJORITY, examples, foldOf, SEED), labels),
    tried: all.length,
    best: best.setting,
    accuracy: best.accuracy,
    lost: mean(best.said.map((label, at) => lostBy(label, first[at]!, second[at]!))),
  };
}

const agreement = (said: readonly boolean[], labels: readonly boolean[]): number =>
  mean(said.map((label, at) => (label === labels[at] ? 1 : 0)));

const lostBy = (saysFirst: boolean, first: number, second: number): number =>
  1 - Math.min(first, second) / (saysFirst ? first : second);

const settingsOf = (width: PerceptronSetting['width']): PerceptronSetting[] =>
  ACTIVATIONS.flatMap((activation) =>
    SOLVERS.flatMap((solver) => DECAYS.map((decay) => ({ width, activation, solver, decay }))),
  );
