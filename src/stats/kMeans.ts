import { squaredDistance } from './distances';
import { createRandom } from './random';

/** Points grouped around means. */
export interface Clusters {
  readonly centroids: readonly (readonly number[])[];
  /** Cluster of each point. */
  readonly labels: readonly number[];
}

const ITERATIONS = 100;
const STARTS = 20;

/** k-means with k-means++ starts, the best of several by within-cluster squares. Fewer clusters than points at most. */
export function kMeans(points: readonly (readonly number[])[], k: number, seed: number): Clusters {
  const random = createRandom(seed);
  let best: { clusters: Clusters; cost: number } | null = null;
  for (let start = 0; start < STARTS; start++) {
    const clusters = lloyd(points, spreadStarts(points, Math.min(k, points.length), random.next));
    const cost = points.reduce(
      (sum, point, at) => sum + squaredDistance(point, clusters.centroids[clusters.labels[at]!]!),
      0,
    );
    if (best === null || cost < best.cost) best = { clusters, cost };
  }
  return best!.clusters;
}

/** Starts far apart: each next one with a chance in proportion to its squared distance from those taken. */
function spreadStarts(points: readonly (readonly number[])[], k: number, next: () => number): number[][] {
  const chosen = [[...points[Math.floor(next() * points.length)]!]];
  while (chosen.length < k) {
    const weights = points.map((point) =>
      Math.min(...chosen.map((centre) => squaredDistance(point, centre))),
    );
    let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
    const at = weights.findIndex((weight) => (left -= weight) < 0);
    chosen.push([...points[at < 0 ? points.length - 1 : at]!]);
  }
  return chosen;
}

function lloyd(points: readonly (readonly number[])[], starts: readonly (readonly number[])[]): Clusters {
  let centroids = starts;
  let labels: number[] = [];
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const next = points.map((point) => nearest(centroids, point));
    if (next.every((label, at) => label === labels[at])) break;
    labels = next;
    centroids = centroids.map((old, cluster) => {
      const members = points.filter((_, at) => labels[at] === cluster);
      if (members.length === 0) return old;
      return old.map((_, axis) => members.reduce((sum, point) => sum + point[axis]!, 0) / members.length);
    });
  }
  return { centroids, labels };
}

function nearest(centroids: readonly (readonly number[])[], point: readonly number[]): number {
  const distances = centroids.map((centre) => squaredDistance(centre, point));
  return distances.indexOf(Math.min(...distances));
}
