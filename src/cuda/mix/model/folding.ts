import { isFloating, isUnsigned, isWide, type ScalarName } from './types';

type Operation = string;

const FLOATING: Readonly<Record<Operation, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
};

const COMPARED: Readonly<Record<Operation, (a: number, b: number) => boolean>> = {
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};

const BITWISE: Readonly<Record<Operation, (a: bigint, b: bigint) => bigint>> = {
  shl: (a, b) => a << (b & 63n),
  shr: (a, b) => a >> (b & 63n),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

/**
 * The result of an operator on two numbers as C++ computes it in the scalar type `domain`: integers
 * wrap to their width, integer division truncates. NaN stands for undefined results (division by 0).
 */
export function fold(operation: Operation, a: number, b: number, domain: ScalarName): number {
  const compared = COMPARED[operation];
  if (compared !== undefined) return compared(a, b) ? 1 : 0;
  switch (operation) {
    case 'min':
      return Math.min(a, b);
    case 'max':
      return Math.max(a, b);
    case 'negate':
      return wrap(-a, domain);
    case 'not':
      return a === 0 ? 1 : 0;
    case 'complement':
      return wrap(-a - 1, domain);
    case 'convert':
      return isFloating(domain) ? a : wrap(Math.trunc(a), domain);
  }
  if (isFloating(domain)) return FLOATING[operation]?.(a, b) ?? NaN;
  if (operation === 'div' || operation === 'mod') {
    if (b === 0) return NaN;
    return wrap(operation === 'div' ? Math.trunc(a / b) : a % b, domain);
  }
  return wrap(integerResult(operation, a, b), domain);
}

function integerResult(operation: Operation, a: number, b: number): number {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return NaN;
  const bitwise = BITWISE[operation];
  if (bitwise !== undefined) return Number(bitwise(BigInt(Math.trunc(a)), BigInt(Math.trunc(b))));
  const direct = FLOATING[operation]?.(a, b) ?? NaN;
  if (operation !== 'mul' || Number.isSafeInteger(direct) || !Number.isFinite(direct)) return direct;
  return Number(BigInt.asIntN(64, BigInt(Math.trunc(a)) * BigInt(Math.trunc(b))));
}

/** Wraps an integer to the width of its type; 64-bit values keep double precision. */
function wrap(value: number, domain: ScalarName): number {
  if (!Number.isFinite(value) || isWide(domain)) return value;
  if (domain === 'bool') return value === 0 ? 0 : 1;
  const bits = domain.endsWith('8') ? 8 : domain.endsWith('16') ? 16 : 32;
  if (bits === 32) return isUnsigned(domain) ? value >>> 0 : value | 0;
  const modulus = 2 ** bits;
  const low = ((value % modulus) + modulus) % modulus;
  return isUnsigned(domain) || low < modulus / 2 ? low : low - modulus;
}
