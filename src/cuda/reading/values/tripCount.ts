import { counterOf, Evaluator, remembered, type PointReader, type SymbolGuess } from './evaluate';
import { foldOf, type Fold } from './folding';
import type { SamplePoint } from './samplePoints';
import { isFloating, isUnsigned, scalarOf } from './types';
import type { Counter, Value } from './graph';

/** Iterations after which a loop that has no closed form counts as unknown. */
const SIMULATION_LIMIT = 10_000;

/** Steps that a counter is followed that does not move by addition. */
const STEP_LIMIT = 128;

/** A counter's values at one sample point. */
interface CounterSequence {
  readonly start: number;
  readonly step: number;
}

/**
 * The iterations of a loop: the smallest over the conjuncts of its condition that can be counted.
 * `tested` is false for a loop that tests behind its body, which then runs once at least.
 */
export class TripCounter {
  /** Iterations at a sample point; NaN where nothing can be counted. */
  readonly tripsAt: PointReader;
  private readonly start: Evaluator;
  private readonly step: Evaluator;
  private readonly move: Fold;
  private readonly tests: readonly Test[];

  constructor(
    private readonly counter: Counter,
    condition: Value,
    private readonly tested: boolean,
    guess: SymbolGuess,
  ) {
    this.start = new Evaluator(counter.start, guess);
    this.step = new Evaluator(counter.step, guess);
    this.move = moveOf(counter);
    this.tests = conjuncts(condition).map((part) => new Test(part, counter, this.move, guess));
    this.tripsAt = remembered(
      [counter.start, counter.step, condition],
      (point) => this.count(point),
      counterOf(counter.loop),
    );
  }

  /** The counter's values at a sample point by iteration. */
  valuesAt(point: SamplePoint): (iteration: number) => number {
    const course = this.courseAt(point);
    return (iteration) => this.valueAfter(course, iteration);
  }

  private courseAt(point: SamplePoint): CounterSequence {
    return { start: this.start.at(point), step: this.step.at(point) };
  }

  private valueAfter({ start, step }: CounterSequence, iteration: number): number {
    if (this.counter.operator === 'add') return start + step * iteration;
    if (this.counter.operator === 'sub') return start - step * iteration;
    let value = start;
    for (let done = 0; done < Math.min(iteration, STEP_LIMIT); done++) value = this.move(value, step);
    return value;
  }

  private count(point: SamplePoint): number {
    const course = this.courseAt(point);
    // A test behind the body sees the counter after the body has moved it.
    const from = this.tested ? 0 : 1;
    const first = this.valueAfter(course, from);
    const pace = this.valueAfter(course, from + 1) - first;
    let fewest = NaN;
    for (const test of this.tests) {
      const left = test.remaining(point, course.step, first, pace);
      const trips = this.tested ? left : Math.max(1, 1 + left);
      if (!Number.isNaN(trips)) fewest = Number.isNaN(fewest) ? trips : Math.min(fewest, trips);
    }
    return fewest;
  }
}

/** What moves a counter; in single precision each step is rounded. */
function moveOf({ operator, index }: Counter): Fold {
  const domain = scalarOf(index.type);
  const move = foldOf(operator, domain);
  return domain === 'f32' ? (a, b) => Math.fround(move(Math.fround(a), Math.fround(b))) : move;
}

function conjuncts(condition: Value): readonly Value[] {
  return condition.kind === 'and-also' ? condition.args.flatMap(conjuncts) : [condition];
}

/** One conjunct of a loop's condition. */
class Test {
  private readonly condition: Evaluator;
  /** The sides of a comparison; null for what has no closed form. */
  private readonly sides: readonly [Evaluator, Evaluator] | null;
  private readonly relation: string;
  private readonly floating: boolean;
  private readonly unsigned: boolean;

  constructor(
    condition: Value,
    { loop, operator, index }: Counter,
    private readonly move: Fold,
    guess: SymbolGuess,
  ) {
    this.condition = new Evaluator(condition, guess, counterOf(loop));
    this.relation = condition.name;
    this.floating = isFloating(scalarOf(index.type));
    this.unsigned = isUnsigned(scalarOf(index.type));
    const [a, b] = condition.args;
    const compares = condition.kind === 'binary' && a !== undefined && b !== undefined;
    const additive = operator === 'add' || operator === 'sub';
    this.sides =
      compares && additive
        ? [new Evaluator(a, guess, counterOf(loop)), new Evaluator(b, guess, counterOf(loop))]
        : null;
  }

  /** Iterations for which it holds at a point, for a counter that is at `first` and goes on by `pace`. */
  remaining(point: SamplePoint, step: number, first: number, pace: number): number {
    // A fraction that is added again and again is rounded each time.
    const isRounded = this.floating && !(Number.isInteger(first) && Number.isInteger(pace));
    const linear = this.sides === null || isRounded ? NaN : this.linearTrips(this.sides, point, first, pace);
    return Number.isNaN(linear) ? this.simulatedTrips(point, step, first) : linear;
  }

  /** Closed form where both sides of the comparison are linear in the counter. */
  private linearTrips(
    [a, b]: readonly [Evaluator, Evaluator],
    point: SamplePoint,
    start: number,
    pace: number,
  ) {
    a.move(point);
    b.move(point);
    const gap = (value: number): number => a.withNumbers([value]) - b.withNumbers([value]);
    const [first, second, third] = [gap(start), gap(start + pace), gap(start + pace * 2)];
    const slope = second - first;
    if (Number.isNaN(slope) || Math.abs(third - second - slope) > 1e-9 * Math.abs(slope)) return NaN;
    const trips = gapTrips(this.relation, first, slope);
    // An unsigned counter that moves away from its end leaves when it passes zero.
    const wraps =
      this.unsigned && pace < 0 && slope < 0 && (this.relation === 'lt' || this.relation === 'le');
    return Number.isNaN(trips) && wraps && first < 0 ? Math.floor(start / -pace) + 1 : trips;
  }

  /** Runs the counter step by step; for counters that double or halve, and conditions that are not linear. */
  private simulatedTrips(point: SamplePoint, step: number, first: number): number {
    this.condition.move(point);
    let value = first;
    for (let count = 0; count < SIMULATION_LIMIT; count++) {
      const holds = this.condition.withNumbers([value]);
      if (Number.isNaN(holds) || Number.isNaN(value)) return NaN;
      if (holds === 0) return count;
      const next = this.move(value, step);
      if (next === value && !this.floating) return NaN;
      value = this.unsigned && next < 0 ? next + 2 ** 64 : next;
    }
    return NaN;
  }
}

/** Smallest count t with `first + t × slope` no longer in the relation to 0; NaN for a loop without end. */
function gapTrips(relation: string, first: number, slope: number): number {
  switch (relation) {
    case 'lt':
      return first >= 0 ? 0 : slope > 0 ? Math.ceil(-first / slope) : NaN;
    case 'le':
      return first > 0 ? 0 : slope > 0 ? Math.floor(-first / slope) + 1 : NaN;
    case 'gt':
      return first <= 0 ? 0 : slope < 0 ? Math.ceil(first / -slope) : NaN;
    case 'ge':
      return first < 0 ? 0 : slope < 0 ? Math.floor(first / -slope) + 1 : NaN;
    case 'ne': {
      const count = -first / slope;
      return first === 0 ? 0 : Number.isInteger(count) && count > 0 ? count : NaN;
    }
    case 'eq':
      return first === 0 ? 1 : 0;
    default:
      return NaN;
  }
}
