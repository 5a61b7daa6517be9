import type { Storage } from './storage';
import type { Execute, OperationType } from './types';

type Small = (a: number, b: number) => number;
type Long = (a: bigint, b: bigint) => bigint;

/** Reads a word as a type of up to 32 bits. */
export function narrower({ bits, signed }: OperationType): (word: number) => number {
  if (bits === 32) return signed ? (word) => word : (word) => word >>> 0;
  const shift = 32 - bits;
  return signed ? (word) => (word << shift) >> shift : (word) => (word << shift) >>> shift;
}

/** Reads a slot of 64 bits as a type. */
export function widener({ signed }: OperationType): (long: bigint) => bigint {
  return signed ? (long) => long : (long) => BigInt.asUintN(64, long);
}

const SMALL: Readonly<Record<string, Small>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  div: (a, b) => (b === 0 ? -1 : Math.trunc(a / b)),
  rem: (a, b) => (b === 0 ? a : a % b),
  min: Math.min,
  max: Math.max,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

const LONG: Readonly<Record<string, Long>> = {
  mul: (a, b) => a * b,
  div: (a, b) => (b === 0n ? -1n : a / b),
  rem: (a, b) => (b === 0n ? a : a % b),
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
};

/** `add.s32` and the like: two operands and a result of one type; null for names that are none of these. */
export function binaryInteger(
  { words, longs }: Storage,
  name: string,
  type: OperationType,
  [to, a, b]: readonly [number, number, number],
): Execute | null {
  if (type.bits === 64) {
    if (name in WORDS) return wordwise({ words } as Storage, name, to, a, b);
    if (name === 'add' || name === 'sub') return longSum(words, name === 'sub', to, a, b);
    const long = LONG[name];
    const wide = widener(type);
    if (long === undefined) return null;
    return (t) => void (longs[t + to] = long(wide(longs[t + a]!), wide(longs[t + b]!)));
  }
  const small = name === 'mul' ? Math.imul : SMALL[name];
  if (small === undefined) return null;
  if (type.bits === 32 && type.signed)
    return (t) => void (words[(t + to) << 1] = small(words[(t + a) << 1]!, words[(t + b) << 1]!));
  const narrow = narrower(type);
  return (t) =>
    void (words[(t + to) << 1] = small(narrow(words[(t + a) << 1]!), narrow(words[(t + b) << 1]!)));
}

const WORDS: Readonly<Record<string, Small>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

function wordwise(
  { words }: Pick<Storage, 'words'>,
  name: string,
  to: number,
  a: number,
  b: number,
): Execute {
  const small = WORDS[name]!;
  return (t) => {
    const [p, q, r] = [(t + to) << 1, (t + a) << 1, (t + b) << 1];
    const low = small(words[q]!, words[r]!);
    words[p + 1] = small(words[q + 1]!, words[r + 1]!);
    words[p] = low;
  };
}

/** Sums and differences of 64 bits, word by word. */
function longSum(words: Int32Array, negated: boolean, to: number, a: number, b: number): Execute {
  if (negated)
    return (t) => {
      const [p, q, r] = [(t + to) << 1, (t + a) << 1, (t + b) << 1];
      const low = (words[q]! >>> 0) - (words[r]! >>> 0);
      words[p + 1] = words[q + 1]! - words[r + 1]! - (low < 0 ? 1 : 0);
      words[p] = low;
    };
  return (t) => {
    const p = (t + to) << 1;
    const q = (t + a) << 1;
    const r = (t + b) << 1;
    const low = (words[q]! >>> 0) + (words[r]! >>> 0);
    words[p + 1] = words[q + 1]! + words[r + 1]! + (low > 0xffffffff ? 1 : 0);
    words[p] = low;
  };
}

/** `shl` and `shr`: amounts are clamped to the width. */
export function shift(
  { words, longs }: Storage,
  left: boolean,
  type: OperationType,
  [to, a, b]: readonly [number, number, number],
): Execute {
  const { bits, signed } = type;
  if (bits === 64) {
    const wide = widener(type);
    return (t) => {
      const amount = BigInt(Math.min(words[(t + b) << 1]! >>> 0, 64));
      longs[t + to] = left ? wide(longs[t + a]!) << amount : wide(longs[t + a]!) >> amount;
    };
  }
  const narrow = narrower(type);
  return (t) => {
    const amount = words[(t + b) << 1]! >>> 0;
    const value = narrow(words[(t + a) << 1]!);
    if (left) words[(t + to) << 1] = amount >= bits ? 0 : value << amount;
    else if (amount >= bits) words[(t + to) << 1] = signed && value < 0 ? -1 : 0;
    else words[(t + to) << 1] = signed ? value >> amount : value >>> amount;
  };
}

