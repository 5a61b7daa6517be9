import type { Value } from '../../reading/values/graph';
import {
  I32,
  isUnsigned,
  scalar,
  scalarOf,
  type CType,
  type MemorySpace,
  type ScalarName,
} from '../../reading/values/types';
import type { BinaryOperator } from '../../reading/values/value';
import type { ValueTable } from '../../reading/values/valueTable';

const BYTE = scalar('u8');
const I64 = scalar('i64');

const SCALARS: Readonly<Record<string, ScalarName>> = {
  pred: 'bool',
  s8: 'i8',
  u8: 'u8',
  b8: 'u8',
  s16: 'i16',
  u16: 'u16',
  b16: 'u16',
  f16: 'f16',
  bf16: 'bf16',
  s32: 'i32',
  u32: 'u32',
  b32: 'i32',
  f16x2: 'u32',
  bf16x2: 'u32',
  f32: 'f32',
  tf32: 'f32',
  s64: 'i64',
  u64: 'u64',
  b64: 'i64',
  f64: 'f64',
};

/** Type of a number as an instruction names it (`s32`). */
export function typeOf(name: string): CType {
  return scalar(SCALARS[name] ?? 'i32');
}

/** Memories by the names that instructions give them. */
export const SPACES: Readonly<Record<string, MemorySpace>> = {
  global: 'global',
  shared: 'shared',
  local: 'local',
  const: 'constant',
};

/** A pointer to bytes of a memory. */
export function pointerTo(space: MemorySpace): CType {
  return { kind: 'pointer', to: BYTE, space, readOnly: false };
}

export const COMPARISONS: Readonly<Record<string, BinaryOperator>> = {
  lt: 'lt',
  le: 'le',
  gt: 'gt',
  ge: 'ge',
  eq: 'eq',
  ne: 'ne',
  lo: 'lt',
  ls: 'le',
  hi: 'gt',
  hs: 'ge',
};

const INVERSE: Readonly<Record<string, BinaryOperator>> = {
  lt: 'ge',
  le: 'gt',
  gt: 'le',
  ge: 'lt',
  eq: 'ne',
  ne: 'eq',
};

/** The opposite of a condition, as a comparison where it is one. */
export function inverse(table: ValueTable, condition: Value): Value {
  const [a, b] = condition.args;
  const name = condition.kind === 'binary' ? INVERSE[condition.name] : undefined;
  if (name !== undefined && a !== undefined && b !== undefined) return table.binary(name, a, b);
  if (condition.kind === 'not' && a !== undefined) return a;
  if ((condition.kind === 'and-also' || condition.kind === 'or-else') && a !== undefined && b !== undefined)
    return table.logical(
      condition.kind === 'and-also' ? 'or-else' : 'and-also',
      inverse(table, a),
      inverse(table, b),
    );
  return table.unary('not', condition);
}

/** `value` with one value in it replaced by another. */
export function replaced(table: ValueTable, value: Value, from: ReadonlyMap<Value, Value>): Value {
  const made = new Map(from);
  const visit = (part: Value): Value => {
    const known = made.get(part);
    if (known !== undefined) return known;
    const args = part.args.map(visit);
    const same = args.every((arg, place) => arg === part.args[place]);
    const result = same ? part : rebuilt(table, part, args);
    made.set(part, result);
    return result;
  };
  return visit(value);
}

function rebuilt(table: ValueTable, value: Value, [a, b, c]: readonly Value[]): Value {
  switch (value.kind) {
    case 'binary':
      return table.binary(value.name as BinaryOperator, a!, b!);
    case 'negate':
    case 'complement':
    case 'not':
      return table.unary(value.kind, a!);
    case 'and-also':
    case 'or-else':
      return table.logical(value.kind, a!, b!);
    case 'ternary':
      return table.ternary(a!, b!, c!);
    case 'merge':
      return table.merge(a!, b!, c!);
    case 'convert':
      return table.convert(a!, value.type);
    case 'pointer':
      return table.pointer(a!, b!, value.type);
    default:
      return value;
  }
}

/** Makes values of integer instructions; null for those that nothing tells. */
export class Arithmetic {
  /** Upper halves of products with a constant, of which divisions by constants are made. */
  private readonly upperHalves = new Map<Value, { readonly of: Value; readonly by: number }>();

  constructor(private readonly table: ValueTable) {}

  /** @param open makes a value of which nothing more is known */
  of(
    opcode: readonly string[],
    args: readonly Value[],
    open: (args: readonly Value[]) => Value,
  ): Value | null {
    const [a, b] = args;
    const [name = '', type = ''] = [opcode[0], opcode.at(-1)];
    if (a === undefined || /^b?f\d/.test(type) || /^b?f16x2/.test(type)) return null;
    if (b === undefined) return this.unary(name, a, typeOf(opcode.at(-2) ?? ''));
    if (name === 'mul' || name === 'mad') return this.product(opcode, args, open);
    if (name === 'bfe') return this.field(type, args);
    return this.binary(name, a, b, type);
  }

