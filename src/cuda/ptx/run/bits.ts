import type { Storage } from './storage';
import type { Execute, OperationType } from './types';

type Slots4 = readonly [number, number, number, number];

/** `lop3`: each bit of the result is that bit of the table which the three operands choose. */
export function lop3({ words }: Storage, [to, a, b, c]: Slots4, table: number): Execute {
  return (t) => {
    const [x, y, z] = [words[(t + a) << 1]!, words[(t + b) << 1]!, words[(t + c) << 1]!];
    let result = 0;
    for (let row = 0; row < 8; row++)
      if ((table >> row) & 1) result |= (row & 4 ? x : ~x) & (row & 2 ? y : ~y) & (row & 1 ? z : ~z);
    words[(t + to) << 1] = result;
  };
}

/** `bfe`: bits from a place on, extended by the sign where the type has one. */
export function extractBits(
  { words, longs }: Storage,
  { bits, signed }: OperationType,
  [to, a, b, c]: Slots4,
): Execute {
  return (t) => {
    const [from, length] = [words[(t + b) << 1]! & 255, words[(t + c) << 1]! & 255];
    const value = bits === 64 ? longs[t + a]! : BigInt(words[(t + a) << 1]!);
    // Beyond the register lies its sign.
    const whole = signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
    const shifted = whole >> BigInt(from);
    const found =
      length === 0 ? 0n : signed ? BigInt.asIntN(length, shifted) : BigInt.asUintN(length, shifted);
    if (bits === 64) longs[t + to] = found;
    else words[(t + to) << 1] = Number(BigInt.asIntN(32, found));
  };
}

/** `bfi d, a, b, from, length`: bits of `a` put into `b`. */
export function insertBits(
  { words, longs }: Storage,
  { bits }: OperationType,
  [to, a, b, c, d]: readonly [number, number, number, number, number],
): Execute {
  return (t) => {
    const [from, length] = [words[(t + c) << 1]! & 255, words[(t + d) << 1]! & 255];
    const mask = from >= bits ? 0n : BigInt.asUintN(bits, ((1n << BigInt(length)) - 1n) << BigInt(from));
    const [part, whole] =
      bits === 64
        ? [longs[t + a]!, longs[t + b]!]
        : [BigInt(words[(t + a) << 1]!), BigInt(words[(t + b) << 1]!)];
    const result = (whole & ~mask) | ((part << BigInt(from)) & mask);
    if (bits === 64) longs[t + to] = result;
    else words[(t + to) << 1] = Number(BigInt.asIntN(32, result));
  };
}

/** `prmt`: each byte is one of the eight of two words, or a sign of it. */
export function permuteBytes({ words }: Storage, [to, a, b, c]: Slots4): Execute {
  return (t) => {
    const [low, high, selection] = [words[(t + a) << 1]!, words[(t + b) << 1]!, words[(t + c) << 1]!];
    let result = 0;
    for (let byte = 0; byte < 4; byte++) {
      const chosen = (selection >> (4 * byte)) & 15;
      const place = chosen & 7;
      let value = ((place < 4 ? low : high) >> (8 * (place & 3))) & 255;
      if (chosen & 8) value = value & 128 ? 255 : 0;
      result |= value << (8 * byte);
    }
    words[(t + to) << 1] = result;
  };
}

/** `shf`: a word out of two side by side, shifted. */
export function funnelShift(
  { words }: Storage,
  left: boolean,
  wraps: boolean,
  [to, a, b, c]: Slots4,
): Execute {
  return (t) => {
    const given = words[(t + c) << 1]! >>> 0;
    const amount = wraps ? given & 31 : Math.min(given, 32);
    const [low, high] = [words[(t + a) << 1]! >>> 0, words[(t + b) << 1]! >>> 0];
    if (left)
      words[(t + to) << 1] =
        amount === 0 ? high : amount === 32 ? low : (high << amount) | (low >>> (32 - amount));
    else
      words[(t + to) << 1] =
        amount === 0 ? low : amount === 32 ? high : (low >>> amount) | (high << (32 - amount));
  };
}

/** `dp4a`: four products of bytes added up. */
export function dotBytes(
  { words }: Storage,
  signs: readonly [boolean, boolean],
  [to, a, b, c]: Slots4,
): Execute {
  const byteOf = (word: number, byte: number, signed: boolean): number =>
    signed ? (word << (24 - 8 * byte)) >> 24 : (word >>> (8 * byte)) & 255;
  return (t) => {
    let sum = words[(t + c) << 1]!;
    for (let byte = 0; byte < 4; byte++)
      sum += byteOf(words[(t + a) << 1]!, byte, signs[0]) * byteOf(words[(t + b) << 1]!, byte, signs[1]);
    words[(t + to) << 1] = sum;
  };
}

/** `add.cc`, `addc` and the like: the carry is a slot of its own. */
export function carrying(
  { words, longs }: Storage,
  subtracts: boolean,
  flags: { readonly takes: boolean; readonly sets: boolean },
  { bits }: OperationType,
  [to, a, b, carry]: Slots4,
): Execute {
  return (t) => {
    const read = (slot: number): bigint =>
      bits === 64 ? BigInt.asUintN(64, longs[t + slot]!) : BigInt(words[(t + slot) << 1]! >>> 0);
    const [x, y] = [read(a), read(b)];
    const taken = flags.takes ? BigInt(words[(t + carry) << 1]!) : 0n;
    const result = subtracts ? x - y - taken : x + y + taken;
    if (bits === 64) longs[t + to] = result;
    else words[(t + to) << 1] = Number(BigInt.asIntN(32, result));
    if (flags.sets) words[(t + carry) << 1] = result < 0n || result >> BigInt(bits) !== 0n ? 1 : 0;
  };
}
