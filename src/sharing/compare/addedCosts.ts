import { isRun, type OverlapSide } from '../overlapVerdict';

/**
 * How far slowdowns are, in the mean, where what each of the others costs by itself is added up, by how many share: 120 to
 * 240 slowdowns of applications of kernels in groups of 3, 4, 6 and 8 under MPS on an H100, from those of the same in twos
 * (`npm run study -- applications-on-card`). One answer for all is 60 to 124 % off. Kernels in threes in streams and green
 * contexts are 9 and 6 % off (`threes-on-card`).
 */
const ADDED_ERRORS: readonly (readonly [atMost: number, error: number])[] = [
  [3, 0.11],
  [4, 0.21],
  [6, 0.34],
  [Infinity, 0.35],
];

/** A pace is never without bounds, whatever a predictor says. */
const LEAST = 0.01;

/** The slowdown beside several: what each costs alone, added up. */
export function addedSlowdown(base: number, costs: readonly number[]): number {
  return Math.max(
    LEAST,
    costs.reduce((sum, cost) => sum + cost, base),
  );
}

/** Typical error of times for which answers were put together; null where one of them has none that is known. */
export function errorOfAdded(
  contenders: number,
  error: number | null,
  answers: readonly OverlapSide['answer'][],
): number | null {
  if (contenders <= 2) return error;
  if (error === null && !answers.every(isRun)) return null;
  const [, ofAdding] = ADDED_ERRORS.find(([atMost]) => contenders <= atMost)!;
  return Math.max(ofAdding, error ?? 0);
}
