import { createRandom } from '../../../src/stats/random';
import type { Classifier, Examples, Family } from './family';
import { balanceOf, growTree, type Tree } from './tree';

const evenly = (rows: number): number[] => new Array<number>(rows).fill(1 / rows);

export const decisionTree: Family = {
  id: 'decision tree',
  settings: [1, 2, 3, 5].map((depth) => ({
    label: `depth ${depth}`,
    fit: ({ rows, labels }) => {
      const tree = growTree({ rows, labels, weights: evenly(rows.length) }, { depth });
      return (row) => balanceOf(tree, row) > 0;
    },
  })),
};

/** Trees on samples drawn with repetition, each split looking at √n features (Breiman 2001). */
export const randomForest: Family = {
  id: 'random forest',
  settings: [10, 50].flatMap((trees) =>
    [2, 4].map((depth) => ({
      label: `${trees} trees of depth ${depth}`,
      fit: (examples: Examples, seed: number) => growForest(examples, trees, depth, seed),
    })),
  ),
};

function growForest({ rows, labels }: Examples, count: number, depth: number, seed: number): Classifier {
  const random = createRandom(seed);
  const width = rows[0]!.length;
  const looked = Math.max(1, Math.round(Math.sqrt(width)));
  const features = (): number[] => {
    const left = Array.from({ length: width }, (_, at) => at);
    return Array.from({ length: looked }, () => left.splice(random.below(left.length), 1)[0]!);
  };
  const trees = Array.from({ length: count }, () => {
    const weights = rows.map(() => 0);
    rows.forEach(() => weights[random.below(rows.length)]!++);
    return growTree(drawn({ rows, labels }, weights), { depth, features });
  });
  return (row) => sum(trees.map((tree) => Math.sign(balanceOf(tree, row)))) > 0;
}

/** Rows that were drawn at least once, weighted by how often. */
function drawn({ rows, labels }: Examples, counts: readonly number[]) {
  const members = rows.map((_, at) => at).filter((at) => counts[at]! > 0);
  return {
    rows: members.map((at) => rows[at]!),
    labels: members.map((at) => labels[at]!),
    weights: members.map((at) => counts[at]!),
  };
}

/** AdaBoost (Freund and Schapire 1997): each tree is grown on what those before got wrong. */
export const adaBoost: Family = {
  id: 'AdaBoost',
  settings: [1, 2].flatMap((depth) =>
    [10, 50].map((rounds) => ({
      label: `${rounds} rounds of depth ${depth}`,
      fit: (examples: Examples) => boost(examples, rounds, depth),
    })),
  ),
};

/** A tree that gets everything right would have an infinite vote. */
const LEAST_ERROR = 1e-6;

function boost({ rows, labels }: Examples, rounds: number, depth: number): Classifier {
  let weights = evenly(rows.length);
  const votes: { readonly tree: Tree; readonly vote: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const tree = growTree({ rows, labels, weights }, { depth });
    const wrong = rows.map((row, at) => balanceOf(tree, row) > 0 !== labels[at]!);
    const error = sum(weights.filter((_, at) => wrong[at]!));
    if (error >= 0.5) break;
    const vote = 0.5 * Math.log((1 - error) / Math.max(error, LEAST_ERROR));
    votes.push({ tree, vote });
    if (error <= LEAST_ERROR) break;
    const scaled = weights.map((weight, at) => weight * Math.exp(wrong[at]! ? vote : -vote));
    const total = sum(scaled);
    weights = scaled.map((weight) => weight / total);
  }
  return (row) => sum(votes.map(({ tree, vote }) => (balanceOf(tree, row) > 0 ? vote : -vote))) > 0;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
