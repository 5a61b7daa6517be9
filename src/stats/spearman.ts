/**
 * Spearman's rank correlation: Pearson's coefficient of the ranks, equal values sharing the mean of their
 * ranks. Null where one of the columns is constant or there are fewer than two points.
 */
export function spearman(x: readonly number[], y: readonly number[]): number | null {
  if (x.length !== y.length) throw new RangeError(`${x.length} values against ${y.length}`);
  const a = ranks(x);
  const b = ranks(y);
  const mean = (x.length + 1) / 2;
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (let i = 0; i < a.length; i++) {
    product += (a[i]! - mean) * (b[i]! - mean);
    squareA += (a[i]! - mean) ** 2;
    squareB += (b[i]! - mean) ** 2;
  }
  return squareA > 0 && squareB > 0 ? product / Math.sqrt(squareA * squareB) : null;
}

/** Ranks from 1; equal values get the mean of the ranks that they take. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const result = new Array<number>(values.length);
  for (let first = 0; first < order.length;) {
    let end = first + 1;
    while (end < order.length && values[order[end]!] === values[order[first]!]) end++;
    for (let i = first; i < end; i++) result[order[i]!] = (first + 1 + end) / 2;
    first = end;
  }
  return result;
}
