import { Evaluator, remembered, type Moving, type PointReader, type SymbolGuess } from './evaluate';
import type { Course, Value } from './graph';
import type { SamplePoint } from './samplePoints';
import { Source } from './value';

/** Iterations up to which a loop is followed at one sample point. */
const MOST_ITERATIONS = 20_000;
/** Iterations of all sample points together, after which what is not counted yet is unknown. */
const MOST_STEPS = 2_000_000;

/** A variable that a loop hands from iteration to iteration. */
export interface StateVariable {
  /** Value at the start of an iteration. */
  readonly inside: Value;
  /** Value in front of the loop. */
  readonly start: Value;
  /** Value at the end of an iteration. */
  readonly end: Value;
}

/** A loop by what an iteration does to its variables, and by the conditions on which it ends. */
export interface Recurrence {
  readonly variables: readonly StateVariable[];
  /** The condition on which it goes on; null where only exits end it. */
  readonly test: Value | null;
  /** False for a loop that tests behind its body. */
  readonly tested: boolean;
  /** Conditions on which threads leave from inside an iteration. */
  readonly exits: readonly Value[];
}

/** The numbers of a loop's variables at one sample point. */
interface Trace {
  readonly trips: number;
  /** All variables of the first iteration, of the second and so on; one iteration more than run. */
  readonly numbers: Float64Array;
}

/**
 * A loop whose iterations are run one by one on the variables that decide when it ends: for counters that move
 * twice or under a condition, for several of them, and for exits from inside.
 */
export class FollowedLoop {
  /** What the number of iterations depends on, as bits of `Source`. */
  readonly sources: number;
  /** Names that it depends on and that nobody gave a number. */
  readonly unknowns: readonly string[];
  /** Loops around whose counters it looks at. */
  readonly outerLoops: readonly number[];
  private readonly starts: readonly Evaluator[];
  private readonly ends: readonly Evaluator[];
  private readonly test: Evaluator | null;
  private readonly exits: readonly Evaluator[];
  private readonly traceAt: (point: SamplePoint) => Trace;
  private steps = 0;

  private constructor(
    private readonly recurrence: Recurrence,
    private readonly places: ReadonlyMap<Value, number>,
    guess: SymbolGuess,
  ) {
    const { variables, test, exits } = recurrence;
    const isMoving: Moving = (value) => places.get(value) ?? null;
    const moving = (value: Value): Evaluator => new Evaluator(value, guess, isMoving);
    this.starts = variables.map(({ start }) => new Evaluator(start, guess));
    this.ends = variables.map(({ end }) => moving(end));
    this.test = test === null ? null : moving(test);
    this.exits = exits.map(moving);
    const inner = [...variables.map(({ end }) => end), ...(test === null ? [] : [test]), ...exits];
    const read = [...variables.map(({ start }) => start), ...inner];
    this.traceAt = remembered(read, (point) => this.follow(point), isMoving);
    const leaves = leavesOf(read, places);
    this.sources = leaves.reduce((all, { sources }) => all | sources, 0) & ~Source.data;
    this.unknowns = leaves
      .filter(({ kind, known, sources }) => kind === 'symbol' && known === null && !isCoordinate(sources))
      .map(({ name }) => name);
    this.outerLoops = [...new Set(read.flatMap(({ loops }) => loops))].filter(
      (loop) => !variables.some(({ inside }) => inside.loop === loop),
    );
  }

  /**
   * The part of a loop that can be followed; null where none of its ends can be.
   * Ends that look at data are left out: they only shorten what the others tell.
   */
  static of(loop: Recurrence, guess: SymbolGuess): FollowedLoop | null {
    const all = new Map(loop.variables.map((variable) => [variable.inside, variable]));
    const needed = new Set<Value>();
    const test = loop.test !== null && isComputable(loop.test, all, needed) ? loop.test : null;
    const exits = loop.exits.filter((exit) => isComputable(exit, all, needed));
    if (test === null && exits.length === 0) return null;
    const variables = loop.variables.filter(({ inside }) => needed.has(inside));
    const places = new Map(variables.map(({ inside }, place) => [inside, place]));
    return new FollowedLoop({ ...loop, variables, test, exits }, places, guess);
  }