  private unary(name: string, a: Value, to: CType): Value | null {
    const { table } = this;
    switch (name) {
      case 'mov':
        return a;
      case 'neg':
        return table.unary('negate', a);
      case 'not':
        return table.unary('complement', a);
      case 'abs':
        return table.call('abs', [a], a.type);
      case 'cvt':
        return this.as(a, to);
      default:
        return null;
    }
  }

  private binary(name: string, a: Value, b: Value, type: string): Value | null {
    const { table } = this;
    switch (name) {
      case 'add':
        return this.sum(a, b);
      case 'sub':
        return a.type.kind === 'pointer' && b.type.kind !== 'pointer'
          ? table.pointer(a, table.unary('negate', b), a.type)
          : table.binary('sub', a, b);
      case 'div':
        return table.binary('div', this.signed(a, type), this.signed(b, type));
      case 'rem':
        return table.binary('mod', this.signed(a, type), this.signed(b, type));
      case 'min':
      case 'max':
      case 'and':
      case 'or':
      case 'xor':
      case 'shl':
        return table.binary(name, a, b);
      case 'shr':
        return this.quotient(a, b) ?? table.binary('shr', this.signed(a, type), b);
      default:
        return null;
    }
  }

  private product(
    opcode: readonly string[],
    [a, b, c]: readonly Value[],
    open: (args: readonly Value[]) => Value,
  ): Value {
    if (opcode.includes('hi')) return this.upperHalf(a!, b!, open);
    const isWide = opcode.includes('wide');
    const product = this.table.binary('mul', isWide ? this.as(a!, I64) : a!, isWide ? this.as(b!, I64) : b!);
    return c === undefined ? product : this.sum(product, c);
  }

  /** Some bits of an unsigned number. */
  private field(type: string, [a, from, length]: readonly Value[]): Value | null {
    const bits = length?.constant ?? null;
    if (
      a === undefined ||
      from === undefined ||
      from.constant === null ||
      bits === null ||
      type.startsWith('s')
    )
      return null;
    return this.table.binary(
      'and',
      this.table.binary('shr', a, from),
      this.table.constant(2 ** bits - 1, I32),
    );
  }

  /** A number as an instruction with or without a sign sees it. */
  signed(value: Value, type: string): Value {
    const isCoordinate = value.kind === 'symbol' && value.known === null;
    if (isCoordinate || value.type.kind === 'pointer' || (value.constant ?? -1) >= 0) return value;
    const wanted = typeOf(type);
    const isOther = /^[su](32|64)$/.test(type) && isUnsigned(scalarOf(value.type)) !== type.startsWith('u');
    return isOther ? this.table.convert(value, wanted) : value;
  }

  /** The product of a number and a constant that makes a division of the shift behind it. */
  private upperHalf(a: Value, b: Value, open: (args: readonly Value[]) => Value): Value {
    const by = b.constant ?? a.constant;
    const of = b.constant === null ? b : a;
    if (by === null) return open([a, b]);
    const whole = this.dividedBy(of, by, 0);
    if (whole !== null) return whole;
    const made = open([a, b]);
    this.upperHalves.set(made, { of, by });
    return made;
  }

  private quotient(a: Value, shift: Value): Value | null {
    const half = this.upperHalves.get(a);
    if (half === undefined || shift.constant === null) return null;
    // The sign, which compilers add to round towards zero.
    if (shift.constant === 31) return this.table.constant(0, I32);
    return this.dividedBy(half.of, half.by, shift.constant);
  }

  /** Division by the whole number whose inverse the constant is (Granlund and Montgomery 1994); null for none. */
  private dividedBy(of: Value, by: number, shift: number): Value | null {
    const divisor = 2 ** (32 + shift) / (by < 0 ? by + 2 ** 32 : by);
    const whole = Math.round(divisor);
    if (whole < 2 || Math.abs(divisor - whole) > 1e-7 * whole) return null;
    return this.table.binary('div', of, this.table.constant(whole, I32));
  }

  private sum(a: Value, b: Value): Value {
    const [pointer, number] = a.type.kind === 'pointer' ? [a, b] : [b, a];
    return pointer.type.kind === 'pointer' && number.type.kind !== 'pointer'
      ? this.table.pointer(pointer, number, pointer.type)
      : this.table.binary('add', a, b);
  }

  private as(value: Value, type: CType): Value {
    return value.type.kind === 'pointer' ? value : this.table.convert(value, type);
  }
}
