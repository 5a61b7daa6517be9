import type { Linkage, Merge } from '../../../stats/linkage';
import { applicationVectors } from '../features/applicationVectors';
import { columnsOf, type FeatureTable } from '../features/featureTable';
import { CHOSEN, clusteringOf, clusterings, distanceMatrix, leastSimilar, type Distance } from './similarity';

/** How alike applications use a GPU, and which are least alike. */
export interface Similarity {
  readonly applications: readonly {
    readonly name: string;
    /** What its kernels are weighted by: launches where no trace times all of them. */
    readonly weighted: 'time' | 'launches';
    readonly leastSimilar: string;
    readonly distance: number;
  }[];
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
  const points = vectors.map((vector) => vector.values);
  const distances = distanceMatrix(points, CHOSEN.distance);
  const { merges, correlation } = clusteringOf(points, CHOSEN);
  const [best] = clusterings(points);
  return {
    applications: vectors.map(({ application, weighted }, at) => {
      const others = vectors.flatMap((_, other) => (other === at ? [] : [other]));
      const partner = leastSimilar(distances[at]!, others);
      return {
        name: application,
        weighted,
        leastSimilar: vectors[partner]!.application,
        distance: distances[at]![partner]!,
      };
    }),
    distances,
    merges,
    cophenetic: correlation,
    best: { distance: best!.distance, method: best!.method, cophenetic: best!.correlation },
  };
}
