import type { Dim3 } from '../../../kernel/symbolic';
import { volume } from '../../../kernel/symbolic';

/** One sampled thread at one iteration of the loops around it; `weight` is what it stands for. */
export interface SamplePoint {
  readonly thread: Dim3;
  readonly block: Dim3;
  readonly weight: number;
  /** Values of loop indices by loop number, innermost first. */
  readonly loops: LoopIndex | null;
}

export interface LoopIndex {
  readonly loop: number;
  readonly value: number;
  readonly outer: LoopIndex | null;
}

/** Points kept at most; more iterations than fit are thinned evenly. */
const POINT_LIMIT = 16_384;
/** The same in kernels of so many regions that full samples of all would take minutes and gigabytes. */
const FEW_POINTS = 1024;
/** Points of one launch, over all of its regions, before samples get smaller. */
const FULL_SAMPLES = 2_000_000;
const THREADS_PER_BLOCK = 256;
const BLOCKS = 4;
const GOLDEN_RATIO = 0.618033988749895;

const NO_LOOPS: readonly number[] = [];

/** What the regions of one launch have been sampled with. */
class Sampling {
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

/** How a loop multiplies the executions of its body. */
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

/**
 * The executions of a region by all threads of a launch, as weighted sample points. The root's
 * weights add up to 1, so `weight` is the mean number of executions per thread. Points are made when
 * something asks for them, and loops are spread into iterations only where their counters matter.
 */
export class Population {
  private readonly made = new Map<string, readonly SamplePoint[]>();
  private total: number | null = null;

  private constructor(
    private readonly sampling: Sampling,
    private readonly make: (loops: readonly number[]) => readonly SamplePoint[],
    private readonly weigh: () => number,
  ) {}

  static of(points: readonly SamplePoint[]): Population {
    return new Population(
      new Sampling(),
      () => points,
      () => weightOf(points),
    );
  }

  /** Mean number of executions per thread. */
  get weight(): number {
    this.total ??= this.weigh();
    return this.total;
  }

  /** The points, with the counters of these loops spread out. */
  points(loops: readonly number[] = NO_LOOPS): readonly SamplePoint[] {
    const key = loops.toSorted((a, b) => a - b).join();
    let points = this.made.get(key);
    if (points === undefined) this.made.set(key, (points = this.sampling.keep(this.make(loops))));
    return points;
  }

  /** The same points, each counting `factor` times as much. */
  scaled(factor: number): Population {
    return new Population(
      this.sampling,
      (loops) => this.points(loops).map((point) => weighted(point, point.weight * factor)),
      () => this.weight * factor,
    );
  }

  /** The points for which a condition on the counters of `loops` holds. */
  where(loops: readonly number[], holds: (point: SamplePoint) => boolean): Population {
    const chosen = (others: readonly number[]): readonly SamplePoint[] =>
      this.points(joined(others, loops)).filter(holds);
    const chosenWeight = (point: SamplePoint): number => (holds(point) ? point.weight : 0);
    return new Population(this.sampling, chosen, () => sumOf(this.points(loops), chosenWeight));
  }

  /** Both groups of points together. */
  union(other: Population): Population {
    return new Population(
      this.sampling,
      (loops) => [...this.points(loops), ...other.points(loops)],
      () => this.weight + other.weight,
    );
  }

