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
/** Settings of the smallest network that are tried with the larger ones, too. */
const WIDENED = 3;

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

/**
 * Which of two GPUs runs a program faster, from its counters on the second (section 5.4). Of the 144 settings all of the
 * narrowest network are tried, and the best of them wider.
 */
export function deviceResult(first: Alone, second: Alone, set: FeatureSet, training: Training): DeviceResult {
  const labels = first.seconds.map((seconds, at) => seconds < second.seconds[at]!);
  const examples: GroupedExamples = {
    rows: featuresOf(second, set),
    labels,
    groups: JOB_PROGRAMS.map(({ name }) => name),
  };
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
  const narrow = settingsOf(WIDTHS[0])
    .map(judge)
    .sort((a, b) => b.accuracy - a.accuracy);
  const wide = narrow
    .slice(0, WIDENED)
    .flatMap(({ setting }) => WIDTHS.slice(1).map((width) => judge({ ...setting, width })));
  const all = [...narrow, ...wide];
  const best = all.reduce((a, b) => (b.accuracy > a.accuracy ? b : a));
  return {
    gpus: [first.gpu, second.gpu],
    set,
    host: first.host,
    first: mean(labels.map((label) => (label ? 1 : 0))),
    majority: agreement(heldOut(MAJORITY, examples, foldOf, SEED), labels),
    tried: all.length,
    best: best.setting,
    accuracy: best.accuracy,
    lost: mean(best.said.map((label, at) => lostBy(label, first.seconds[at]!, second.seconds[at]!))),
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
