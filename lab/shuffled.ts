import { createRandom } from '../src/stats/random';

/** `list` in an order drawn with a seed, so that its beginning is a sample of it. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = createRandom(seed);
  const order = [...list];
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}
