import { mean } from './means';

/** Pearson's correlation, −1 to 1; null for fewer than two pairs or when one side does not vary. */
export function correlation(x: readonly number[], y: readonly number[]): number | null {
  if (x.length !== y.length) throw new RangeError(`${x.length} values beside ${y.length}`);
  const [ownMean, otherMean] = [mean(x), mean(y)];
  const product = (p: readonly number[], m: number, q: readonly number[], n: number): number =>
    p.reduce((sum, value, i) => sum + (value - m) * (q[i]! - n), 0);
  const scale = Math.sqrt(product(x, ownMean, x, ownMean) * product(y, otherMean, y, otherMean));
  return scale > 0 ? product(x, ownMean, y, otherMean) / scale : null;
}
