/** Every two of them, once, in their order. */
export function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((one, at) => all.slice(at + 1).map((other): readonly [T, T] => [one, other]));
}
