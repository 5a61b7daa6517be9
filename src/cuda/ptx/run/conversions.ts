import { narrower, widener } from './integers';
import { floatAccess, modesOf } from './floats';
import { sumToOdd, toWhole, type Rounding } from './rounding';
import type { Storage } from './storage';
import type { Execute, OperationType } from './types';

/** `cvt.rni.s32.f32 d, a`: `to` and `from` as the opcode names them. */
export function conversion(
  storage: Storage,
  opcode: readonly string[],
  to: OperationType,
  from: OperationType,
  [d, a, b]: readonly [number, number, number?],
): Execute | null {
  if (to.packed) return b === undefined ? null : packing(storage, opcode, to, from, [d, a, b]);
  const floatTo = to.kind !== 'integer';
  if (from.kind === 'integer')
    return floatTo ? ofInteger(storage, opcode, to, from, d, a) : integers(storage, opcode, to, from, d, a);
  return floatTo ? ofFloat(storage, opcode, to, from, d, a) : toInteger(storage, opcode, to, from, d, a);
}

/** Two floats into one register: the first source is the upper half. */
function packing(
  storage: Storage,
  opcode: readonly string[],
  to: OperationType,
  from: OperationType,
  [d, a, b]: readonly [number, number, number],
): Execute {
  const source = floatAccess(storage, from, modesOf([]));
  const [low, high] = [0, 1].map((half) => floatAccess(storage, to, modesOf(opcode), half));
  return (t) => {
    const [upper, lower] = [source.read(t + a), source.read(t + b)];
    low!.write(t + d, lower);
    high!.write(t + d, upper);
  };
}

/** Smallest and largest whole number of a type. */
function limits({ bits, signed }: OperationType): readonly [bigint, bigint] {
  const half = 1n << BigInt(bits - 1);
  return signed ? [-half, half - 1n] : [0n, 2n * half - 1n];
}

function integers(
  { words, longs }: Storage,
  opcode: readonly string[],
  to: OperationType,
  from: OperationType,
  d: number,
  a: number,
): Execute {
  if (opcode.includes('sat')) {
    const [least, most] = limits(to);
    const read = integerReader({ words, longs }, from);
    return (t) => {
      const value = read(t + a);
      store({ words, longs }, t + d, value < least ? least : value > most ? most : value);
    };
  }
  const narrow = from.bits === 64 ? (word: number): number => word : narrower(from);
  // What is narrower on the way cuts bits off.
  const cut = to.bits < 32 ? narrower(to) : (word: number): number => word;
  if (from.bits === 64)
    return (t) => {
      const high = words[((t + a) << 1) + 1]!;
      const low = cut(words[(t + a) << 1]!);
      words[(t + d) << 1] = low;
      words[((t + d) << 1) + 1] = to.bits === 64 ? high : to.signed ? low >> 31 : 0;
    };
  return (t) => {
    const low = cut(narrow(words[(t + a) << 1]!));
    words[(t + d) << 1] = low;
    words[((t + d) << 1) + 1] = from.signed && low < 0 ? -1 : 0;
  };
}

type Integers = Pick<Storage, 'words' | 'longs'>;

function integerReader({ words, longs }: Integers, type: OperationType): (index: number) => bigint {
  if (type.bits === 64) {
    const wide = widener(type);
    return (index) => wide(longs[index]!);
  }
  const narrow = narrower(type);
  return (index) => BigInt(narrow(words[index << 1]!));
}

function store({ longs }: Integers, index: number, value: bigint): void {
  longs[index] = value;
}

function ofInteger(
  storage: Storage,
  opcode: readonly string[],
  to: OperationType,
  from: OperationType,
  d: number,
  a: number,
): Execute {
  const modes = modesOf(opcode);
  const { write } = floatAccess(storage, to, modes);
  if (from.bits < 64) {
    const narrow = narrower(from);
    const { words } = storage;
    return (t) => write(t + d, narrow(words[(t + a) << 1]!));
  }
  const read = integerReader(storage, from);
  return (t) => write(t + d, longToDouble(read(t + a), to.bits === 64));
}

/** A whole number of 64 bits as a double, or to odd where it is rounded once more. */
function longToDouble(value: bigint, isLast: boolean): number {
  if (isLast) return Number(value);
  const high = Number(value >> 32n) * 2 ** 32;
  return sumToOdd(high, Number(BigInt.asUintN(32, value)));
}

function wholeMode(opcode: readonly string[]): Rounding | null {
  const named = opcode.find((part) => /^r[nzmp]i$/.test(part));
  return named === undefined ? null : (named.slice(0, 2) as Rounding);
}

/** Out of range goes to the nearest end, NaN to 0 (to the smallest number in 64 bits). */
function toInteger(
  storage: Storage,
  opcode: readonly string[],
  to: OperationType,
  from: OperationType,
  d: number,
  a: number,
): Execute {
  const { read } = floatAccess(storage, from, modesOf(opcode));
  const mode = wholeMode(opcode) ?? 'rz';
  const [least, most] = limits(to).map(Number) as [number, number];
  if (to.bits < 64) {
    const { words } = storage;
    return (t) => {
      const value = toWhole(read(t + a), mode);
      words[(t + d) << 1] = Number.isNaN(value) ? 0 : Math.min(Math.max(value, least), most);
    };
  }
  const [first, last] = limits(to);
  return (t) => {
    const value = toWhole(read(t + a), mode);
    const isPlain = value > least && value < most;
    storage.longs[t + d] = isPlain
      ? BigInt(value)
      : value >= most
        ? last
        : Number.isNaN(value)
          ? 1n << 63n
          : first;
  };
}

function ofFloat(
  storage: Storage,
  opcode: readonly string[],
  to: OperationType,
  from: OperationType,
  d: number,
  a: number,
): Execute {
  const modes = modesOf(opcode);
  const { read } = floatAccess(storage, from, modes);
  const { write } = floatAccess(storage, to, modes);
  const mode = wholeMode(opcode);
  return mode === null ? (t) => write(t + d, read(t + a)) : (t) => write(t + d, toWhole(read(t + a), mode));
}
