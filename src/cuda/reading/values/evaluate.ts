import { calculationOf } from './calledFunctions';
import { foldOf } from './folding';
import type { SamplePoint } from './samplePoints';
import { scalarOf } from './types';
import { hostNameOf, type Value } from './graph';

/** A number for a symbol that has none, e.g. an argument of unknown value; always the same for one symbol. */
export type SymbolGuess = (symbol: Value) => number;

/** Place among the moving numbers of a value that an iteration gives; null for all other values. */
export type Moving = (value: Value) => number | null;

/** The counter of a loop as the only number that moves. */
export function counterOf(loop: number): Moving {
  return (value) => (value.kind === 'index' && value.loop === loop ? 0 : null);
}

/** Reads a number off a sample point. */
export type PointReader = (point: SamplePoint) => number;

const NO_GUESS: SymbolGuess = () => NaN;
const NOTHING_MOVES: Moving = () => null;
const NO_NUMBERS: readonly number[] = [];

type Combine = (a: number, b: number, c: number) => number;

/** One operation on slots, which hold the numbers of values. */
interface Step {
  readonly target: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly combine: Combine;
}

/** Slot that stays NaN: what is unknown, and arguments that an operation does not have. */
const UNKNOWN = 0;

/**
 * A value made ready for being evaluated at many sample points: every shared part is computed once a
 * point, and what does not depend on the `moving` values once for all of their numbers.
 * Symbols without a number are asked of `guess`. Numbers are NaN where something is unknown or the
 * arithmetic is undefined.
 */
export class Evaluator {
  private readonly slots: number[] = [NaN];
  private readonly readers: { readonly target: number; readonly read: PointReader }[] = [];
  private readonly fixed: Step[] = [];
  private readonly moving: Step[] = [];
  /** Slots of the values that move, with their places among the numbers. */
  private readonly own: { readonly target: number; readonly place: number }[] = [];
  private readonly result: number;
  private readonly slotOf = new Map<Value, number>();
  private readonly movingSlots = new Set<number>();

  constructor(
    value: Value,
    private readonly guess: SymbolGuess = NO_GUESS,
    private readonly isMoving: Moving = NOTHING_MOVES,
  ) {
    this.result = this.slot(value);
  }

  /** The number at a point. */
  at(point: SamplePoint): number {
    this.move(point);
    return this.withNumbers(NO_NUMBERS);
  }

  /** Goes to a point; `withNumbers` then gives the numbers there. */
  move(point: SamplePoint): void {
    for (const { target, read } of this.readers) this.slots[target] = read(point);
    this.run(this.fixed);
  }

  /** The number at the current point for these numbers of the values that move. */
  withNumbers(numbers: readonly number[]): number {
    if (this.own.length > 0) {
      for (const { target, place } of this.own) this.slots[target] = numbers[place] ?? NaN;
      this.run(this.moving);
    }
    return this.slots[this.result]!;
  }

  private run(steps: readonly Step[]): void {
    const { slots } = this;
    for (const { target, a, b, c, combine } of steps)
      slots[target] = combine(slots[a]!, slots[b]!, slots[c]!);
  }

  private slot(value: Value): number {
    let slot = this.slotOf.get(value);
    if (slot === undefined) this.slotOf.set(value, (slot = this.newSlot(value)));
    return slot;
  }

  private newSlot(value: Value): number {
    if (value.known !== null) return this.slots.push(value.known) - 1;
    const place = this.isMoving(value);
    if (place !== null) {
      const target = this.slots.push(NaN) - 1;
      this.own.push({ target, place });
      this.movingSlots.add(target);
      return target;
    }
    const read = pointReader(value);
    if (read !== null) {
      const target = this.slots.push(NaN) - 1;
      this.readers.push({ target, read });
      return target;
    }
    if (value.kind === 'symbol' || hostNameOf(value) !== null) return this.slots.push(this.guess(value)) - 1;
    const combine = combination(value);
    return combine === null ? UNKNOWN : this.operation(value, combine);
  }

  private operation(value: Value, combine: Combine): number {
    const [a = UNKNOWN, b = UNKNOWN, c = UNKNOWN] = value.args.map((argument) => this.slot(argument));
    const target = this.slots.push(NaN) - 1;
    const moves = [a, b, c].some((slot) => this.movingSlots.has(slot));
    if (moves) this.movingSlots.add(target);
    (moves ? this.moving : this.fixed).push({ target, a, b, c, combine });
    return target;
  }
}

