import type { Dim3 } from '../../../kernel/symbolic';
import { isFloating, scalarOf } from '../../reading/values/types';
import type { Value } from '../../reading/values/graph';
import {
  add,
  atomForm,
  bitwise,
  compare,
  constantForm,
  divide,
  floored,
  greatest,
  isConstant,
  isPrintable,
  least,
  modulo,
  multiply,
  rangeOf,
  scale,
  select,
  type Form,
} from './form';
import type { UnrolledRegion } from './unrolledRegion';

/** Operations up to which an expression is followed; shared parts count each time. */
const SIZE_LIMIT = 2000;

/** Extents of the launch: the coordinates' ranges follow from them. */
export interface LaunchExtents {
  readonly grid: Dim3;
  readonly block: Dim3;
}

/** Turns values of the graph into forms: what depends on data has none. */
export class Forms {
  constructor(private readonly launch: LaunchExtents) {}

  /** The form of a value in an unrolled region; null when it depends on data or on something that has no form. */
  of(value: Value, at: UnrolledRegion): Form | null {
    if (value.known !== null) return Number.isFinite(value.known) ? constantForm(value.known) : null;
    if (value.size > SIZE_LIMIT) return null;
    const holder = at.holderOf(value.region);
    const known = holder.forms.get(value.id);
    if (known !== undefined) return known;
    // A value on its own way is data; the entry is replaced below.
    holder.forms.set(value.id, null);
    const made = this.made(value, holder);
    const form = made !== null && isPrintable(made) ? made : null;
    holder.forms.set(value.id, form);
    return form;
  }

  /** The form of a number that is compared: as its register holds it. */
  compared(value: Value, at: UnrolledRegion): Form | null {
    const form = this.of(value, at);
    return form === null ? null : held(form, value);
  }

  /** A loop's counter after `iteration` steps. */
  counterAt(value: Value, iteration: Form, at: UnrolledRegion): Form | null {
    const counter = value.region.count?.counter ?? null;
    if (counter === null) return null;
    const [start, step] = [this.of(counter.start, at), this.of(counter.step, at)];
    if (start === null || step === null) return null;
    if (counter.operator === 'add') return add(start, multiply(step, iteration));
    if (counter.operator === 'sub') return add(start, multiply(step, iteration), -1);
    if (!isConstant(iteration) || !isConstant(step)) return null;
    return moved(counter.operator, start, step.constant, iteration.constant);
  }

  private made(value: Value, at: UnrolledRegion): Form | null {
    switch (value.kind) {
      case 'symbol':
        return this.coordinate(value.name);
      case 'index':
        return at.iteration !== null && at.region === value.region
          ? this.counterAt(value, at.iteration, at.parent ?? at)
          : null;
      case 'binary':
      case 'negate':
      case 'complement':
      case 'not':
      case 'convert':
      case 'and-also':
      case 'or-else':
      case 'ternary':
      case 'merge':
      case 'call':
        return this.operation(value, at);
      default:
        return null;
    }
  }

  private coordinate(name: string): Form | null {
    const match = /^(threadIdx|blockIdx)\.([xyz])$/.exec(name);
    if (match === null) return null;
    const axis = 'xyz'.indexOf(match[2]!);
    const ofThread = match[1] === 'threadIdx';
    const extent = (ofThread ? this.launch.block : this.launch.grid)[axis]!;
    return atomForm(`${ofThread ? 'thread' : 'block'}${'XYZ'[axis]!}`, 0, extent - 1);
  }

  private operation(value: Value, at: UnrolledRegion): Form | null {
    const remainder = remainderOf(value);
    if (remainder !== null) {
      const [a, b] = [this.of(remainder.of, at), this.of(remainder.by, at)];
      return a === null || b === null ? null : modulo(a, b);
    }
    const parts: Form[] = [];
    for (const arg of value.args) {
      const form = this.of(arg, at);
      const part = form === null || wraps(value) ? form : held(form, arg);
      if (part === null) return null;
      parts.push(part);
    }
    return combined(value, parts);
  }
}

