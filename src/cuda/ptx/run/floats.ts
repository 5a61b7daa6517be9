import {
  flushed,
  fromBrain,
  fromHalf,
  fusedDouble,
  fusedSingle,
  sumToOdd,
  toBrain,
  toHalf,
  toSingle,
  type Rounding,
} from './rounding';
import type { Storage } from './storage';
import type { Execute, OperationType } from './types';

/** Reads and writes numbers of a floating-point type. */
export interface FloatAccess {
  readonly read: (index: number) => number;
  readonly write: (index: number, value: number) => void;
}

export interface FloatModes {
  readonly rounding: Rounding;
  /** Denormals are zeros. */
  readonly flushes: boolean;
  /** Results are clamped to 0…1, NaN to 0. */
  readonly saturates: boolean;
  /** Negative results and NaN of halves become 0. */
  readonly relu: boolean;
}

/** The modes that an opcode names. */
export function modesOf(opcode: readonly string[]): FloatModes {
  const rounding = opcode.find((part): part is Rounding => /^r[nzmp]$/.test(part)) ?? 'rn';
  return {
    rounding,
    flushes: opcode.includes('ftz'),
    saturates: opcode.includes('sat'),
    relu: opcode.includes('relu'),
  };
}

/** How numbers of a type stand in slots; `half` chooses one of two in a packed register. */
export function floatAccess(
  { words, singles, doubles }: Storage,
  { kind, bits }: OperationType,
  modes: FloatModes,
  half = 0,
): FloatAccess {
  const { rounding, flushes } = modes;
  const clamp = limited(modes);
  if (kind === 'half' || kind === 'brain') {
    const [from, to] = kind === 'half' ? [fromHalf, toHalf] : [fromBrain, toBrain];
    const shift = 16 * half;
    const kept = half === 0 ? ~0xffff : 0xffff;
    return {
      read: (index) => from((words[index << 1]! >>> shift) & 0xffff),
      write: (index, value) => {
        words[index << 1] = (words[index << 1]! & kept) | (to(clamp(value), rounding) << shift);
      },
    };
  }
  if (bits === 64)
    return {
      read: (index) => doubles[index]!,
      write: (index, value) => void (doubles[index] = clamp(value)),
    };
  const write = (index: number, value: number): void => {
    const near = clamp(toSingle(value, rounding));
    singles[index << 1] = flushes ? flushed(near) : near;
  };
  return flushes
    ? { read: (index) => flushed(singles[index << 1]!), write }
    : { read: (index) => singles[index << 1]!, write };
}

function limited({ saturates, relu }: FloatModes): (value: number) => number {
  if (saturates) return (value) => (value > 0 ? Math.min(value, 1) : 0);
  if (relu) return (value) => (value > 0 ? value : 0);
  return (value) => value;
}

const LESS = (a: number, b: number): boolean => a < b || (a === b && Object.is(a, -0));

type Binary = (a: number, b: number) => number;

/** In doubles; sums that are rounded to fewer bits are rounded to odd before. */
const BINARY: Readonly<Record<string, Binary>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  copysign: (a, b) => (b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a)),
  // A number wins over NaN.
  min: (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : LESS(a, b) ? a : b),
  max: (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : LESS(a, b) ? b : a),
};

const ODD: Readonly<Record<string, Binary>> = { ...BINARY, add: sumToOdd, sub: (a, b) => sumToOdd(a, -b) };

const withNaN =
  (operation: Binary): Binary =>
  (a, b) =>
    Number.isNaN(a) || Number.isNaN(b) ? NaN : operation(a, b);

const UNARY: Readonly<Record<string, (a: number) => number>> = {
  neg: (a) => -a,
  abs: Math.abs,
  sqrt: Math.sqrt,
  rcp: (a) => 1 / a,
  rsqrt: (a) => 1 / Math.sqrt(a),
  sin: Math.sin,
  cos: Math.cos,
  tanh: Math.tanh,
  ex2: (a) => 2 ** a,
  lg2: Math.log2,
};

/** Arithmetic of one floating-point type; null for names that are none of it. */
export function floatArithmetic(
  storage: Storage,
  opcode: readonly string[],
  type: OperationType,
  slots: readonly number[],
): Execute | null {
  const modes = modesOf(opcode);
  const halves = type.packed ? [0, 1] : [0];
  const each = halves.map((half) =>
    one(storage, opcode, type, slots, floatAccess(storage, type, modes, half)),
  );
  const [first, second] = each;
  if (first === undefined || first === null) return null;
  return second === undefined || second === null
    ? first
    : (t) => {
        first(t);
        second(t);
      };
}

function one(
  storage: Storage,
  opcode: readonly string[],
  type: OperationType,
  [to = 0, a = 0, b = 0, c = 0]: readonly number[],
  { read, write }: FloatAccess,
): Execute | null {
  const name = opcode[0] ?? '';
  if (name === 'fma' || name === 'mad') {
    const fused = fusedOf(type, modesOf(opcode).rounding);
    return (t) => write(t + to, fused(read(t + a), read(t + b), read(t + c)));
  }
  const unary = UNARY[name];
  if (unary !== undefined) return (t) => write(t + to, unary(read(t + a)));
  const table = type.bits === 64 ? BINARY : ODD;
  const binary = table[name];
  if (binary === undefined) return null;
  const operation = opcode.includes('NaN') ? withNaN(binary) : binary;
  if (fastSingle(type, opcode)) {
    const { singles } = storage;
    const plain = BINARY[name]!;
    return (t) => void (singles[(t + to) << 1] = plain(singles[(t + a) << 1]!, singles[(t + b) << 1]!));
  }
  return (t) => write(t + to, operation(read(t + a), read(t + b)));
}

/** Sums, products and quotients of floats come out right when those of doubles are rounded (Figueroa 1995). */
function fastSingle({ kind, bits }: OperationType, opcode: readonly string[]): boolean {
  return kind === 'float' && bits === 32 && !opcode.some((part) => /^(r[zmp]|ftz|sat|NaN)$/.test(part));
}

function fusedOf(
  { kind, bits }: OperationType,
  rounding: Rounding,
): (a: number, b: number, c: number) => number {
  if (kind === 'float' && bits === 64) return fusedDouble;
  if (kind === 'float') return (a, b, c) => fusedSingle(a, b, c, rounding);
  return (a, b, c) => sumToOdd(a * b, c);
}
