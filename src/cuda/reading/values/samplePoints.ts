import type { Dim3 } from '../../../kernel/symbolic';

/** One sampled thread at one iteration of the loops around it; `weight` is what it stands for. */
export interface SamplePoint {
  readonly thread: Dim3;
  readonly block: Dim3;
  readonly weight: number;
  /** Values of loop indices by loop number, innermost first. */
  readonly loops: LoopIndex | null;
}

/** Values of loop indices as a list, innermost first. */
export interface LoopIndex {
  readonly loop: number;
  readonly value: number;
  readonly outer: LoopIndex | null;
}

/** Iterations of a loop at each sample point, by which it multiplies the executions of its body. */
export interface Iteration {
  readonly loop: number;
  /** Iterations for every point alike; null when they differ. */
  readonly uniformTrips: number | null;
  readonly trips: (point: SamplePoint) => number;
  /** The counter's values at a point, by iteration. */
  readonly valuesAt: (point: SamplePoint) => (iteration: number) => number;
  /** Outer loops whose counters `trips` and `valuesAt` look at. */
  readonly outerLoops: readonly number[];
}

/** Points kept at most; more iterations than fit are thinned evenly. */
const POINT_LIMIT = 16_384;
/** The same in kernels of so many regions that full samples of all would take minutes and gigabytes. */
const FEW_POINTS = 1024;
/** Points of one launch, over all of its regions, before samples get smaller. */
const FULL_SAMPLES = 2_000_000;

/** Sample points of the regions of one launch. */
export class Sampling {
  private made = 0;

  /** Points that one region may have. */
  get limit(): number {
    return this.made < FULL_SAMPLES ? POINT_LIMIT : FEW_POINTS;
  }

  /** Not more points than the limit. */
  keep(points: readonly SamplePoint[]): readonly SamplePoint[] {
    const kept = thinned(points, this.limit);
    this.made += kept.length;
    return kept;
  }
}

/** Weight of all points together. */
export function weightOf(points: readonly SamplePoint[]): number {
  return sumOf(points, (point) => point.weight);
}

/** Sum of a number over points, not weighted. */
export function sumOf(points: readonly SamplePoint[], numberOf: (point: SamplePoint) => number): number {
  let sum = 0;
  for (const point of points) sum += numberOf(point);
  return sum;
}

/** The point with another weight; written out, as many are made. */
export function weighted({ thread, block, loops }: SamplePoint, weight: number): SamplePoint {
  return { thread, block, weight, loops };
}

/** Offsets by multiples of it keep step with no period. */
export const GOLDEN_RATIO = 0.618033988749895;

/**
 * Every point once for each of its iterations, or for a sample of them: evenly spaced ones, which begin elsewhere for
 * each point, so that no condition of a period (`j % 5 == 1`) keeps step with all of them.
 */
export function spread(
  points: readonly SamplePoint[],
  { loop, trips, valuesAt }: Iteration,
  limit: number,
): readonly SamplePoint[] {
  const room = Math.max(4, Math.floor(limit / Math.max(1, points.length)));
  const bodies: SamplePoint[] = [];
  points.forEach((point, place) => {
    const { thread, block } = point;
    const offset = (0.5 + place * GOLDEN_RATIO) % 1;
    const count = Math.max(0, trips(point));
    const samples = Math.min(Math.ceil(count), room);
    const valueOf = valuesAt(point);
    for (let sample = 0; sample < samples; sample++) {
      const iteration = samples >= count ? sample : Math.floor(((sample + offset) * count) / samples);
      const loops = { loop, value: valueOf(iteration), outer: point.loops };
      bodies.push({ thread, block, weight: (point.weight * count) / samples, loops });
    }
  });
  return bodies;
}

/**
 * One point of each k, at another place in each, with k times the weight, scaled so that the total stays exact: a point's
 * iterations follow each other, so that the k-th ones would all be of the same part of a loop.
 */
function thinned(points: readonly SamplePoint[], limit: number): readonly SamplePoint[] {
  if (points.length <= limit) return points;
  const total = weightOf(points);
  const step = points.length / limit;
  const kept = Array.from(
    { length: limit },
    (_, index) => points[Math.floor((index + ((index * GOLDEN_RATIO) % 1)) * step)]!,
  );
  const keptTotal = weightOf(kept);
  return keptTotal === 0 ? kept : kept.map((point) => weighted(point, (point.weight * total) / keptTotal));
}
