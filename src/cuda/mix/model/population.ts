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
const THREADS_PER_BLOCK = 256;
const BLOCKS = 4;
const GOLDEN_RATIO = 0.618033988749895;

/**
 * The executions of a region by all threads of a launch, as weighted sample points. The root's
 * weights add up to 1, so `weight` is the mean number of executions per thread.
 */
export class Population {
  readonly weight: number;

  constructor(readonly points: readonly SamplePoint[]) {
    this.weight = points.reduce((sum, point) => sum + point.weight, 0);
  }

  /** The same points, each counting `factor` times as much. */
  scaled(factor: number): Population {
    return new Population(this.points.map((point) => ({ ...point, weight: point.weight * factor })));
  }

  /** The points for which the condition holds. */
  where(holds: (point: SamplePoint) => boolean): Population {
    return new Population(this.points.filter(holds));
  }

  /** Both groups of points together. */
  union(other: Population): Population {
    return new Population(thinned([...this.points, ...other.points]));
  }

  /**
   * The points of a loop body: each point runs it `trips(point)` times, with the index going through
   * `valueAt(point, iteration)`. Many iterations are represented by evenly spaced ones.
   */
  iterated(
    loop: number,
    trips: (point: SamplePoint) => number,
    valueAt: (point: SamplePoint, iteration: number) => number,
  ): Population {
    const room = Math.max(4, Math.floor(POINT_LIMIT / Math.max(1, this.points.length)));
    const points: SamplePoint[] = [];
    for (const point of this.points) {
      const count = Math.max(0, trips(point));
      const samples = Math.min(Math.ceil(count), room);
      for (let sample = 0; sample < samples; sample++) {
        const iteration = samples >= count ? sample : Math.floor(((sample + 0.5) * count) / samples);
        const loops = { loop, value: valueAt(point, iteration), outer: point.loops };
        points.push({ ...point, weight: (point.weight * count) / samples, loops });
      }
    }
    return new Population(thinned(points));
  }
}

/** Every k-th point with k times the weight, scaled so that the total stays exact. */
function thinned(points: readonly SamplePoint[]): readonly SamplePoint[] {
  if (points.length <= POINT_LIMIT) return points;
  const total = points.reduce((sum, point) => sum + point.weight, 0);
  const step = points.length / POINT_LIMIT;
  const kept = Array.from({ length: POINT_LIMIT }, (_, index) => points[Math.floor((index + 0.5) * step)]!);
  const keptTotal = kept.reduce((sum, point) => sum + point.weight, 0);
  return keptTotal === 0
    ? kept
    : kept.map((point) => ({ ...point, weight: (point.weight * total) / keptTotal }));
}

/**
 * Threads of a launch: every thread of a block up to 256 (thread 0 alone and an even sample of the
 * others in larger blocks), in up to 4 blocks spread over the grid.
 */
export function launchPopulation(grid: Dim3, block: Dim3): Population {
  const threads = sampledThreads(volume(block));
  const blocks = sampledBlocks(volume(grid));
  return new Population(
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
