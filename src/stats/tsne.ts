import { PCA } from 'ml-pca';
import { squaredDistances } from './distances';
import { createRandom } from './random';

/** Point in the plane. */
export type Point2 = readonly [number, number];

/** Options of a t-SNE map. */
export interface TsneOptions {
  /** Effective number of neighbours; at most (n − 1) / 3. */
  readonly perplexity: number;
  /** `pca`: the first two principal components; `random`: a small normal cloud of the given seed. */
  readonly start: 'pca' | { readonly seed: number };
  /** Gradient steps; 1000 when left out. */
  readonly iterations?: number;
}

/** A t-SNE map. */
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
  const map = Float64Array.from(startOf(points, options.start).flat());
  if (points.length < 4) return { coordinates: coordinatesOf(map), divergence: 0 };
  if (options.perplexity > largestPerplexity(points.length) + 1e-9)
    throw new RangeError(`perplexity ${options.perplexity} needs more than ${points.length} points`);
  const affinities = jointAffinities(squaredDistances(points), options.perplexity);
  descend(map, affinities, options.iterations ?? 1000);
  return { coordinates: coordinatesOf(map), divergence: divergenceOf(affinities, map) };
}

/** Points of a map that holds x and y of every point in turn. */
function coordinatesOf(map: Float64Array): readonly Point2[] {
  return Array.from({ length: map.length / 2 }, (_, index) => [map[2 * index]!, map[2 * index + 1]!]);
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

/** Symmetric input probabilities whose rows have the wanted perplexity, row by row. */
function jointAffinities(distances: readonly (readonly number[])[], perplexity: number): Float64Array {
  const conditional = distances.map((row, index) => rowAffinities(row, index, perplexity));
  const n = distances.length;
  return Float64Array.from(
    conditional.flatMap((row, i) => row.map((p, j) => (p + conditional[j]![i]!) / (2 * n))),
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

/** Writes 1 / (1 + d²) of all pairs, zero on the diagonal, and returns the sum. */
function mapWeights(map: Float64Array, weights: Float64Array): number {
  const n = map.length / 2;
  let total = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      const dx = map[2 * i]! - map[2 * j]!;
      const dy = map[2 * i + 1]! - map[2 * j + 1]!;
      const weight = 1 / (1 + dx * dx + dy * dy);
      weights[i * n + j] = weight;
      weights[j * n + i] = weight;
      total += 2 * weight;
    }
  return total;
}

/** Moves the map down the gradient in place; plain loops over flat storage, since all time goes here. */
function descend(map: Float64Array, affinities: Float64Array, iterations: number): void {
  // n over the exaggeration (Belkina et al. 2019). Below 60 points that is too slow from a tiny start, while
  // the customary floor of 50 throws points out of their clusters: 5 gave the lowest divergence over starts.
  const rate = Math.max(map.length / 2 / EXAGGERATION, 5);
  const velocity = new Float64Array(map.length);
  const gains = new Float64Array(map.length).fill(1);
  const slope = new Float64Array(map.length);
  const weights = new Float64Array(affinities.length);
  for (let step = 0; step < iterations; step++) {
    const exaggerated = step < EXAGGERATED_STEPS;
    const momentum = exaggerated ? 0.5 : 0.8;
    writeGradient(map, affinities, exaggerated ? EXAGGERATION : 1, weights, slope);
    for (let at = 0; at < map.length; at++) {
      const opposed = slope[at]! * velocity[at]! < 0;
      gains[at] = Math.max(opposed ? gains[at]! + 0.2 : gains[at]! * 0.8, MINIMUM_GAIN);
      velocity[at] = momentum * velocity[at]! - rate * gains[at]! * slope[at]!;
      map[at]! += velocity[at]!;
    }
  }
}

/** Writes the gradient by x and y of every point in turn. Two points pull each other alike: each pair is looked at once. */
function writeGradient(
  map: Float64Array,
  affinities: Float64Array,
  exaggeration: number,
  weights: Float64Array,
  slope: Float64Array,
): void {
  const n = map.length / 2;
  const total = mapWeights(map, weights);
  for (let i = 0; i < n; i++) {
    const ownX = map[2 * i]!;
    const ownY = map[2 * i + 1]!;
    let x = 0;
    let y = 0;
    for (let j = 0; j < i; j++) {
      const weight = weights[i * n + j]!;
      const pull = (exaggeration * affinities[i * n + j]! - weight / total) * weight;
      const pullX = pull * (ownX - map[2 * j]!);
      const pullY = pull * (ownY - map[2 * j + 1]!);
      x += pullX;
      y += pullY;
      slope[2 * j]! -= pullX;
      slope[2 * j + 1]! -= pullY;
    }
    slope[2 * i] = x;
    slope[2 * i + 1] = y;
  }
  for (let at = 0; at < slope.length; at++) slope[at]! *= 4;
}

function divergenceOf(affinities: Float64Array, map: Float64Array): number {
  const weights = new Float64Array(affinities.length);
  const total = mapWeights(map, weights);
  return affinities.reduce(
    (sum, p, at) => (p > 0 && weights[at]! > 0 ? sum + p * Math.log((p * total) / weights[at]!) : sum),
    0,
  );
}
