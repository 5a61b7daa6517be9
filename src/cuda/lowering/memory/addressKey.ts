import { termsOf, type Term } from '../../reading/values/linear';
import type { Access, Counter, Value } from '../../reading/values/graph';
import { isWide, scalarOf } from '../../reading/values/types';
import { isConstant, textOf } from '../index/form';
import type { UnrolledRegion } from '../index/unrolledRegion';
import { pointeeBytes } from './address';
import { fieldOffset, paddedSize, pointeeOf } from '../../reading/values/layout';

/** Loops whose counters start from one another. */
const DEPTH = 4;

/**
 * Texts that are equal where the compiler sees that two accesses go to one place: arguments stand for themselves here,
 * whatever numbers they have, and a counter that is multiplied with one of them is another value in each copy of an
 * unrolled body.
 */
export class AddressKeys {
  private readonly copies = new WeakMap<UnrolledRegion, number>();
  private count = 0;

  of(access: Access, at: UnrolledRegion): string {
    const sum = new Sum();
    const root = this.pointer(access.base, at, sum);
    const target = pointeeOf(access.base.type);
    this.index(access.index, paddedSize(target), at, sum, 0);
    sum.add('', fieldOffset(target, access.field));
    // A sum without a sign may wrap around, and one of 64 bits does not: the compiler does not know them as one of 32.
    const sign = isUnsignedSum(access.index) ? 'u' : isWideSum(access.index) ? 'w' : '';
    return `${root} ${paddedSize(access.type)} ${sign}${sum.text()}`;
  }

  /** Adds the distance of a pointer from its object, and names the object. */
  private pointer(value: Value, at: UnrolledRegion, sum: Sum): string {
    const [first, second] = value.args;
    if (value.kind === 'convert' && first?.type.kind === 'pointer') return this.pointer(first, at, sum);
    if (value.kind !== 'pointer' || first === undefined || second === undefined) return this.atom(value, at);
    this.index(second, pointeeBytes(first.type), at, sum, 0);
    return this.pointer(first, at, sum);
  }

  private index(value: Value, bytes: number, at: UnrolledRegion, sum: Sum, depth: number): void {
    for (const term of termsOf(value)) {
      const [only] = term.factors;
      const counter = term.factors.length === 1 && only?.kind === 'index' ? only : null;
      if (
        counter === null ||
        depth >= DEPTH ||
        !this.counter(counter, term.coefficient * bytes, at, sum, depth)
      )
        sum.add(this.product(term, at), term.coefficient * bytes);
    }
  }

  /** A counter as where it starts and how far it has come by constant steps; false for other counters. */
  private counter(value: Value, bytes: number, at: UnrolledRegion, sum: Sum, depth: number): boolean {
    const holder = at.holderOf(value.region);
    const counter = value.region.count?.counter ?? null;
    const { iteration, parent } = holder;
    if (counter === null || iteration === null || parent === null || counter.step.constant === null)
      return false;
    if (counter.operator !== 'add' && counter.operator !== 'sub') {
      const number = isConstant(iteration) ? scaledCounter(counter, iteration.constant) : null;
      if (number !== null) sum.add('', number * bytes);
      return number !== null;
    }
    const step = (counter.operator === 'add' ? 1 : -1) * counter.step.constant * bytes;
    this.index(counter.start, bytes, parent, sum, depth + 1);
    sum.add('', step * iteration.constant);
    if (!isConstant(iteration)) sum.add(`[${textOf({ ...iteration, constant: 0 })}]`, step);
    return true;
  }

  private product({ factors }: Term, at: UnrolledRegion): string {
    return factors
      .map((factor) => this.atom(factor, at))
      .sort()
      .join('*');
  }

  private atom(value: Value, at: UnrolledRegion): string {
    const holder = at.holderOf(value.region.varying);
    if (holder.parent === null) return String(value.id);
    let copy = this.copies.get(holder);
    if (copy === undefined) this.copies.set(holder, (copy = ++this.count));
    return `${value.id}@${copy}`;
  }
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

/** A sum of atoms with numbers of bytes. */
class Sum {
  private readonly bytes = new Map<string, number>();

  add(atom: string, bytes: number): void {
    this.bytes.set(atom, (this.bytes.get(atom) ?? 0) + bytes);
  }

  text(): string {
    return [...this.bytes]
      .flatMap(([atom, bytes]) => (bytes === 0 ? [] : [`${bytes}*${atom}`]))
      .sort()
      .join('+');
  }
}
