/** Mistakes that a word may hold and still be meant: one, and one more from five letters on. */
const mistakes = (word: string): number => (word.length < 5 ? 1 : 2);

/** What a mistyped word may have meant: the candidate with the fewest mistakes; null where none is near. */
export function closest(word: string, candidates: readonly string[]): string | null {
  const near = candidates
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter(({ candidate, distance: apart }) => apart <= mistakes(word) || isBeginning(word, candidate))
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.candidate ?? null;
}

const isBeginning = (word: string, candidate: string): boolean =>
  word.length >= 3 && candidate.startsWith(word);

/**
 * Letters put in, left out, taken for another or swapped with their neighbour, at least: the optimal string
 * alignment distance (Boytsov, Indexing methods for approximate dictionary searching, 2011, section 2.1).
 */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          rows[i - 1]![j]! + 1,
          row[j - 1]! + 1,
          rows[i - 1]![j - 1]! + differs,
          swapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
