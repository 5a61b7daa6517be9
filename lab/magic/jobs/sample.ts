import { createRandom } from '../../../src/stats/random';

/** Ordered pairs of unlike programs in seeded random order, of which every beginning is a sample: none stands twice. */
export function sampledPairs(names: readonly string[], seed: number): (readonly [string, string])[] {
  const random = createRandom(seed);
  const pairs = names.flatMap((of) =>
    names.filter((beside) => beside !== of).map((beside) => [of, beside] as const),
  );
  for (let at = pairs.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [pairs[at], pairs[other]] = [pairs[other]!, pairs[at]!];
  }
  return pairs;
}
