import { PCA } from 'ml-pca';
import { squaredDistances } from './distances';
import { createRandom } from './random';

export type Point2 = readonly [number, number];

export interface TsneOptions {
  /** Effective number of neighbours; at most (n − 1) / 3. */
  readonly perplexity: number;
  /** `pca`: the first two principal components; `random`: a small normal cloud of the given seed. */
  readonly start: 'pca' | { readonly seed: number };
  /** Gradient steps; 1000 when left out. */
  readonly iterations?: number;
}

export interface TsneResult {
  readonly coordinates: readonly Point2[];
  /** Kullback-Leibler divergence of the map from the distances in the original space. */
  readonly divergence: number;
}

const START_DEVIATION = 1e-4;
const EXAGGERATION = 12;
const EXAGGERATED_STEPS = 250;
const MINIMUM_GAIN = 0.01;

/** The largest perplexity that n points allow: each needs three times as many neighbours. */
export function largestPerplexity(points: number): number {
  return (points - 1) / 3;
}

/**
 * Exact t-SNE to two dimensions (van der Maaten and Hinton 2008) with early exaggeration, momentum and
 * per-coordinate gains. O(n²) per step, meant for at most a few hundred points. Fewer than four points
 * have no neighbourhood to preserve: they keep their start.
 *
 * @throws RangeError when the perplexity is above (n − 1) / 3 for four or more points.
 */
export function tsne(points: readonly (readonly number[])[], options: TsneOptions): TsneResult {
  const map = startOf(points, options.start);
  if (points.length < 4) return { coordinates: map.map(toPoint), divergence: 0 };
  if (options.perplexity > largestPerplexity(points.length) + 1e-9)
    throw new RangeError(`perplexity ${options.perplexity} needs more than ${points.length} points`);
  const affinities = jointAffinities(squaredDistances(points), options.perplexity);
  descend(map, affinities, options.iterations ?? 1000);
  return { coordinates: map.map(toPoint), divergence: divergenceOf(affinities, mapAffinities(map)) };
}

function toPoint(row: readonly number[]): Point2 {
  return [row[0]!, row[1]!];
}

function startOf(points: readonly (readonly number[])[], start: TsneOptions['start']): number[][] {
  if (start !== 'pca') {
    const random = createRandom(start.seed);
    return points.map(() => [START_DEVIATION * random.gaussian(), START_DEVIATION * random.gaussian()]);
  }
  if (points.length < 2) return points.map(() => [0, 0]);
  const rows = new PCA(points.map((point) => [...point]))
    .predict(points.map((point) => [...point]))
    .to2DArray();
  const spread = Math.sqrt(rows.reduce((sum, row) => sum + row[0]! ** 2, 0) / rows.length);
  const scale = spread > 0 ? START_DEVIATION / spread : 0;
  return rows.map((row) => [row[0]! * scale, (row[1] ?? 0) * scale]);
}

/** Symmetric input probabilities whose rows have the wanted perplexity. */
function jointAffinities(distances: readonly (readonly number[])[], perplexity: number): number[][] {
  const conditional = distances.map((row, index) => rowAffinities(row, index, perplexity));
  const n = distances.length;
  return conditional.map((row, i) =>
    row.map((p, j) => Math.max((p + conditional[j]![i]!) / (2 * n), Number.MIN_VALUE)),
  );
}

/** Gaussian affinities of one point, with the precision found by bisection on the entropy. */
function rowAffinities(row: readonly number[], self: number, perplexity: number): number[] {
  const nearest = Math.min(...row.filter((_, index) => index !== self));
  const target = Math.log(perplexity);
  let [low, high, precision] = [0, Infinity, 1];
  let best: number[] = [];
  for (let step = 0; step < 200; step++) {
    // Distances relative to the nearest neighbour keep the exponentials from vanishing all at once.
    const weights = row.map((d, index) => (index === self ? 0 : Math.exp(-(d - nearest) * precision)));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    best = weights.map((weight) => weight / sum);
    const entropy = best.reduce((total, p) => (p > 0 ? total - p * Math.log(p) : total), 0);
    if (Math.abs(entropy - target) < 1e-7) break;
    if (entropy > target) low = precision;
    else high = precision;
    precision = high === Infinity ? precision * 2 : (low + high) / 2;
  }
  return best;
}

interface MapAffinities {
  /** 1 / (1 + d²), zero on the diagonal. */
  readonly weights: readonly (readonly number[])[];
  readonly total: number;
}

function mapAffinities(map: readonly (readonly number[])[]): MapAffinities {
  const weights = squaredDistances(map).map((row, i) => row.map((d, j) => (i === j ? 0 : 1 / (1 + d))));
  const total = weights.reduce((sum, row) => sum + row.reduce((part, weight) => part + weight, 0), 0);
  return { weights, total };
}

/** Moves the map down the gradient in place. */
function descend(map: number[][], affinities: readonly (readonly number[])[], iterations: number): void {
  // n over the exaggeration (Belkina et al. 2019). Below 60 points that is too slow from a tiny start, while
  // the customary floor of 50 throws points out of their clusters: 5 gave the lowest divergence over starts.
  const rate = Math.max(map.length / EXAGGERATION, 5);
  const velocity = map.map(() => [0, 0]);
  const gains = map.map(() => [1, 1]);
  for (let step = 0; step < iterations; step++) {
    const exaggerated = step < EXAGGERATED_STEPS;
    const slope = gradient(map, affinities, exaggerated ? EXAGGERATION : 1);
    const momentum = exaggerated ? 0.5 : 0.8;
    for (let i = 0; i < map.length; i++)
      for (const axis of [0, 1]) {
        const opposed = slope[i]![axis]! * velocity[i]![axis]! < 0;
        const gain = Math.max(opposed ? gains[i]![axis]! + 0.2 : gains[i]![axis]! * 0.8, MINIMUM_GAIN);
        gains[i]![axis] = gain;
        velocity[i]![axis] = momentum * velocity[i]![axis]! - rate * gain * slope[i]![axis]!;
        map[i]![axis]! += velocity[i]![axis]!;
      }
  }
}

function gradient(
  map: readonly (readonly number[])[],
  affinities: readonly (readonly number[])[],
  exaggeration: number,
): number[][] {
  const { weights, total } = mapAffinities(map);
  return map.map((point, i) => {
    const slope = [0, 0];
    for (let j = 0; j < map.length; j++) {
      const weight = weights[i]![j]!;
      const pull = 4 * (exaggeration * affinities[i]![j]! - weight / total) * weight;
      slope[0]! += pull * (point[0]! - map[j]![0]!);
      slope[1]! += pull * (point[1]! - map[j]![1]!);
    }
    return slope;
  });
}

function divergenceOf(affinities: readonly (readonly number[])[], map: MapAffinities): number {
  let divergence = 0;
  affinities.forEach((row, i) =>
    row.forEach((p, j) => {
      if (i !== j && p > 1e-300) divergence += p * Math.log((p * map.total) / map.weights[i]![j]!);
    }),
  );
  return divergence;
}
