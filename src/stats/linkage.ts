import { correlation } from './correlation';

/** How far apart two clusters are, given how far their members are. */
export const LINKAGES = ['single', 'complete', 'average', 'weighted', 'centroid', 'median', 'ward'] as const;
export type Linkage = (typeof LINKAGES)[number];

/** Two clusters that become one. Points are the clusters 0 to n − 1, the merge at index i makes cluster n + i. */
export interface Merge {
  readonly first: number;
  readonly second: number;
  /** Distance of the two; centroid and median linkage may have smaller ones after larger. */
  readonly height: number;
  /** Points in the new cluster. */
  readonly size: number;
}

/** Coefficients of the recurrence of Lance and Williams (1967) for the distance of a merged cluster to a third. */
interface Recurrence {
  readonly first: number;
  readonly second: number;
  readonly between: number;
  /** Of the difference of both distances. */
  readonly difference: number;
}

type Sizes = readonly [first: number, second: number, third: number];

const RECURRENCES: Readonly<Record<Linkage, (sizes: Sizes) => Recurrence>> = {
  single: () => ({ first: 0.5, second: 0.5, between: 0, difference: -0.5 }),
  complete: () => ({ first: 0.5, second: 0.5, between: 0, difference: 0.5 }),
  average: ([a, b]) => ({ first: a / (a + b), second: b / (a + b), between: 0, difference: 0 }),
  weighted: () => ({ first: 0.5, second: 0.5, between: 0, difference: 0 }),
  centroid: ([a, b]) => ({
    first: a / (a + b),
    second: b / (a + b),
    between: -(a * b) / (a + b) ** 2,
    difference: 0,
  }),
  median: () => ({ first: 0.5, second: 0.5, between: -0.25, difference: 0 }),
  ward: ([a, b, c]) => ({
    first: (a + c) / (a + b + c),
    second: (b + c) / (a + b + c),
    between: -c / (a + b + c),
    difference: 0,
  }),
};

/** Linkages whose recurrence holds for squares of Euclidean distances. */
const OF_SQUARES: ReadonlySet<Linkage> = new Set(['centroid', 'median', 'ward']);

/**
 * Agglomerative clustering: the two nearest clusters merge until one is left; of equal distances the first. O(n³), for
 * some hundred points.
 *
 * @param distances symmetric, zero on the diagonal; Euclidean for centroid, median and Ward linkage
 * @returns one merge less than there are points
 */
export function linkage(distances: readonly (readonly number[])[], method: Linkage): readonly Merge[] {
  const points = distances.length;
  const squared = OF_SQUARES.has(method);
  const work = distances.map((row) => row.map((value) => (squared ? value ** 2 : value)));
  const clusters = distances.map((_, at) => ({ id: at, size: 1 }));
  const merges: Merge[] = [];
  let active = clusters.map((_, at) => at);
  while (active.length > 1) {
    const [a, b] = nearestPair(work, active);
    const [first, second] = [clusters[a]!, clusters[b]!];
    const between = work[a]![b]!;
    const size = first.size + second.size;
    active = active.filter((at) => at !== b);
    for (const c of active) {
      if (c === a) continue;
      const by = RECURRENCES[method]([first.size, second.size, clusters[c]!.size]);
      const [own, other] = [work[a]![c]!, work[b]![c]!];
      const merged =
        by.first * own + by.second * other + by.between * between + by.difference * Math.abs(own - other);
      work[a]![c] = merged;
      work[c]![a] = merged;
    }
    // Rounding must not make a square negative.
    const height = squared ? Math.sqrt(Math.max(0, between)) : between;
    merges.push({
      first: Math.min(first.id, second.id),
      second: Math.max(first.id, second.id),
      height,
      size,
    });
    clusters[a] = { id: points + merges.length - 1, size };
  }
  return merges;
}

function nearestPair(work: readonly (readonly number[])[], active: readonly number[]): [number, number] {
  let best: [number, number] = [active[0]!, active[1]!];
  for (const [at, a] of active.entries())
    for (const b of active.slice(at + 1)) if (work[a]![b]! < work[best[0]]![best[1]]!) best = [a, b];
  return best;
}

/** Height at which each pair of points comes into one cluster; symmetric, zero on the diagonal. */
export function copheneticDistances(points: number, merges: readonly Merge[]): number[][] {
  const heights = Array.from({ length: points }, () => new Array<number>(points).fill(0));
  const members = Array.from({ length: points }, (_, at) => [at]);
  for (const { first, second, height } of merges) {
    for (const a of members[first]!)
      for (const b of members[second]!) {
        heights[a]![b] = height;
        heights[b]![a] = height;
      }
    members.push([...members[first]!, ...members[second]!]);
  }
  return heights;
}

/**
 * Cophenetic correlation: how well a clustering keeps the distances it was made of (Sokal and Rohlf 1962), 1 at best; null
 * where all pairs are equally far.
 */
export function copheneticCorrelation(
  distances: readonly (readonly number[])[],
  merges: readonly Merge[],
): number | null {
  const heights = copheneticDistances(distances.length, merges);
  return correlation(upper(distances), upper(heights));
}

const upper = (matrix: readonly (readonly number[])[]): number[] =>
  matrix.flatMap((row, at) => row.slice(at + 1));
