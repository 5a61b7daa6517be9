/**
 * A value of a PTX register: integers signed in the width of the register (those of 64 bits as a `bigint` where a
 * `number` would not be exact), predicates as booleans, null for what only data tells.
 */
export type PtxValue = number | bigint | boolean | null;

export type Integer = number | bigint;

/** Width and sign of an operand type such as `u32`; null for types that are no integers. */
export interface IntegerType {
  readonly bits: number;
  readonly signed: boolean;
}

export function integerType(name: string): IntegerType | null {
  const match = /^([sub])(8|16|32|64)$/.exec(name);
  return match === null ? null : { bits: Number(match[2]), signed: match[1] === 's' };
}

/** Brings a result into the range of a register of so many bits. */
export function wrap(value: Integer, bits: number): Integer {
  if (typeof value === 'bigint') return small(BigInt.asIntN(bits, value));
  return bits === 64 ? value : ((value | 0) << (32 - bits)) >> (32 - bits);
}

function small(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The register's bits as the type reads them. */
export function read(value: Integer, { bits, signed }: IntegerType): Integer {
  if (signed || value >= 0) return value;
  return bits <= 32 ? Number(value) + 2 ** bits : small(BigInt.asUintN(64, BigInt(value)));
}

/** A binary operation in exact arithmetic, wrapped to the type. */
type Exact = (a: bigint, b: bigint) => bigint;
type Fast = (a: number, b: number) => number;

function exactly(fast: Fast, exact: Exact): (a: Integer, b: Integer) => Integer {
  return (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') {
      const result = fast(a, b);
      if (Number.isSafeInteger(result)) return result === 0 ? 0 : result;
    }
    return small(exact(BigInt(a), BigInt(b)));
  };
}

export const add = exactly(
  (a, b) => a + b,
  (a, b) => a + b,
);
export const subtract = exactly(
  (a, b) => a - b,
  (a, b) => a - b,
);
export const multiply = exactly(
  (a, b) => a * b,
  (a, b) => a * b,
);
const divide = exactly(
  (a, b) => Math.trunc(a / b),
  (a, b) => a / b,
);
const remainder = exactly(
  (a, b) => a % b,
  (a, b) => a % b,
);

/** Operations of two operands of one type; the result is wrapped to it by the caller. */
export const BINARY: Readonly<Record<string, (a: Integer, b: Integer) => Integer | null>> = {
  add,
  sub: subtract,
  div: (a, b) => (Number(b) === 0 ? null : divide(a, b)),
  rem: (a, b) => (Number(b) === 0 ? null : remainder(a, b)),
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
  and: bitwise(
    (a, b) => a & b,
    (a, b) => a & b,
  ),
  or: bitwise(
    (a, b) => a | b,
    (a, b) => a | b,
  ),
  xor: bitwise(
    (a, b) => a ^ b,
    (a, b) => a ^ b,
  ),
};

/** Operations of one operand of so many bits; the result is wrapped to them by the caller. */
export const UNARY: Readonly<Record<string, (a: Integer, bits: number) => Integer>> = {
  neg: (a) => multiply(a, -1),
  abs: (a) => (a < 0 ? multiply(a, -1) : a),
  not: (a) => add(multiply(a, -1), -1),
  popc: (a, bits) => binaryDigits(a, bits).replaceAll('0', '').length,
  clz: (a, bits) => (Number(a) === 0 ? bits : bits - binaryDigits(a, bits).length),
};

function binaryDigits(value: Integer, bits: number): string {
  return BigInt.asUintN(bits, BigInt(value)).toString(2);
}

function bitwise(fast: Fast, exact: Exact): (a: Integer, b: Integer) => Integer {
  const isWord = (value: Integer): value is number => typeof value === 'number' && value === (value | 0);
  return (a, b) => (isWord(a) && isWord(b) ? fast(a, b) : small(exact(BigInt(a), BigInt(b))));
}

/** Shifts clamp their amount to the width of the register. */
export function shiftLeft(value: Integer, amount: Integer, bits: number): Integer {
  const by = Number(amount);
  if (by >= bits) return 0;
  return wrap(multiply(value, 2 ** by), bits);
}

export function shiftRight(value: Integer, amount: Integer, bits: number): Integer {
  const by = Math.min(Number(amount), bits);
  return typeof value === 'number' ? Math.floor(value / 2 ** by) : small(BigInt(value) >> BigInt(by));
}

/** High half of the product. */
export function multiplyHigh(a: Integer, b: Integer, bits: number): Integer {
  return small((BigInt(a) * BigInt(b)) >> BigInt(bits));
}

export const COMPARISONS: Readonly<Record<string, (a: Integer, b: Integer) => boolean>> = {
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
