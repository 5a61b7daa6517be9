import { evaluate, type SymbolGuess } from './evaluate';
import { fold } from './folding';
import type { SamplePoint } from './population';
import { isFloating, scalarOf } from './types';
import type { BinaryOperator, Value } from './value';

/** A loop counter: where it starts and how it moves. */
export interface Counter {
  readonly loop: number;
  readonly start: Value;
  readonly operator: BinaryOperator;
  readonly step: Value;
  readonly index: Value;
}

/** Iterations after which a loop that has no closed form counts as unknown. */
const SIMULATION_LIMIT = 10_000;

/** The counter's value after `iteration` steps. */
export function counterAt(
  counter: Counter,
  point: SamplePoint,
  iteration: number,
  guess?: SymbolGuess,
): number {
  const start = evaluate(counter.start, point, guess);
  const step = evaluate(counter.step, point, guess);
  if (counter.operator === 'add') return start + step * iteration;
  if (counter.operator === 'sub') return start - step * iteration;
  let value = start;
  for (let done = 0; done < Math.min(iteration, 128); done++) value = moved(counter, value, step);
  return value;
}

function moved(counter: Counter, value: number, step: number): number {
  return fold(counter.operator, value, step, scalarOf(counter.index.type));
}

/**
 * Iterations of a loop at a sample point: the smallest over the conjuncts of its condition that can
 * be counted. `tested` is false for a loop that tests behind its body, which then runs once at least.
 * @returns NaN where nothing can be counted.
 */
export function countTrips(
  counter: Counter,
  condition: Value,
  point: SamplePoint,
  tested: boolean,
  guess?: SymbolGuess,
): number {
  if (condition.kind === 'and-also') {
    const counts = condition.args.map((part) => countTrips(counter, part, point, tested, guess));
    const known = counts.filter((count) => !Number.isNaN(count));
    return known.length === 0 ? NaN : Math.min(...known);
  }
  if (!tested) {
    // The condition sees the counter after the body has moved it.
    return Math.max(1, 1 + remaining(counter, condition, point, 1, guess));
  }
  return remaining(counter, condition, point, 0, guess);
}

/** Iterations for which the condition holds, counting from iteration `from`. */
function remaining(
  counter: Counter,
  condition: Value,
  point: SamplePoint,
  from: number,
  guess?: SymbolGuess,
): number {
  const linear = linearTrips(counter, condition, point, from, guess);
  return Number.isNaN(linear) ? simulatedTrips(counter, condition, point, from, guess) : linear;
}

function withIndex(counter: Counter, point: SamplePoint, value: number): SamplePoint {
  return { ...point, loops: { loop: counter.loop, value, outer: point.loops } };
}

/** Closed form where both sides of the comparison are linear in an additive counter. */
function linearTrips(
  counter: Counter,
  condition: Value,
  point: SamplePoint,
  from: number,
  guess?: SymbolGuess,
): number {
  const [a, b] = condition.args;
  if (condition.kind !== 'binary' || a === undefined || b === undefined) return NaN;
  if (counter.operator !== 'add' && counter.operator !== 'sub') return NaN;
  const start = counterAt(counter, point, from, guess);
  const step = counterAt(counter, point, from + 1, guess) - start;
  const gap = (iteration: number): number => {
    const at = withIndex(counter, point, start + step * iteration);
    return evaluate(a, at, guess) - evaluate(b, at, guess);
  };
  const [first, second, third] = [gap(0), gap(1), gap(2)];
  const slope = second - first;
  if (Number.isNaN(slope) || Math.abs(third - second - slope) > 1e-9 * Math.abs(slope)) return NaN;
  return gapTrips(condition.name, first, slope);
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

/** Runs the counter step by step; for counters that double or halve, and conditions that are not linear. */
function simulatedTrips(
  counter: Counter,
  condition: Value,
  point: SamplePoint,
  from: number,
  guess?: SymbolGuess,
): number {
  const step = evaluate(counter.step, point, guess);
  let value = counterAt(counter, point, from, guess);
  for (let count = 0; count < SIMULATION_LIMIT; count++) {
    const holds = evaluate(condition, withIndex(counter, point, value), guess);
    if (Number.isNaN(holds) || Number.isNaN(value)) return NaN;
    if (holds === 0) return count;
    const next = moved(counter, value, step);
    if (next === value && !isFloating(scalarOf(counter.index.type))) return NaN;
    value = next;
  }
  return NaN;
}
