/**
 * Quantile by linear interpolation between order statistics (type 7, the default of R and NumPy).
 *
 * @param share 0 (smallest) to 1 (largest).
 * @throws RangeError without values.
 */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('a quantile needs at least one value');
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = Math.floor(at);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (at - below) * (high - low);
}

/** Median of values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
