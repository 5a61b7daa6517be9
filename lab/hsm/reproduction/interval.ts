import { mean } from '../../../src/stats/means';

/** A mean over independent values, and half of its 95 % interval; null where fewer than three tell next to no spread. */
export interface Interval {
  readonly mean: number;
  readonly half: number | null;
}

/** Two-sided 95 % quantiles of Student's t distribution for 2 to 10 degrees of freedom; beyond, the normal's. */
const T_QUANTILES = [4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
const NORMAL_QUANTILE = 1.96;

/** @param values at least one */
export function intervalOf(values: readonly number[]): Interval {
  const centre = mean(values);
  const freedom = values.length - 1;
  if (freedom < 2) return { mean: centre, half: null };
  const variance = values.reduce((sum, one) => sum + (one - centre) ** 2, 0) / freedom;
  const quantile = T_QUANTILES[freedom - 2] ?? NORMAL_QUANTILE;
  return { mean: centre, half: quantile * Math.sqrt(variance / values.length) };
}
