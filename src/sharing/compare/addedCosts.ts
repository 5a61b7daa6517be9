import { isRun, type OverlapSide } from '../overlapVerdict';

/**
 * How far slowdowns beside two others are, in the mean, where what each of both costs by itself is added up: 60
 * slowdowns of kernels in threes on an H100, from those of the same kernels in twos. In streams they are 9 % off, under
 * MPS 11 %, on green contexts 6 % (`npm run study -- threes-on-card`; one answer for all is 48, 48 and 22 % off).
 */
const ADDED_ERROR = 0.11;

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
  return Math.max(ADDED_ERROR, error ?? 0);
}
