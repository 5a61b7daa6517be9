import { correlation } from './correlation';

/** Ranks from 1 in ascending order; equal values share the mean of their ranks. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const result = new Array<number>(values.length);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let i = from; i < to; i++) result[order[i]!] = (from + 1 + to) / 2;
    from = to;
  }
  return result;
}

/** Spearman's rank correlation, −1 to 1; null for fewer than two pairs or when one side does not vary. */
export function rankCorrelation(x: readonly number[], y: readonly number[]): number | null {
  return correlation(ranks(x), ranks(y));
}
