import { PCA } from 'ml-pca';
import { squaredDistance } from '../../../stats/distances';
import { kMeans } from '../../../stats/kMeans';

/** A feature that was picked, and those that it stands for. */
export interface PrincipalFeature {
  /** Column of the feature. */
  readonly feature: number;
  /** Columns of its cluster, itself among them, ascending. */
  readonly cluster: readonly number[];
}

/** Principal components of scaled features, ready for picking features at any share of variance. */
export interface Components {
  /** Share of the variance that each component explains, largest first, 0 to 1. */
  readonly explained: readonly number[];
  /** `loadings[feature][component]`: how much of the component the feature makes up. */
  readonly loadings: readonly (readonly number[])[];
}

/** @param rows kernels × scaled features, at least two of each, not all alike */
export function componentsOf(rows: readonly (readonly number[])[]): Components {
  const pca = new PCA(
    rows.map((row) => [...row]),
    { center: true, scale: false, method: 'SVD' },
  );
  return { explained: pca.getExplainedVariance(), loadings: pca.getEigenvectors().to2DArray() };
}

/** How many components explain a share of the variance: the number of features of table 5.1. */
export function componentsFor({ explained }: Components, share: number): number {
  let sum = 0;
  // Shares are summed in floating point: without a margin, 100 % could need a component that explains nothing.
  const needed = explained.findIndex((part) => (sum += part) >= share - 1e-12);
  return needed < 0 ? explained.length : needed + 1;
}

/**
 * Principal feature analysis (Lu, Cohen, Zhou and Tian, "Feature Selection Using Principal Feature Analysis", ACM
 * Multimedia 2007): features are points whose coordinates are their loadings on the first `count` components, by size
 * alone, since features that rise and fall against each other tell the same; k-means puts alike ones together, and of each
 * cluster the feature nearest to its mean is taken.
 *
 * @returns at most `count`, the ones of the widest clusters first
 */
export function principalFeatures(
  { loadings }: Components,
  count: number,
  seed: number,
): readonly PrincipalFeature[] {
  const points = loadings.map((row) => row.slice(0, count).map(Math.abs));
  const { centroids, labels } = kMeans(points, count, seed);
  return centroids
    .map((centre, label) => {
      const cluster = points.flatMap((_, at) => (labels[at] === label ? [at] : []));
      return { feature: nearest(points, cluster, centre), cluster };
    })
    .filter(({ cluster }) => cluster.length > 0)
    .sort((a, b) => b.cluster.length - a.cluster.length || a.feature - b.feature);
}

function nearest(
  points: readonly (readonly number[])[],
  cluster: readonly number[],
  centre: readonly number[],
): number {
  const distances = cluster.map((at) => squaredDistance(points[at]!, centre));
  return cluster[distances.indexOf(Math.min(...distances))] ?? -1;
}
