import {
  Sampling,
  spread,
  sumOf,
  weighted,
  weightOf,
  type Iteration,
  type SamplePoint,
} from './samplePoints';

const NO_LOOPS: readonly number[] = [];
/** Means of blocks that differ by less than this part of them are one. */
const SAME = 0.001;

/**
 * The executions of a region by all threads of a launch, as weighted sample points. The root's
 * weights add up to 1, so `weight` is the mean number of executions per thread. Points are made when
 * something asks for them, and loops are spread into iterations only where their counters matter.
 */
export class Population {
  /** Points by loops, whose weights `factor` is still to multiply. */
  private readonly made = new Map<string, readonly SamplePoint[]>();
  private readonly shown = new Map<string, readonly SamplePoint[]>();
  private total: number | null = null;
  private wider: Population | null = null;

  private constructor(
    private readonly sampling: Sampling,
    private readonly make: (loops: readonly number[]) => readonly SamplePoint[],
    private readonly weigh: () => number,
    /** The same of a wider sample; null where this is the widest. */
    private readonly widen: (() => Population | null) | null = null,
    /** Counts each of the points as often; the same in the wider sample. Populations that it sets apart share points. */
    private readonly factor = 1,
  ) {}

  /** @param wide further points of the same threads, thinly spread, which count where none of `points` is met */
  static of(points: readonly SamplePoint[], wide: () => readonly SamplePoint[] = () => []): Population {
    const sampling = new Sampling();
    const made = (all: () => readonly SamplePoint[], widen: (() => Population | null) | null) =>
      new Population(sampling, all, () => weightOf(all()), widen);
    return made(
      () => points,
      () => made(wide, null),
    );
  }

  /** The wider sample, made when something asks for it. */
  private get wide(): Population | null {
    return (this.wider ??= this.widen?.() ?? null);
  }

  /** The same executions by points in many blocks, where a number differs from block to block; else these. */
  spreadFor(loops: readonly number[], numberAt: (point: SamplePoint) => number): Population {
    // All points of a block have one and the same `block`.
    const sums = new Map<SamplePoint['block'], { sum: number; weight: number }>();
    for (const point of this.bare(loops)) {
      let own = sums.get(point.block);
      if (own === undefined) sums.set(point.block, (own = { sum: 0, weight: 0 }));
      own.sum += point.weight * numberAt(point);
      own.weight += point.weight;
    }
    const means = [...sums.values()]
      .filter(({ weight }) => weight > 0)
      .map(({ sum, weight }) => sum / weight);
    const [low, high] = [Math.min(...means), Math.max(...means)];
    const { wide } = this;
    return high - low > SAME * Math.abs(high) && wide !== null && wide.weight > 0 ? wide : this;
  }

  /** Mean number of executions per thread. */
  get weight(): number {
    if (this.total === null) {
      const own = this.weigh();
      this.total = own > 0 ? own : (this.wide?.weight ?? 0);
    }
    return this.total;
  }

  /** The points, with the counters of these loops spread out. */
  points(loops: readonly number[] = NO_LOOPS): readonly SamplePoint[] {
    const { factor } = this;
    if (factor === 1) return this.bare(loops);
    const key = keyOf(loops);
    let points = this.shown.get(key);
    if (points === undefined) {
      points = this.bare(loops).map((point) => weighted(point, point.weight * factor));
      this.shown.set(key, points);
    }
    return points;
  }

  /** The points with the weights that `factor` multiplies. */
  private bare(loops: readonly number[]): readonly SamplePoint[] {
    const key = keyOf(loops);
    let points = this.made.get(key);
    if (points === undefined) {
      const own = this.make(loops);
      points = own.length > 0 ? this.sampling.keep(own) : (this.wide?.bare(loops) ?? own);
      this.made.set(key, points);
    }
    return points;
  }

  /** The same points, each counting `factor` times as much. */
  scaled(factor: number): Population {
    return new Population(
      this.sampling,
      (loops) => this.bare(loops),
      () => this.weight * factor,
      () => this.wide?.scaled(factor) ?? null,
      this.factor * factor,
    );
  }

  /** The points for which a condition on the counters of `loops` holds. */
  where(loops: readonly number[], holds: (point: SamplePoint) => boolean): Population {
    const chosen = (others: readonly number[]): readonly SamplePoint[] =>
      this.bare(joined(others, loops)).filter(holds);
    const chosenWeight = (point: SamplePoint): number => (holds(point) ? point.weight : 0);
    return new Population(
      this.sampling,
      chosen,
      () => sumOf(this.bare(loops), chosenWeight) * this.factor,
      () => this.wide?.where(loops, holds) ?? null,
      this.factor,
    );
  }

  /** Both groups of points together. */
  union(other: Population): Population {
    return new Population(
      this.sampling,
      (loops) => [...this.points(loops), ...other.points(loops)],
      () => this.weight + other.weight,
      () => (this.wide && other.wide ? this.wide.union(other.wide) : null),
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
        const points = this.bare(joined(others, outerLoops));
        return others.length < loops.length
          ? spread(points, iteration, this.sampling.limit)
          : points.map(outside);
      },
      () =>
        uniformTrips === null
          ? sumOf(this.bare(outerLoops), weightOutside) * this.factor
          : this.weight * uniformTrips,
      () => this.wide?.iterated(iteration) ?? null,
      this.factor,
    );
  }
}

function joined(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a;
  return a.length === 0 ? b : [...new Set([...a, ...b])];
}

function keyOf(loops: readonly number[]): string {
  return loops.length < 2 ? loops.join() : loops.toSorted((a, b) => a - b).join();
}
