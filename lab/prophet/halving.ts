/**
 * Most of 0 to `most` that are kept, by halving: what is kept is taken to be kept of fewer, too, and 0 always. Null where
 * it is not known of a number that is looked at.
 */
export function mostBelow(most: number, isKept: (count: number) => boolean | null): number | null {
  let [kept, broken] = [0, most + 1];
  while (broken - kept > 1) {
    const middle = Math.floor((kept + broken) / 2);
    const known = isKept(middle);
    if (known === null) return null;
    if (known) kept = middle;
    else broken = middle;
  }
  return kept;
}
