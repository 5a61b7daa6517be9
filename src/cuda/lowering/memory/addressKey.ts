import type { Access, Carried, Counter, Region, Value } from '../../reading/values/graph';
import { isOfCounters, variesIn } from '../../reading/values/linear';
import { isFloating, isWide, scalarOf } from '../../reading/values/types';
import { isConstant, textOf } from '../index/form';
import type { Forms } from '../index/formOf';
import type { UnrolledRegion } from '../index/unrolledRegion';
import { partOf } from '../../reading/values/memoryParts';
import { pointeeBytes } from './address';
import type { FixedNumbers } from './fixedNumbers';
import type { PlaceKey } from './placeKey';
import { fieldOffset, paddedSize, pointeeOf } from '../../reading/values/layout';

/** Operations up to which an index is taken apart. */
const SPLIT_LIMIT = 500;

/** A sum of products of atoms with whole factors; the product of none is the number 1. */
type Sum = ReadonlyMap<string, number>;

/**
 * Tells where the compiler sees that two accesses go to one place, or how far they lie apart: arguments stand for themselves here,
 * whatever numbers they have. A product with the counter of a loop that stays one moves by the other factor from copy to
 * copy of the body; of loops that are unrolled in full, and in straight code, products are the same where their factors
 * are written alike.
 */
export class AddressKeys {
  private readonly copies = new WeakMap<UnrolledRegion, number>();
  private count = 0;
  private readonly known = new WeakMap<UnrolledRegion, Map<number, Sum>>();
  /** Sums of two that are indices in a region. */
  private readonly sums = new WeakMap<Region, ReadonlySet<string>>();

  /**
   * @param pointerSums indices that pointers are moved by to be indexed again
   * @param carried what loops hand on, by the value that their bodies see
   * @param forms what conditions come out as in copies of loops
   * @param fixed variables that are constants in them
   */
  constructor(
    private readonly pointerSums: ReadonlySet<Value>,
    private readonly carried: ReadonlyMap<number, Carried>,
    private readonly forms: Forms,
    private readonly fixed: FixedNumbers,
  ) {}

  of(access: Access, at: UnrolledRegion): PlaceKey {
    const target = pointeeOf(access.base.type);
    const { root, offset } = this.pointer(access.base, at);
    const place = added(offset, this.sumOf(access.index, at), paddedSize(target));
    const sum = added(place, number(1), fieldOffset(target, access.field));
    // A sum without a sign may wrap around, and one of 64 bits does not: the compiler does not know them as one of 32.
    const sign = this.mayWrap(access.index) ? 'u' : isWideSum(access.index) ? 'w' : '';
    const own = this.isBelow(access.index, at) ? this.copyOf(at) : '';
    const bytes = paddedSize(access.type);
    const moving = new Map([...sum].filter(([product]) => product !== ''));
    return {
      place: `${root} ${bytes} ${sign}${own}${textOfSum(sum)}`,
      row: sign === 'u' || own !== '' ? null : `${root} ${sign}${textOfSum(moving)}`,
      offset: sum.get('') ?? 0,
      bytes,
      alignment: alignmentOf(moving),
      part: partOf(access.base),
    };
  }

  /** The object of a pointer, and the distance from it in bytes. */
  private pointer(value: Value, at: UnrolledRegion): { readonly root: string; readonly offset: Sum } {
    const [first, second] = value.args;
    if (value.kind === 'convert' && first?.type.kind === 'pointer') return this.pointer(first, at);
    const chosen = this.chosen(value, at);
    if (chosen !== null) return this.pointer(chosen, at);
    if (value.kind !== 'pointer' || first === undefined || second === undefined)
      return this.moved(value, at) ?? { root: this.atom(value, at), offset: NOTHING };
    const { root, offset } = this.pointer(first, at);
    return { root, offset: added(offset, this.sumOf(second, at), pointeeBytes(first.type)) };
  }

  /** Of two pointers the one that the counters of loops choose in this copy; null where they leave it open. */
  private chosen({ kind, args: [condition, yes, no] }: Value, at: UnrolledRegion): Value | null {
    if ((kind !== 'ternary' && kind !== 'merge') || condition === undefined || !isOfCounters(condition))
      return null;
    const form = this.forms.of(condition, at);
    return form === null || !isConstant(form) ? null : form.constant !== 0 ? yes! : no!;
  }

