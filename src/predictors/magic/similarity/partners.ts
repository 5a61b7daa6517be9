import type { Linkage, Merge } from '../../../stats/linkage';
import { applicationVectors } from '../features/applicationVectors';
import { columnsOf, type FeatureTable } from '../features/featureTable';
import { CHOSEN, clusteringOf, clusterings, distanceMatrix, leastSimilar, type Distance } from './similarity';

/** How alike points are, each with the one that is least like it. */
export interface PointSimilarity {
  /** Index of the least similar other point, and its distance. */
  readonly partners: readonly { readonly other: number; readonly distance: number }[];
  readonly distances: readonly (readonly number[])[];
  /** Merges of the clustering that the literature settled for, as a dendrogram. */
  readonly merges: readonly Merge[];
  readonly cophenetic: number | null;
  /** The clustering that keeps these distances best. */
  readonly best: {
    readonly distance: Distance;
    readonly method: Linkage;
    readonly cophenetic: number | null;
  };
}

/** How alike applications use a GPU, and which are least alike. */
export interface Similarity extends Omit<PointSimilarity, 'partners'> {
  readonly applications: readonly {
    readonly name: string;
    /** What its kernels are weighted by: launches where no trace times all of them. */
    readonly weighted: 'time' | 'launches';
    readonly leastSimilar: string;
    readonly distance: number;
  }[];
}

/**
 * Similarity of the applications of a table, by all its metrics or some of them; null for fewer than two.
 *
 * @throws RangeError for a metric that the table lacks
 */
export function similarityOf(
  table: FeatureTable,
  metrics: readonly string[] = table.metrics,
): Similarity | null {
  const values = columnsOf(table, metrics);
  const rows = table.rows.map((row, at) => ({ ...row, values: values[at]! }));
  const vectors = applicationVectors({ ...table, metrics, rows });
  if (vectors.length < 2) return null;
  const { partners, ...similarity } = similarityOfPoints(vectors.map((vector) => vector.values));
  return {
    applications: vectors.map(({ application, weighted }, at) => {
      const { other, distance } = partners[at]!;
      return { name: application, weighted, leastSimilar: vectors[other]!.application, distance };
    }),
    ...similarity,
  };
}

/** @param points scaled vectors of equal length, at least two */
export function similarityOfPoints(points: readonly (readonly number[])[]): PointSimilarity {
  const distances = distanceMatrix(points, CHOSEN.distance);
  const { merges, correlation } = clusteringOf(points, CHOSEN);
  const [best] = clusterings(points);
  return {
    partners: points.map((_point, at) => {
      const others = points.flatMap((_, other) => (other === at ? [] : [other]));
      const other = leastSimilar(distances[at]!, others);
      return { other, distance: distances[at]![other]! };
    }),
    distances,
    merges,
    cophenetic: correlation,
    best: { distance: best!.distance, method: best!.method, cophenetic: best!.correlation },
  };
}