  /** Variables that decide when the loop ends. */
  get size(): number {
    return this.recurrence.variables.length;
  }

  /** Iterations at a sample point; NaN where they cannot be counted. */
  readonly tripsAt: PointReader = (point) => this.traceAt(point).trips;

  /** The numbers of a variable, by its value at the start of an iteration; null for one that decides nothing. */
  courseOf(inside: Value): Course | null {
    const place = this.places.get(inside);
    if (place === undefined) return null;
    return (point, iteration) => this.traceAt(point).numbers[iteration * this.size + place] ?? NaN;
  }

  private follow(point: SamplePoint): Trace {
    for (const evaluator of this.ends) evaluator.move(point);
    for (const evaluator of this.exits) evaluator.move(point);
    this.test?.move(point);
    let now = this.starts.map((start) => start.at(point));
    let next = now.slice();
    const path = [...now];
    const trace = (trips: number): Trace => ({ trips, numbers: Float64Array.from(path) });
    const tested = this.recurrence.tested;
    for (let trips = 0; trips < MOST_ITERATIONS && this.steps < MOST_STEPS; trips++, this.steps++) {
      if (tested || trips > 0) {
        const holds = this.test?.withNumbers(now) ?? 1;
        if (Number.isNaN(holds)) break;
        if (holds === 0) return trace(trips);
      }
      if (this.leaves(now)) return trace(trips + 1);
      const stands = this.step(now, next);
      if (stands && (tested || trips > 0)) break;
      [now, next] = [next, now];
      for (const number of now) path.push(number);
    }
    return trace(NaN);
  }

  /** Tests whether a thread with these numbers leaves from inside the iteration. */
  private leaves(now: readonly number[]): boolean {
    for (const exit of this.exits) {
      const value = exit.withNumbers(now);
      if (value !== 0 && !Number.isNaN(value)) return true;
    }
    return false;
  }

  /** Puts the numbers after an iteration into `next`; true where it changes none that is known. */
  private step(now: readonly number[], next: number[]): boolean {
    let stands = true;
    for (let place = 0; place < this.ends.length; place++) {
      const value = this.ends[place]!.withNumbers(now);
      next[place] = value;
      stands &&= value === now[place] || Number.isNaN(value);
    }
    return stands;
  }
}

/** Tests whether a value follows from a loop's variables and what stands in front of it; adds those it needs. */
function isComputable(
  value: Value,
  variables: ReadonlyMap<Value, StateVariable>,
  needed: Set<Value>,
): boolean {
  const found = new Set<Value>();
  const seen = new Set<Value>();
  const visit = (part: Value): boolean => {
    if (seen.has(part) || part.known !== null || needed.has(part)) return true;
    seen.add(part);
    const variable = variables.get(part);
    if (variable !== undefined) {
      found.add(part);
      return isKnownBefore(variable.start) && visit(variable.end);
    }
    if (part.kind === 'load' || part.kind === 'opaque' || part.kind === 'extract') return false;
    if (part.kind === 'call' && part.name !== 'abs') return false;
    return part.args.every(visit);
  };
  if (!visit(value)) return false;
  for (const inside of found) needed.add(inside);
  return true;
}

function isKnownBefore(start: Value): boolean {
  const seen = new Set<Value>();
  const visit = (part: Value): boolean => {
    if (seen.has(part) || part.known !== null) return true;
    seen.add(part);
    const isData = part.kind === 'load' || part.kind === 'opaque' || part.kind === 'extract';
    return !isData && (part.kind !== 'call' || part.name === 'abs') && part.args.every(visit);
  };
  return start.type.kind === 'scalar' && visit(start);
}

/** Symbols and counters that values are made of, apart from the variables themselves. */
function leavesOf(values: readonly Value[], places: ReadonlyMap<Value, number>): readonly Value[] {
  const seen = new Set<Value>();
  const leaves: Value[] = [];
  const visit = (part: Value): void => {
    if (seen.has(part) || places.has(part)) return;
    seen.add(part);
    if (part.kind === 'symbol' || part.kind === 'index') leaves.push(part);
    part.args.forEach(visit);
  };
  values.forEach(visit);
  return leaves;
}

function isCoordinate(sources: number): boolean {
  return (sources & Source.thread) !== 0;
}