  /** A pointer that a loop moves on as where it starts and how far it has come; null for other pointers. */
  private moved(value: Value, at: UnrolledRegion): { readonly root: string; readonly offset: Sum } | null {
    const end = this.carried.get(value.id)?.end;
    const [base, index] = end?.args ?? [];
    const { iteration, parent, region } = at.holderOf(value.region.varying);
    if (end?.kind !== 'pointer' || base !== value || index === undefined) return null;
    if (iteration === null || parent === null || variesIn(index, region)) return null;
    const step = added(NOTHING, this.sumOf(index, parent), pointeeBytes(value.type));
    const root = parent.parent === null ? String(value.id) : `${value.id}${this.copyOf(parent)}`;
    const known = added(NOTHING, step, iteration.constant);
    if (isConstant(iteration)) return { root, offset: known };
    const open = new Map([[`${OPEN}${textOf({ ...iteration, constant: 0 })}]`, 1]]);
    return { root, offset: added(known, productOf(step, open), 1) };
  }

  private sumOf(value: Value, at: UnrolledRegion): Sum {
    if (value.constant !== null) return number(value.constant);
    const holder = at.holderOf(value.region.varying);
    const known = this.known.get(holder) ?? new Map<number, Sum>();
    this.known.set(holder, known);
    const found = known.get(value.id) ?? this.takenApart(value, holder);
    known.set(value.id, found);
    return found;
  }

  private takenApart(value: Value, at: UnrolledRegion): Sum {
    const [a, b] = value.args;
    const own = (): Sum => new Map([[this.atom(value, at), 1]]);
    if (value.kind === 'index') return this.counter(value, at) ?? own();
    const fixed = this.fixed.has(value) ? this.forms.of(value, at) : null;
    if (fixed !== null && isConstant(fixed)) return number(fixed.constant);
    if (a === undefined || value.size > SPLIT_LIMIT) return own();
    if (value.kind === 'convert') return isFloating(scalarOf(a.type)) ? own() : this.sumOf(a, at);
    if (value.kind === 'negate') return added(NOTHING, this.sumOf(a, at), -1);
    if (value.kind !== 'binary' || b === undefined) return own();
    switch (value.name) {
      case 'add':
        return added(this.sumOf(a, at), this.sumOf(b, at), 1);
      case 'sub':
        return added(this.sumOf(a, at), this.sumOf(b, at), -1);
      case 'mul':
        return productOf(this.sumOf(a, at), this.sumOf(b, at));
      case 'shl':
        return b.constant === null ? own() : added(NOTHING, this.sumOf(a, at), 2 ** b.constant);
      default:
        return own();
    }
  }

  /** A counter as where it starts and how far it has come by constant steps; null for other counters. */
  private counter(value: Value, at: UnrolledRegion): Sum | null {
    const holder = at.holderOf(value.region);
    const counter = value.region.count?.counter ?? null;
    const { iteration, parent } = holder;
    if (counter === null || iteration === null || parent === null || counter.step.constant === null)
      return null;
    if (counter.operator !== 'add' && counter.operator !== 'sub') {
      const moved =
        isConstant(iteration) && value.region.unrolled ? scaledCounter(counter, iteration.constant) : null;
      return moved === null ? null : number(moved);
    }
    const step = (counter.operator === 'add' ? 1 : -1) * counter.step.constant;
    const start = added(this.sumOf(counter.start, parent), number(1), step * iteration.constant);
    if (isConstant(iteration)) return start;
    return added(start, new Map([[`${OPEN}${textOf({ ...iteration, constant: 0 })}]`, 1]]), step);
  }

  private atom(value: Value, at: UnrolledRegion): string {
    const holder = at.holderOf(value.region.varying);
    if (holder.parent === null) return String(value.id);
    return `${value.id}${this.copyOf(holder)}`;
  }

  private copyOf(region: UnrolledRegion): string {
    let copy = this.copies.get(region);
    if (copy === undefined) this.copies.set(region, (copy = ++this.count));
    return `@${copy}`;
  }

  /** Tests whether an index is a sum without a sign, but for a pointer's own place: that is widened before it is added to. */
  private mayWrap(index: Value): boolean {
    return this.pointerSums.has(index)
      ? index.args.some((part) => isUnsignedSum(part) && part.args.some(({ constant }) => constant !== null))
      : isUnsignedSum(index);
  }

