import { narrower, widener } from './integers';
import { floatAccess, modesOf } from './floats';
import type { Storage } from './storage';
import type { Execute, OperationType } from './types';

type Relation = (a: number, b: number) => boolean;

const RELATIONS: Readonly<Record<string, Relation>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lo: (a, b) => a < b,
  ls: (a, b) => a <= b,
  hi: (a, b) => a > b,
  hs: (a, b) => a >= b,
};

/** Of floats: a relation holds between numbers only, one that ends in `u` with NaN too. */
const FLOAT_RELATIONS: Readonly<Record<string, Relation>> = {
  ...RELATIONS,
  ne: (a, b) => a < b || a > b,
  equ: (a, b) => !(a < b || a > b),
  neu: (a, b) => a !== b,
  ltu: (a, b) => !(a >= b),
  leu: (a, b) => !(a > b),
  gtu: (a, b) => !(a <= b),
  geu: (a, b) => !(a < b),
  num: (a, b) => !Number.isNaN(a) && !Number.isNaN(b),
  nan: (a, b) => Number.isNaN(a) || Number.isNaN(b),
};

/** Whether the relation of an opcode holds in a thread; null for relations and types that are not known. */
export function comparisonOf(
  storage: Storage,
  relation: string,
  opcode: readonly string[],
  type: OperationType,
  [a, b]: readonly [number, number],
): ((base: number) => boolean) | null {
  if (type.kind !== 'integer') {
    const holds = FLOAT_RELATIONS[relation];
    if (holds === undefined || type.packed) return null;
    const { read } = floatAccess(storage, type, modesOf(opcode));
    return (t) => holds(read(t + a), read(t + b));
  }
  const holds = RELATIONS[relation];
  if (holds === undefined) return null;
  const { words, longs } = storage;
  if (type.bits < 64) {
    const narrow = narrower(type);
    return (t) => holds(narrow(words[(t + a) << 1]!), narrow(words[(t + b) << 1]!));
  }
  const wide = widener(type);
  const difference = (x: bigint, y: bigint): number => (x < y ? -1 : x > y ? 1 : 0);
  return (t) => holds(difference(wide(longs[t + a]!), wide(longs[t + b]!)), 0);
}

/** Predicates of `testp`. */
export function testOf(
  storage: Storage,
  property: string,
  type: OperationType,
  a: number,
): ((base: number) => boolean) | null {
  const { read } = floatAccess(storage, type, modesOf([]));
  const least = type.bits === 64 ? 2.2250738585072014e-308 : 1.1754943508222875e-38;
  const tests: Readonly<Record<string, (value: number) => boolean>> = {
    finite: Number.isFinite,
    infinite: (value) => Math.abs(value) === Infinity,
    number: (value) => !Number.isNaN(value),
    notanumber: Number.isNaN,
    normal: (value) => Number.isFinite(value) && Math.abs(value) >= least,
    subnormal: (value) => Math.abs(value) < least && value !== 0,
  };
  const test = tests[property];
  return test === undefined ? null : (t) => test(read(t + a));
}

const LOGIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

/** Logic of predicates in slots; what one of them decides alone is known where the other is not. */
export function predicateLogic(
  { words, unknown }: Storage,
  name: string,
  to: number,
  a: number,
  b: number,
): Execute | null {
  if (name === 'not')
    return (t) => {
      if (unknown !== null) unknown[t + to] = unknown[t + a]!;
      words[(t + to) << 1] = words[(t + a) << 1]! ^ 1;
    };
  const logic = LOGIC[name];
  if (logic === undefined) return null;
  if (unknown === null)
    return (t) => void (words[(t + to) << 1] = logic(words[(t + a) << 1]!, words[(t + b) << 1]!));
  const deciding = name === 'and' ? 0 : name === 'or' ? 1 : -1;
  return (t) => {
    const [x, y] = [words[(t + a) << 1]!, words[(t + b) << 1]!];
    const [isOpen, isOther] = [unknown[t + a]! === 1, unknown[t + b]! === 1];
    const decided = (!isOpen && x === deciding) || (!isOther && y === deciding);
    unknown[t + to] = (isOpen || isOther) && !decided ? 1 : 0;
    words[(t + to) << 1] = decided ? deciding : logic(x, y);
  };
}
