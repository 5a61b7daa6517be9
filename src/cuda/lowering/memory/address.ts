import type { Access, Value } from '../../reading/values/graph';
import type { CType, MemorySpace } from '../../reading/values/types';
import { indexTerms } from './indexTerms';
import { add, constantForm, isConstant, multiply, scale, select, type Form } from '../index/form';
import type { Forms } from '../index/formOf';
import type { UnrolledRegion, InductionVariable } from '../index/unrolledRegion';
import { fieldOffset, paddedSize, pointeeOf } from '../../reading/values/layout';

/** Data-dependent term of an address: a value times a number of bytes. */
export interface DataTerm {
  readonly value: Value;
  readonly bytes: number;
  /** The unrolled region in which the value is to be read. */
  readonly at: UnrolledRegion;
  /** For where a loop of unknown length starts: values up to where the next such loop starts, on average. */
  readonly row: number | null;
}

/** Where an access goes: an object and the distance from its start. */
export interface Address {
  /** The value that stands for the start of the object: a parameter, a declared array, a loaded pointer. */
  readonly object: Value;
  /** Bytes from there, as far as coordinates, loop counters and arguments decide. */
  readonly bytes: Form;
  /** Data-dependent terms of the address. */
  readonly data: readonly DataTerm[];
}

const ZERO = constantForm(0);
/** Variables that start at data and are followed into one another. */
const STARTS = 4;

/** Resolves addresses through pointer arithmetic, casts and members. */
export class Addresses {
  constructor(private readonly forms: Forms) {}

  of(access: Access, at: UnrolledRegion): Address {
    const origin = this.ofPointer(access.base, at, 0);
    const target = pointeeOf(access.base.type);
    const inside = constantForm(fieldOffset(target, access.field));
    return this.moved(this.shifted(origin, inside), access.index, paddedSize(target), at);
  }

  private ofPointer(value: Value, at: UnrolledRegion, depth: number): Address {
    const [first, second, third] = value.args;
    const whole: Address = { object: value, bytes: ZERO, data: [] };
    if (depth > 32 || first === undefined) return this.carried(value, at, depth) ?? whole;
    switch (value.kind) {
      case 'pointer':
        return this.moved(
          this.ofPointer(first, at, depth + 1),
          second!,
          paddedSize(pointeeOf(first.type)),
          at,
        );
      case 'convert':
        return this.ofPointer(first, at, depth + 1);
      case 'extract':
        if (first.type.kind !== 'pointer') return whole;
        return this.shifted(
          this.ofPointer(first, at, depth + 1),
          constantForm(fieldOffset(pointeeOf(first.type), value.name)),
        );
      case 'ternary':
      case 'merge':
        return this.chosen(
          first,
          this.ofPointer(second!, at, depth + 1),
          this.ofPointer(third!, at, depth + 1),
          at,
        );
      default:
        return this.carried(value, at, depth) ?? whole;
    }
  }

  /** A pointer that a loop moves. */
  private carried(value: Value, at: UnrolledRegion, depth: number): Address | null {
    if (value.kind !== 'opaque' || depth > 32) return null;
    const holder = at.holderOf(value.region);
    const moved = holder.pointers.get(value.id);
    if (moved === undefined) return null;
    const start = this.ofPointer(moved.start, moved.from, depth + 1);
    if (moved.bytes !== null) return { ...start, bytes: add(start.bytes, moved.bytes) };
    const term = { value, bytes: pointeeBytes(value.type), at, row: null };
    return { ...start, bytes: ZERO, data: [term] };
  }

  private chosen(condition: Value, a: Address, b: Address, at: UnrolledRegion): Address {
    const form = this.forms.of(condition, at);
    if (form !== null && isConstant(form)) return form.constant !== 0 ? a : b;
    if (a.object !== b.object || form === null || a.data.length + b.data.length > 0) return a;
    return { ...a, bytes: select(form, a.bytes, b.bytes) };
  }

  /** Of two known elements of which data chooses one, the first. */
  private chosenIndex({ kind, args: [, a, b] }: Value, at: UnrolledRegion): Form | null {
    if (kind !== 'ternary' || a === undefined || b === undefined) return null;
    return this.forms.of(b, at) === null ? null : this.forms.of(a, at);
  }

  private shifted(address: Address, bytes: Form): Address {
    return { ...address, bytes: add(address.bytes, bytes) };
  }

  private moved(address: Address, index: Value, stride: number, at: UnrolledRegion): Address {
    const form = this.forms.of(index, at) ?? this.chosenIndex(index, at);
    if (form !== null) return this.shifted(address, scale(form, stride));
    const { bytes, data } = this.split({ value: index, bytes: stride, at, row: null }, 0);
    return { ...address, bytes: add(address.bytes, bytes), data: [...address.data, ...data] };
  }

  /** A value without a form as what has one and what data decides. */
  private split(whole: DataTerm, depth: number): Pick<Address, 'bytes' | 'data'> {
    let bytes = ZERO;
    const data: DataTerm[] = [];
    for (const { coefficient, factors } of indexTerms(whole.value)) {
      let known = constantForm(coefficient * whole.bytes);
      const open: Value[] = [];
      for (const factor of factors) {
        const form = this.forms.of(factor, whole.at);
        if (form === null) open.push(factor);
        else known = multiply(known, form);
      }
      const [value] = open;
      if (value === undefined) bytes = add(bytes, known);
      // What data scales is in another place for each value.
      else if (open.length > 1 || !isConstant(known)) data.push({ ...whole, row: null });
      else {
        const started = this.started({ ...whole, value, bytes: known.constant }, depth);
        bytes = add(bytes, started.bytes);
        data.push(...started.data);
      }
    }
    return { bytes, data };
  }

  /** A counter or variable that starts at data and then moves by a known step. */
  private started(term: DataTerm, depth: number): Pick<Address, 'bytes' | 'data'> {
    const holder = term.at.holderOf(term.value.region);
    const moved =
      depth < STARTS ? (holder.inductions.get(term.value.id) ?? this.counted(term.value, holder)) : null;
    if (moved === null) return { bytes: ZERO, data: [term] };
    const { start, from, by, row } = moved;
    const inner = this.split({ value: start, bytes: term.bytes, at: from, row: row ?? term.row }, depth + 1);
    return { bytes: add(inner.bytes, scale(by, term.bytes)), data: inner.data };
  }

  /** The counter of a loop that starts at data. */
  private counted(value: Value, holder: UnrolledRegion): InductionVariable | null {
    const { count } = value.region;
    const counter = value.kind === 'index' ? (count?.counter ?? null) : null;
    if (counter === null || count === null || holder.iteration === null || holder.parent === null)
      return null;
    const step = this.forms.of(counter.step, holder.parent);
    if (step === null || (counter.operator !== 'add' && counter.operator !== 'sub')) return null;
    const by = multiply(holder.iteration, counter.operator === 'add' ? step : scale(step, -1));
    const pace = isConstant(step) ? Math.abs(step.constant) : 1;
    const row = count.known ? null : Math.max(1, Math.round(count.mean * pace));
    return { start: counter.start, from: holder.parent, by, row };
  }
}

/** Bytes of what a pointer points to. */
export function pointeeBytes(type: CType): number {
  return paddedSize(pointeeOf(type));
}

/** Memory space that a base pointer points to. */
export function spaceOf(base: Value): MemorySpace {
  return base.type.kind === 'pointer' ? base.type.space : 'generic';
}