  /**
   * Tests whether an index is `x - w` beside an access at `x + w`: of the two the compiler finds only the upper one again
   * in the next copy of an unrolled body.
   */
  private isBelow(index: Value, { code }: UnrolledRegion): boolean {
    const [x, w] = index.args;
    if (index.kind !== 'binary' || index.name !== 'sub' || x === undefined || w?.constant !== null)
      return false;
    let sums = this.sums.get(code);
    if (sums === undefined) this.sums.set(code, (sums = sumsIn(code)));
    return sums.has(sumKey(x, w));
  }
}

function sumsIn({ events }: Region): ReadonlySet<string> {
  const sums = new Set<string>();
  for (const event of events) {
    const index = event.kind === 'charge' ? event.access?.index : undefined;
    const [a, b] = index?.args ?? [];
    if (index?.kind === 'binary' && index.name === 'add' && a && b) sums.add(sumKey(a, b)).add(sumKey(b, a));
  }
  return sums;
}

function sumKey(a: Value, b: Value): string {
  return `${a.id} ${b.id}`;
}

/** A counter that is multiplied or shifted, in one copy of an unrolled body; null where its start is not known. */
function scaledCounter({ start, operator, step }: Counter, iteration: number): number | null {
  const [from, by] = [start.constant, step.constant];
  if (from === null || by === null) return null;
  const factor = (operator === 'mul' || operator === 'div' ? by : 2 ** by) ** iteration;
  return operator === 'mul' || operator === 'shl' ? from * factor : Math.floor(from / factor);
}

/** Tests whether an index is a sum of 32 bits without a sign, which is widened as a whole. */
function isUnsignedSum(index: Value): boolean {
  const [narrow] = index.args;
  if (index.kind === 'convert' && narrow !== undefined && isWide(scalarOf(index.type)))
    return isUnsignedSum(narrow);
  return index.kind === 'binary' && scalarOf(index.type) === 'u32' && index.constant === null;
}

/** Tests whether an index is put together of several numbers in 64 bits, which were widened one by one. */
function isWideSum({ kind, type, args }: Value): boolean {
  if (kind !== 'binary' || !isWide(scalarOf(type))) return false;
  const open = args.filter(({ constant }) => constant === null);
  return open.length > 1 || open.some(isWideSum);
}

const NOTHING: Sum = new Map();

/** Begins the number of an iteration that is not known. */
const OPEN = '[';

function number(value: number): Sum {
  return value === 0 ? NOTHING : new Map([['', value]]);
}

function added(sum: Sum, other: Sum, factor: number): Sum {
  if (other.size === 0 || factor === 0) return sum;
  const result = new Map(sum);
  for (const [product, count] of other) {
    const all = (result.get(product) ?? 0) + count * factor;
    if (all === 0) result.delete(product);
    else result.set(product, all);
  }
  return result;
}

/** A product, multiplied out where the compiler does: by a number, and by a counter whose loop stays one. */
function productOf(a: Sum, b: Sum): Sum {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const factor = one.get('');
    if (one.size === 0) return NOTHING;
    if (one.size === 1 && factor !== undefined) return added(NOTHING, other, factor);
  }
  const isWritten = !isOpen(a) && !isOpen(b);
  const [one, other] = isWritten ? [asWritten(a), asWritten(b)] : [a, b];
  const result = new Map<string, number>();
  for (const [left, x] of one)
    for (const [right, y] of other) {
      const product = productText([left, right].filter((text) => text !== ''));
      result.set(product, (result.get(product) ?? 0) + x * y);
    }
  return result;
}

/** A sum of several as one factor, as the compiler leaves it. */
function asWritten(sum: Sum): Sum {
  return sum.size === 1 ? sum : new Map([[`(${textOfSum(sum)})`, 1]]);
}

function isOpen(sum: Sum): boolean {
  return [...sum.keys()].some((product) => product.includes(OPEN));
}

function productText(factors: readonly string[]): string {
  return factors.toSorted().join('*');
}

/** Bytes of the widest access. */
const WIDEST = 16;

/**
 * Power of two by which all of a sum can be divided, up to the widest access. Products by arguments are moved from turn to
 * turn, so that their rows tell the compiler nothing.
 */
function alignmentOf(sum: Sum): number {
  let power = WIDEST;
  for (const [product, count] of sum)
    while (power > 1 && (count % power !== 0 || product.includes('*'))) power /= 2;
  return power;
}

function textOfSum(sum: Sum): string {
  return [...sum]
    .map(([product, count]) => `${count}*${product}`)
    .sort()
    .join('+');
}
