import { nearestNeighbours, squaredDistance } from '../../../src/stats/distances';
import type { Classifier, Examples, Family } from './family';

/** Features as they are: the caller scales them. */
export const nearest: Family = {
  id: 'k nearest neighbours',
  settings: [1, 3, 5, 9].map((count) => ({
    label: `k ${count}`,
    fit:
      ({ rows, labels }) =>
      (row) => {
        const votes = nearestNeighbours(rows, row, count);
        return 2 * votes.filter(({ index }) => labels[index]!).length > votes.length;
      },
  })),
};

type Kernel = (a: readonly number[], b: readonly number[]) => number;

const linear: Kernel = (a, b) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
const radial =
  (width: number): Kernel =>
  (a, b) =>
    Math.exp(-squaredDistance(a, b) / (2 * width ** 2));

/** Support vector machine with a soft margin; the constant is part of the kernel, so that the dual has bounds alone. */
export const supportVectors: Family = {
  id: 'support vector machine',
  settings: [0.1, 1, 10].flatMap((cost) => [
    { label: `linear, C ${cost}`, fit: (examples: Examples) => separate(examples, linear, cost) },
    { label: `radial, C ${cost}`, fit: (examples: Examples) => separate(examples, radial(1), cost) },
  ]),
};

const SWEEPS = 200;

/** Dual coordinate descent (Hsieh et al., ICML 2008). */
function separate({ rows, labels }: Examples, kernel: Kernel, cost: number): Classifier {
  const signs = labels.map((label) => (label ? 1 : -1));
  const gram = rows.map((a) => rows.map((b) => kernel(a, b) + 1));
  const alphas = rows.map(() => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved = 0;
    for (const [at, row] of gram.entries()) {
      const value = row.reduce((sum, own, other) => sum + alphas[other]! * signs[other]! * own, 0);
      const next = Math.min(cost, Math.max(0, alphas[at]! - (signs[at]! * value - 1) / row[at]!));
      moved = Math.max(moved, Math.abs(next - alphas[at]!));
      alphas[at] = next;
    }
    if (moved < 1e-6) break;
  }
  return (row) =>
    rows.reduce((sum, own, at) => sum + alphas[at]! * signs[at]! * (kernel(own, row) + 1), 0) > 0;
}