/** The number that a value has at one sample point. */
export function evaluate(value: Value, point: SamplePoint, guess?: SymbolGuess): number {
  return new Evaluator(value, guess).at(point);
}

/**
 * `compute`, remembered by what of a point the values look at, apart from those that move with an iteration:
 * many points differ in nothing that matters.
 */
export function remembered<Result>(
  values: readonly Value[],
  compute: (point: SamplePoint) => Result,
  isMoving: Moving = NOTHING_MOVES,
): (point: SamplePoint) => Result {
  const keyOf = keyReader(readersOf(values, isMoving));
  const known = new Map<number | string, Result>();
  return (point) => {
    const key = keyOf(point);
    let result = known.get(key);
    if (result === undefined) known.set(key, (result = compute(point)));
    return result;
  };
}

/** Bits of the whole numbers that a double holds exactly. */
const EXACT_BITS = 52;

/** One key for the numbers that are read: a number where they are whole and small, as texts are slow to write. */
function keyReader(readers: readonly PointReader[]): (point: SamplePoint) => number | string {
  const [only] = readers;
  if (only !== undefined && readers.length === 1) return only;
  const range = 2 ** Math.floor(EXACT_BITS / readers.length);
  const half = range / 2;
  return (point) => {
    let key = 0;
    for (const read of readers) {
      const digit = read(point) + half;
      if (!(digit >= 0 && digit < range && Number.isInteger(digit))) return textKey(readers, point);
      key = key * range + digit;
    }
    return key;
  };
}

function textKey(readers: readonly PointReader[], point: SamplePoint): string {
  let key = '';
  for (const read of readers) key += `${read(point)},`;
  return key;
}

function readersOf(values: readonly Value[], isMoving: Moving): PointReader[] {
  const seen = new Set<Value>();
  const readers = new Map<string, PointReader>();
  const visit = (value: Value): void => {
    if (seen.has(value) || value.known !== null) return;
    seen.add(value);
    if (isMoving(value) !== null) return;
    const read = pointReader(value);
    if (read !== null)
      readers.set(value.kind === 'index' ? `loop ${value.loop} ${value.name}` : value.name, read);
    else for (const argument of value.args) visit(argument);
  };
  for (const value of values) visit(value);
  return [...readers.values()];
}

/** Reader of a thread coordinate or loop counter at a sample point; null for all other values. */
function pointReader(value: Value): PointReader | null {
  const { course, loop } = value;
  if (value.kind === 'index' && course !== null) return (point) => course(point, loopIndex(loop, point));
  if (value.kind === 'index') return (point) => loopIndex(loop, point);
  if (value.kind !== 'symbol') return null;
  const axis = 'xyz'.indexOf(value.name.at(-1) ?? '');
  if (axis < 0) return null;
  if (value.name.startsWith('threadIdx.')) return (point) => point.thread[axis]!;
  return value.name.startsWith('blockIdx.') ? (point): number => point.block[axis]! : null;
}

/** The arithmetic of an operation on the numbers of its arguments; null where there is none. */
function combination(value: Value): Combine | null {
  switch (value.kind) {
    case 'binary':
      return foldOf(value.name, operandScalar(value));
    case 'negate':
    case 'complement':
    case 'not':
    case 'convert': {
      const fold = foldOf(value.kind, scalarOf(value.type));
      return (a) => fold(a, 0);
    }
    case 'and-also':
      return (a, b) => (a === 0 || b === 0 ? 0 : Number.isNaN(a + b) ? NaN : 1);
    case 'or-else':
      return (a, b) => (isTrue(a) || isTrue(b) ? 1 : Number.isNaN(a + b) ? NaN : 0);
    case 'ternary':
    case 'merge':
      return (a, b, c) => (Number.isNaN(a) ? NaN : a !== 0 ? b : c);
    case 'call':
      return calculationOf(value.name);
    default:
      return null;
  }
}

/** Tests whether a number is known and not 0. */
function isTrue(value: number): boolean {
  return !Number.isNaN(value) && value !== 0;
}

function operandScalar(value: Value): ReturnType<typeof scalarOf> {
  const type =
    value.type.kind === 'scalar' && value.type.scalar === 'bool' ? value.args[0]!.type : value.type;
  return scalarOf(type);
}

function loopIndex(loop: number, point: SamplePoint): number {
  for (let index = point.loops; index !== null; index = index.outer) {
    if (index.loop === loop) return index.value;
  }
  return NaN;
}