/** Numbers of 32 bits, and whole numbers up to which forms are exact. */
const [WORD, EXACT] = [2 ** 32, 2 ** 53];
/** Operations of which the result's low bits follow from those of the operands. */
const MODULAR: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'shl', 'negate', 'complement']);

/** Tests whether an operation may be given numbers that a register of 32 bits does not hold: its result is cut, too. */
function wraps({ kind, name, type }: Value): boolean {
  if (kind === 'convert')
    return type.kind === 'scalar' && /32$/.test(type.scalar) && !isFloating(type.scalar);
  return MODULAR.has(kind === 'binary' ? name : kind);
}

/** What a register holds of a number without a sign that may have become too large for it, as in `i * 747796405u`. */
function held(form: Form, { type }: Value): Form | null {
  if (type.kind !== 'scalar' || type.scalar !== 'u32') return form;
  const { low, high } = rangeOf(form);
  if (high < WORD) return form;
  return high < EXACT && low > -EXACT ? modulo(form, constantForm(WORD)) : null;
}

/** `a - a / b * b`, which is how the reader writes `a % b`. */
export function remainderOf(value: Value): { readonly of: Value; readonly by: Value } | null {
  const [a, product] = value.args;
  if (value.kind !== 'binary' || value.name !== 'sub' || a === undefined || product?.name !== 'mul')
    return null;
  for (const [quotient, by] of [product.args, product.args.toReversed()]) {
    if (
      quotient?.kind === 'binary' &&
      quotient.name === 'div' &&
      quotient.args[0] === a &&
      quotient.args[1] === by
    )
      return by === undefined ? null : { of: a, by };
  }
  return null;
}

function combined(value: Value, [a, b, c]: readonly Form[]): Form | null {
  if (a === undefined) return null;
  switch (value.kind) {
    case 'negate':
      return scale(a, -1);
    case 'complement':
      return add(scale(a, -1), constantForm(-1));
    case 'not':
      return compare('eq', a, constantForm(0));
    case 'convert':
      return converted(value, a);
    case 'call':
      return value.name === 'abs' ? greatest(a, scale(a, -1)) : null;
    default:
      return b === undefined ? null : joined(value, a, b, c);
  }
}

function converted(value: Value, form: Form): Form | null {
  const target = scalarOf(value.type);
  if (target === 'bool') return compare('ne', form, constantForm(0));
  return isFloating(target) ? form : floored(form);
}

function joined(value: Value, a: Form, b: Form, c: Form | undefined): Form | null {
  switch (value.kind) {
    case 'and-also':
      return least(a, b);
    case 'or-else':
      return greatest(a, b);
    case 'ternary':
    case 'merge':
      return c === undefined ? null : select(a, b, c);
    case 'binary':
      return binary(value, a, b);
    default:
      return null;
  }
}

function binary(value: Value, a: Form, b: Form): Form | null {
  switch (value.name) {
    case 'add':
      return add(a, b);
    case 'sub':
      return add(a, b, -1);
    case 'mul':
      return multiply(a, b);
    case 'div':
      if (!isFloating(scalarOf(value.type))) return divide(a, b);
      return isConstant(b) && b.constant !== 0 ? scale(a, 1 / b.constant) : null;
    case 'mod':
      return isFloating(scalarOf(value.type)) ? null : modulo(a, b);
    case 'shl':
      return isConstant(b) ? scale(a, 2 ** b.constant) : null;
    case 'shr':
      return isConstant(b) && rangeOf(a).low >= 0 ? divide(a, constantForm(2 ** b.constant)) : null;
    case 'and':
    case 'or':
    case 'xor':
      return bitwise(value.name, a, b);
    case 'min':
      return least(a, b);
    case 'max':
      return greatest(a, b);
    default:
      return compare(value.name, a, b);
  }
}

/** A counter that multiplies, divides or shifts, after some iterations. */
function moved(operator: string, start: Form, step: number, iterations: number): Form | null {
  switch (operator) {
    case 'mul':
      return scale(start, step ** iterations);
    case 'shl':
      return scale(start, 2 ** (step * iterations));
    case 'div':
      return divide(start, constantForm(step ** iterations));
    case 'shr':
      return divide(start, constantForm(2 ** (step * iterations)));
    default:
      return null;
  }
}
