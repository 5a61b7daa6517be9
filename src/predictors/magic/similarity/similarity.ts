import { squaredDistance } from '../../../stats/distances';
import { copheneticCorrelation, linkage, LINKAGES, type Linkage, type Merge } from '../../../stats/linkage';

/** How far apart two vectors are: by size and direction, or by direction alone (section 5.2.3). */
export const DISTANCES = ['euclidean', 'cosine'] as const;
export type Distance = (typeof DISTANCES)[number];

/** What the dissertation settled for: the highest cophenetic correlation on FeatAll. */
export const CHOSEN: { readonly distance: Distance; readonly method: Linkage } = {
  distance: 'euclidean',
  method: 'centroid',
};

/** Distances of all pairs. */
export function distanceMatrix(vectors: readonly (readonly number[])[], distance: Distance): number[][] {
  const between = distance === 'euclidean' ? euclidean : cosine;
  return vectors.map((a, row) => vectors.map((b, column) => (row === column ? 0 : between(a, b))));
}

const euclidean = (a: readonly number[], b: readonly number[]): number => Math.sqrt(squaredDistance(a, b));

/** 1 − cosine: 0 alike, 1 at right angles. A vector of zeros has no direction: it is alike only to another one. */
function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, at) => sum + value * y[at]!, 0);
  const length = Math.sqrt(dot(a, a) * dot(b, b));
  if (length === 0) return dot(a, a) === dot(b, b) ? 0 : 1;
  // Rounding must not make the distance of equal vectors negative.
  return Math.max(0, 1 - dot(a, b) / length);
}

/** A clustering of applications, and how well it keeps their distances. */
export interface Clustering {
  readonly distance: Distance;
  readonly method: Linkage;
  readonly merges: readonly Merge[];
  /** Cophenetic correlation, 1 at best; null where it has none. */
  readonly correlation: number | null;
}

/** One clustering of applications. */
export function clusteringOf(
  vectors: readonly (readonly number[])[],
  { distance, method }: { readonly distance: Distance; readonly method: Linkage },
): Clustering {
  const distances = distanceMatrix(vectors, distance);
  const merges = linkage(distances, method);
  return { distance, method, merges, correlation: copheneticCorrelation(distances, merges) };
}

/** All fourteen clusterings, the one that keeps distances best first. */
export function clusterings(vectors: readonly (readonly number[])[]): readonly Clustering[] {
  return DISTANCES.flatMap((distance) =>
    LINKAGES.map((method) => clusteringOf(vectors, { distance, method })),
  ).sort((a, b) => (b.correlation ?? -1) - (a.correlation ?? -1));
}

/**
 * The least similar partner of an application, which a similarity-based scheduler would put beside it; the first of equally
 * distant ones.
 *
 * @param candidates indices of those that may be beside it, at least one
 */
export function leastSimilar(distances: readonly number[], candidates: readonly number[]): number {
  return candidates.reduce((best, at) => (distances[at]! > distances[best]! ? at : best));
}
