import { shuffled } from '../../shuffled';

/** Ordered pairs of unlike programs in seeded random order, of which every beginning is a sample: none stands twice. */
export function sampledPairs(names: readonly string[], seed: number): (readonly [string, string])[] {
  const pairs = names.flatMap((of) =>
    names.filter((beside) => beside !== of).map((beside) => [of, beside] as const),
  );
  return shuffled(pairs, seed);
}
