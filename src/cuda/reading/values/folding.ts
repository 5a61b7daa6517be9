import { isFloating, isUnsigned, isWide, type ScalarName } from './types';

type Operation = string;

/** An operator on numbers, with its type settled. */
export type Fold = (a: number, b: number) => number;

const FLOATING: Readonly<Record<Operation, Fold>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
};

const COMPARED: Readonly<Record<Operation, Fold>> = {
  lt: (a, b) => Number(a < b),
  le: (a, b) => Number(a <= b),
  gt: (a, b) => Number(a > b),
  ge: (a, b) => Number(a >= b),
  eq: (a, b) => Number(a === b),
  ne: (a, b) => Number(a !== b),
};

/** On whole numbers of any size; the number operators of the language cut to 32 bits. */
const BITWISE: Readonly<Record<Operation, (a: bigint, b: bigint) => bigint>> = {
  shl: (a, b) => a << (b & 63n),
  shr: (a, b) => a >> (b & 63n),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

/** The same for two numbers that fit in 32 bits with a sign. */
const BITWISE_32: Readonly<Record<Operation, Fold>> = {
  shl: (a, b) => a * 2 ** (b & 63),
  shr: (a, b) => Math.floor(a / 2 ** (b & 63)),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

const FOLDS = new Map<string, Fold>();

/**
 * The result of an operator on two numbers as C++ computes it in the scalar type `domain`: integers
 * wrap to their width, integer division truncates. NaN stands for undefined results (division by 0).
 */
export function fold(operation: Operation, a: number, b: number, domain: ScalarName): number {
  return foldOf(operation, domain)(a, b);
}

/** `fold` for one operator and type, for those who use it often. */
export function foldOf(operation: Operation, domain: ScalarName): Fold {
  const key = `${operation} ${domain}`;
  let made = FOLDS.get(key);
  if (made === undefined) FOLDS.set(key, (made = makeFold(operation, domain)));
  return made;
}

function makeFold(operation: Operation, domain: ScalarName): Fold {
  const compared = COMPARED[operation];
  if (compared !== undefined) return (a, b) => (Number.isNaN(a + b) ? NaN : compared(a, b));
  const wrap = wrapper(domain);
  switch (operation) {
    case 'min':
      return (a, b) => Math.min(a, b);
    case 'max':
      return (a, b) => Math.max(a, b);
    case 'negate':
      return isFloating(domain) ? (a) => -a : (a) => wrap(-a);
    case 'not':
      return (a) => (Number.isNaN(a) ? NaN : a === 0 ? 1 : 0);
    case 'complement':
      return (a) => wrap(-a - 1);
    case 'convert':
      return isFloating(domain) ? (a) => a : (a) => wrap(Math.trunc(a));
  }
  if (isFloating(domain)) return FLOATING[operation] ?? (() => NaN);
  if (operation === 'div') return (a, b) => (b === 0 ? NaN : wrap(Math.trunc(a / b)));
  if (operation === 'mod') return (a, b) => (b === 0 ? NaN : wrap(a % b));
  const whole = wholeFold(operation);
  return (a, b) => (Number.isFinite(a) && Number.isFinite(b) ? wrap(whole(a, b)) : NaN);
}

/** An operator on finite whole numbers, before its result is wrapped. */
function wholeFold(operation: Operation): Fold {
  const bitwise = BITWISE[operation];
  const narrow = BITWISE_32[operation];
  if (bitwise !== undefined && narrow !== undefined)
    return (a, b) =>
      (a | 0) === a && (b | 0) === b
        ? narrow(a, b)
        : Number(bitwise(BigInt(Math.trunc(a)), BigInt(Math.trunc(b))));
  const direct = FLOATING[operation];
  if (direct === undefined) return () => NaN;
  return operation === 'mul' ? wholeProduct : direct;
}

function wholeProduct(a: number, b: number): number {
  const direct = a * b;
  if (Number.isSafeInteger(direct) || !Number.isFinite(direct)) return direct;
  return Number(BigInt.asIntN(64, BigInt(Math.trunc(a)) * BigInt(Math.trunc(b))));
}

/** Wraps an integer to the width of its type; 64-bit values keep double precision. */
function wrapper(domain: ScalarName): (value: number) => number {
  if (isWide(domain)) return (value) => value;
  if (domain === 'bool') return (value) => (Number.isFinite(value) ? (value === 0 ? 0 : 1) : value);
  const bits = domain.endsWith('8') ? 8 : domain.endsWith('16') ? 16 : 32;
  const unsigned = isUnsigned(domain);
  if (bits === 32 && unsigned) return (value) => (Number.isFinite(value) ? value >>> 0 : value);
  if (bits === 32) return (value) => (Number.isFinite(value) ? value | 0 : value);
  const modulus = 2 ** bits;
  return (value) => {
    if (!Number.isFinite(value)) return value;
    const low = ((value % modulus) + modulus) % modulus;
    return unsigned || low < modulus / 2 ? low : low - modulus;
  };
}