/** Writes the product of two words as 64 bits. */
function wideProduct(words: Int32Array, longs: BigInt64Array, slot: number, a: number, b: number): void {
  const product = a * b;
  if (Number.isSafeInteger(product)) {
    words[slot << 1] = (product % 2 ** 32) | 0;
    words[(slot << 1) + 1] = Math.floor(product / 2 ** 32);
  } else longs[slot] = BigInt(a) * BigInt(b);
}

/** `mul.wide`: the product is twice as wide as the factors. */
export function multiplyWide(
  { words, longs }: Storage,
  type: OperationType,
  [to, a, b]: readonly [number, number, number],
): Execute {
  const narrow = narrower(type);
  if (type.bits < 32)
    return (t) => void (words[(t + to) << 1] = narrow(words[(t + a) << 1]!) * narrow(words[(t + b) << 1]!));
  return (t) => wideProduct(words, longs, t + to, narrow(words[(t + a) << 1]!), narrow(words[(t + b) << 1]!));
}

/** `mul.hi`: the upper half of the product. */
export function multiplyHigh(
  { words, longs }: Storage,
  type: OperationType,
  [to, a, b]: readonly [number, number, number],
): Execute {
  const bits = BigInt(type.bits);
  if (type.bits === 64) {
    const wide = widener(type);
    return (t) => void (longs[t + to] = (wide(longs[t + a]!) * wide(longs[t + b]!)) >> bits);
  }
  const narrow = narrower(type);
  return (t) => {
    const [p, q] = [narrow(words[(t + a) << 1]!), narrow(words[(t + b) << 1]!)];
    const product = p * q;
    words[(t + to) << 1] = Number.isSafeInteger(product)
      ? Math.floor(product / 2 ** type.bits)
      : Number(BigInt.asIntN(32, (BigInt(p) * BigInt(q)) >> bits));
  };
}

const ONES = (value: number): number => {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count++;
  return count;
};

const reversed = (value: number): number => {
  let result = 0;
  for (let bit = 0; bit < 32; bit++) result |= ((value >>> bit) & 1) << (31 - bit);
  return result;
};

/** Place of the highest bit that differs from the sign, or -1. */
const highest = (value: number, signed: boolean): number =>
  31 - Math.clz32(signed && value < 0 ? ~value : value);

const UNARY_SMALL: Readonly<Record<string, (a: number, type: OperationType) => number>> = {
  neg: (a) => -a,
  abs: (a) => Math.abs(a),
  not: (a) => ~a,
  cnot: (a) => (a === 0 ? 1 : 0),
  popc: ONES,
  clz: (a) => Math.clz32(a),
  brev: reversed,
  bfind: (a, { signed }) => highest(a, signed),
};

const UNARY_LONG: Readonly<Record<string, (a: bigint) => bigint>> = {
  neg: (a) => -a,
  abs: (a) => (a < 0n ? -a : a),
  not: (a) => ~a,
  cnot: (a) => (a === 0n ? 1n : 0n),
  popc: (a) => BigInt(BigInt.asUintN(64, a).toString(2).replaceAll('0', '').length),
  clz: (a) => (a === 0n ? 64n : BigInt(64 - BigInt.asUintN(64, a).toString(2).length)),
  brev: (a) => BigInt(`0b${[...BigInt.asUintN(64, a).toString(2).padStart(64, '0')].reverse().join('')}`),
  bfind: (a) => BigInt((a < 0n ? ~a : a).toString(2).length - (a === 0n || a === -1n ? 2 : 1)),
};

/** `popc.b64` and the like; `bfind` of unsigned words reads them as they are. */
export function unaryInteger(
  { words, longs }: Storage,
  name: string,
  type: OperationType,
  [to, a]: readonly [number, number],
): Execute | null {
  if (type.bits === 64) {
    const long = UNARY_LONG[name];
    if (long === undefined) return null;
    const wide = name === 'bfind' ? widener(type) : (value: bigint) => value;
    return (t) => void (longs[t + to] = long(wide(longs[t + a]!)));
  }
  const small = UNARY_SMALL[name];
  const narrow = narrower(type);
  return small === undefined
    ? null
    : (t) => void (words[(t + to) << 1] = small(narrow(words[(t + a) << 1]!), type));
}
