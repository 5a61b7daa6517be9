import { scaled, scalingOf } from '../../../src/predictors/magic/features/scaling';
import { groupBy } from '../../../src/stats/grouping';
import { mean } from '../../../src/stats/means';
import { createRandom } from '../../../src/stats/random';
import { nearest, supportVectors } from './distances';
import type { Examples, Family, Setting } from './family';
import { naiveBayes, quadraticDiscriminant } from './gaussian';
import { neuralNetwork } from './network';
import { adaBoost, decisionTree, randomForest } from './trees';

/** The eight of the dissertation, in its order. */
export const FAMILIES: readonly Family[] = [
  decisionTree,
  nearest,
  supportVectors,
  randomForest,
  neuralNetwork,
  adaBoost,
  naiveBayes,
  quadraticDiscriminant,
];

/** Examples of which some belong together: those of one group are never apart. */
export interface GroupedExamples extends Examples {
  readonly groups: readonly string[];
}

/**
 * Stratified folds: every fold has about as many groups of each class as the others; groups in seeded random order.
 *
 * @returns the fold of each example
 */
export function stratifiedFolds({ labels, groups }: GroupedExamples, folds: number, seed: number): number[] {
  const random = createRandom(seed);
  const members = [...groupBy([...labels.keys()], (at) => groups[at]!)].map(([group, own]) => ({
    group,
    share: mean(own.map((at) => (labels[at]! ? 1 : 0))),
    draw: random.next(),
  }));
  members.sort((a, b) => a.share - b.share || a.draw - b.draw);
  const foldOf = new Map(members.map(({ group }, at) => [group, at % folds]));
  return groups.map((group) => foldOf.get(group)!);
}

/** What a setting, trained on the other folds, says of each example. */
export function heldOut(
  setting: Setting,
  examples: GroupedExamples,
  foldOf: readonly number[],
  seed: number,
): boolean[] {
  const said = new Array<boolean>(foldOf.length);
  for (const fold of new Set(foldOf)) {
    const kept = part(examples, (at) => foldOf[at] !== fold);
    const classify = fitScaled(setting, kept, seed);
    for (const [at, row] of examples.rows.entries()) if (foldOf[at] === fold) said[at] = classify(row);
  }
  return said;
}

/** Share of the examples that a setting, trained on the other folds, gets right. */
export function accuracy(
  setting: Setting,
  examples: GroupedExamples,
  foldOf: readonly number[],
  seed: number,
): number {
  const said = heldOut(setting, examples, foldOf, seed);
  return mean(said.map((label, at) => (label === examples.labels[at] ? 1 : 0)));
}

/** Trains on features scaled by the training examples alone; a class that is missing there is never said. */
function fitScaled(setting: Setting, examples: Examples, seed: number): (row: readonly number[]) => boolean {
  const [first] = examples.labels;
  if (examples.labels.every((label) => label === first)) return () => first!;
  const scaling = scalingOf(examples.rows);
  const rows = examples.rows.map((row) => scaled(row, scaling));
  const classify = setting.fit({ rows, labels: examples.labels }, seed);
  return (row) => classify(scaled(row, scaling));
}

function part(examples: GroupedExamples, keep: (at: number) => boolean): GroupedExamples {
  const kept = examples.rows.map((_, at) => at).filter(keep);
  return {
    rows: kept.map((at) => examples.rows[at]!),
    labels: kept.map((at) => examples.labels[at]!),
    groups: kept.map((at) => examples.groups[at]!),
  };
}

/** Always the class that most training examples have. */
export const MAJORITY: Setting = {
  label: 'majority class',
  fit: ({ labels }) => {
    const yes = 2 * labels.filter((label) => label).length > labels.length;
    return () => yes;
  },
};

export interface FamilyScore {
  readonly family: string;
  /** Setting of the least error over all folds, and that accuracy: chosen on what it is judged by, as in the text. */
  readonly setting: string;
  readonly chosen: number;
  /** Accuracy where the setting is chosen within the training folds. */
  readonly nested: number;
}

export interface ValidationOptions {
  readonly folds: number;
  readonly seed: number;
}

/** Greedy search over the settings of each family by cross validation. */
export function validateFamilies(
  examples: GroupedExamples,
  { folds, seed }: ValidationOptions,
  families: readonly Family[] = FAMILIES,
): readonly FamilyScore[] {
  const foldOf = stratifiedFolds(examples, folds, seed);
  return families.map((family) => {
    const { setting, score } = bestSetting(family, examples, foldOf, seed);
    const nested = [...new Set(foldOf)].flatMap((fold) => {
      const kept = part(examples, (at) => foldOf[at] !== fold);
      const held = part(examples, (at) => foldOf[at] === fold);
      const own = bestSetting(family, kept, stratifiedFolds(kept, folds - 1, seed), seed).setting;
      const classify = fitScaled(own, kept, seed);
      return held.rows.map((row, at) => (classify(row) === held.labels[at] ? 1 : 0));
    });
    return { family: family.id, setting: setting.label, chosen: score, nested: mean(nested) };
  });
}

/** The setting of any family with the least error over all folds (`FindBestModel` of figure 5.7). */
export function bestModel(examples: GroupedExamples, { folds, seed }: ValidationOptions): Setting {
  const foldOf = stratifiedFolds(examples, folds, seed);
  return FAMILIES.map((family) => bestSetting(family, examples, foldOf, seed)).reduce((best, each) =>
    each.score > best.score ? each : best,
  ).setting;
}

function bestSetting(
  family: Family,
  examples: GroupedExamples,
  foldOf: readonly number[],
  seed: number,
): { readonly setting: Setting; readonly score: number } {
  return family.settings
    .map((setting) => ({ setting, score: accuracy(setting, examples, foldOf, seed) }))
    .reduce((best, each) => (each.score > best.score ? each : best));
}
