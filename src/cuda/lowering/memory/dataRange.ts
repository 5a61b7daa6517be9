import type { ScalarName } from '../../reading/values/types';
import type { Value } from '../../reading/values/graph';
import type { Range } from '../index/constraint';
import { rangeOf } from '../index/form';
import { remainderOf, type Forms } from '../index/formOf';
import type { UnrolledRegion } from '../index/unrolledRegion';

/** Operations up to which an expression is looked into; shared parts count each time. */
const SIZE_LIMIT = 200;

const NARROW: Partial<Readonly<Record<ScalarName, Range>>> = {
  bool: { low: 0, high: 1 },
  u8: { low: 0, high: 255 },
  u32: { low: 0, high: 2 ** 32 - 1 },
};

/**
 * Smallest and largest number that an expression on data can be, as its masks, remainders, shifts and the types of what
 * it loads tell; null when nothing bounds it.
 */
export function dataRange(forms: Forms, value: Value, at: UnrolledRegion): Range | null {
  if (value.size > SIZE_LIMIT) return null;
  const form = forms.of(value, at);
  if (form !== null) return rangeOf(form);
  return ofOperation(forms, value, at) ?? ofType(value);
}

function ofType({ type }: Value): Range | null {
  return type.kind === 'scalar' ? (NARROW[type.scalar] ?? null) : null;
}

function ofOperation(forms: Forms, value: Value, at: UnrolledRegion): Range | null {
  const [first, second, third] = value.args;
  if (first === undefined) return null;
  const range = (part: Value | undefined): Range | null =>
    part === undefined ? null : dataRange(forms, part, at);
  switch (value.kind) {
    case 'convert':
      return within(range(first), ofType(value));
    case 'ternary':
    case 'merge':
      return union(range(second), range(third));
    case 'call':
      return /^__(popc|clz|ffs)/.test(value.name) ? { low: 0, high: 64 } : null;
    case 'binary':
      return second === undefined
        ? null
        : ofBinary(value, range(first), range(second), remainder(forms, value, at));
    default:
      return null;
  }
}

/** `a % b`, which the reader writes as a difference. */
function remainder(forms: Forms, value: Value, at: UnrolledRegion): Range | null {
  const parts = remainderOf(value);
  const by = parts === null ? null : dataRange(forms, parts.by, at);
  return by === null || by.low < 1 ? null : { low: 0, high: by.high - 1 };
}

function ofBinary({ name }: Value, a: Range | null, b: Range | null, rest: Range | null): Range | null {
  if (rest !== null) return rest;
  if (name === 'and') return masked(a, b);
  if (name === 'min' && b !== null) return { low: Math.min(a?.low ?? 0, b.low), high: b.high };
  if (a === null || b === null) return null;
  switch (name) {
    case 'add':
      return { low: a.low + b.low, high: a.high + b.high };
    case 'sub':
      return { low: a.low - b.high, high: a.high - b.low };
    case 'mul':
      return corners(a, b, (x, y) => x * y);
    case 'shl':
      return corners(a, b, (x, y) => x * 2 ** y);
    case 'div':
      return b.low < 1 ? null : corners(a, b, (x, y) => Math.trunc(x / y));
    case 'shr':
      return corners(a, b, (x, y) => Math.floor(x / 2 ** y));
    case 'or':
    case 'xor':
      return a.low < 0 || b.low < 0 ? null : { low: 0, high: a.high + b.high };
    default:
      return null;
  }
}

/** Of two operands that are not negative the smaller one bounds what both have in common. */
function masked(a: Range | null, b: Range | null): Range | null {
  const bounds = [a, b].flatMap((side) => (side !== null && side.low >= 0 ? [side.high] : []));
  return bounds.length === 0 ? null : { low: 0, high: Math.min(...bounds) };
}

function corners(a: Range, b: Range, combine: (x: number, y: number) => number): Range {
  const ends = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => combine(x, y)));
  return { low: Math.min(...ends), high: Math.max(...ends) };
}

function union(a: Range | null, b: Range | null): Range | null {
  return a === null || b === null ? null : { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** Range of a number after a change of its type: its own where the type holds all of it, else the type's. */
function within(before: Range | null, type: Range | null): Range | null {
  if (before === null || type === null) return before ?? type;
  return before.low >= type.low && before.high <= type.high ? before : type;
}
