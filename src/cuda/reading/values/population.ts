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
