/** Arithmetic mean; NaN without values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Geometric mean of positive values.
 *
 * @throws RangeError without values.
 */
export function geometricMean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('a mean needs at least one value');
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