  /** The points of a loop body. Many iterations are represented by evenly spaced ones. */
  iterated(iteration: Iteration): Population {
    const { loop, uniformTrips, trips, outerLoops } = iteration;
    const weightOutside = (point: SamplePoint): number => point.weight * Math.max(0, trips(point));
    const outside = (point: SamplePoint): SamplePoint => weighted(point, weightOutside(point));
    return new Population(
      this.sampling,
      (loops) => {
        const others = loops.filter((other) => other !== loop);
        const points = this.points(joined(others, outerLoops));
        return others.length < loops.length
          ? spread(points, iteration, this.sampling.limit)
          : points.map(outside);
      },
      () =>
        uniformTrips === null ? sumOf(this.points(outerLoops), weightOutside) : this.weight * uniformTrips,
    );
  }
}

function joined(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a;
  return a.length === 0 ? b : [...new Set([...a, ...b])];
}

function weightOf(points: readonly SamplePoint[]): number {
  return sumOf(points, (point) => point.weight);
}

function sumOf(points: readonly SamplePoint[], numberOf: (point: SamplePoint) => number): number {
  let sum = 0;
  for (const point of points) sum += numberOf(point);
  return sum;
}

/** The point with another weight; written out, as many are made. */
function weighted({ thread, block, loops }: SamplePoint, weight: number): SamplePoint {
  return { thread, block, weight, loops };
}

/** Every point once for each of its iterations, or for a sample of them. */
function spread(
  points: readonly SamplePoint[],
  { loop, trips, valuesAt }: Iteration,
  limit: number,
): readonly SamplePoint[] {
  const room = Math.max(4, Math.floor(limit / Math.max(1, points.length)));
  const bodies: SamplePoint[] = [];
  for (const point of points) {
    const { thread, block } = point;
    const count = Math.max(0, trips(point));
    const samples = Math.min(Math.ceil(count), room);
    const valueOf = valuesAt(point);
    for (let sample = 0; sample < samples; sample++) {
      const iteration = samples >= count ? sample : Math.floor(((sample + 0.5) * count) / samples);
      const loops = { loop, value: valueOf(iteration), outer: point.loops };
      bodies.push({ thread, block, weight: (point.weight * count) / samples, loops });
    }
  }
  return bodies;
}

/** Every k-th point with k times the weight, scaled so that the total stays exact. */
function thinned(points: readonly SamplePoint[], limit: number): readonly SamplePoint[] {
  if (points.length <= limit) return points;
  const total = weightOf(points);
  const step = points.length / limit;
  const kept = Array.from({ length: limit }, (_, index) => points[Math.floor((index + 0.5) * step)]!);
  const keptTotal = weightOf(kept);
  return keptTotal === 0 ? kept : kept.map((point) => weighted(point, (point.weight * total) / keptTotal));
}

/**
 * Threads of a launch: every thread of a block up to 256 (thread 0 alone and an even sample of the
 * others in larger blocks), in up to 4 blocks spread over the grid.
 */
export function launchPopulation(grid: Dim3, block: Dim3): Population {
  const threads = sampledThreads(volume(block));
  const blocks = sampledBlocks(volume(grid));
  return Population.of(
    blocks.flatMap((blockIndex) =>
      threads.map(({ index, share }) => ({
        thread: coordinates(index, block),
        block: coordinates(blockIndex, grid),
        weight: share / blocks.length,
        loops: null,
      })),
    ),
  );
}

function sampledThreads(count: number): { index: number; share: number }[] {
  if (count <= THREADS_PER_BLOCK)
    return Array.from({ length: count }, (_, index) => ({ index, share: 1 / count }));
  const others = THREADS_PER_BLOCK - 1;
  const step = (count - 1) / others;
  const sample = Array.from({ length: others }, (_, place) => ({
    index: 1 + Math.floor((place + 0.5) * step),
    share: (count - 1) / count / others,
  }));
  return [{ index: 0, share: 1 / count }, ...sample];
}

function sampledBlocks(count: number): number[] {
  if (count <= BLOCKS) return Array.from({ length: Math.max(1, count) }, (_, index) => index);
  // One block in each equal part of the grid, at golden-ratio offsets so that rows and columns vary.
  return Array.from({ length: BLOCKS }, (_, index) => {
    const offset = (0.3 + index * GOLDEN_RATIO) % 1;
    return Math.floor(((index + offset) * count) / BLOCKS);
  });
}

function coordinates(index: number, extent: Dim3): Dim3 {
  const [x, y] = extent;
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}
