import { createRandom } from '../../src/stats/random';

/** A best-effort program and a latency-critical one. */
export type Pair = readonly [yielding: string, critical: string];

/** All pairs in an order of which every beginning is a sample. */
export function pairsInOrder(yielding: readonly string[], critical: readonly string[], seed: number): Pair[] {
  const random = createRandom(seed);
  const pairs = yielding.flatMap((first) => critical.map((second): Pair => [first, second]));
  for (let at = pairs.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [pairs[at], pairs[other]] = [pairs[other]!, pairs[at]!];
  }
  return pairs;
}
