import { squaredDistance } from '../../src/stats/distances';
import { kMeans } from '../../src/stats/kMeans';
import { scaled, scalingOf } from '../../src/stats/minMax';
import { featureVector } from '../../src/predictors/gspace/space/features';
import type { AloneRow } from './rows';

/** A micro-benchmark that stands for others. */
export interface Representative {
  /** Among the runs alone. */
  readonly place: number;
  readonly standsFor: number;
}

/** Clusters that all micro-benchmarks are grouped into. */
const CLUSTERS = 12;
const SEED = 1;

/**
 * Runs alone that stand for others, those that stand for most first: of each of twelve clusters of their scaled features
 * the one next to its centre.
 */
export function representatives(alone: readonly AloneRow[]): Representative[] {
  const vectors = alone.map(({ features }) => featureVector(features));
  const scaling = scalingOf(vectors);
  const points = vectors.map((vector) => scaled(vector, scaling));
  const { centroids, labels } = kMeans(points, CLUSTERS, SEED);
  const chosen = centroids.flatMap((centre, cluster) => {
    const members = points.map((_, place) => place).filter((place) => labels[place] === cluster);
    if (members.length === 0) return [];
    const distance = (place: number): number => squaredDistance(points[place]!, centre);
    const place = members.reduce((one, other) => (distance(other) < distance(one) ? other : one));
    return [{ place, standsFor: members.length }];
  });
  return chosen.sort((a, b) => b.standsFor - a.standsFor || a.place - b.place);
}
