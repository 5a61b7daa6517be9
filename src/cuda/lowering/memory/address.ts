import type { Access } from '../../mix/model/trace';
import type { CType, MemorySpace } from '../../mix/model/types';
import type { Value } from '../../mix/model/value';
import { add, constantForm, scale, select, type Form } from '../index/form';
import type { Forms } from '../index/formOf';
import type { Instance } from '../index/instance';
import { elementType } from '../../mix/reading/places';
import { fieldOffset, paddedSize } from './layout';

/** Where an access goes: an object and the distance from its start. */
export interface Address {
  /** The value that stands for the start of the object: a parameter, a declared array, a loaded pointer. */
  readonly object: Value;
  /** Bytes from there; null when data decides. */
  readonly bytes: Form | null;
  /** The part of the index that data decides, in elements of `stride` bytes. */
  readonly data: { readonly value: Value; readonly stride: number; readonly at: Instance } | null;
}

const ZERO = constantForm(0);

/** Resolves addresses through pointer arithmetic, casts and members. */
export class Addresses {
  constructor(private readonly forms: Forms) {}

  of(access: Access, at: Instance): Address {
    const origin = this.ofPointer(access.base, at, 0);
    const target = pointee(access.base.type);
    const inside = constantForm(fieldOffset(target, access.field));
    return this.moved(this.shifted(origin, inside), access.index, paddedSize(target), at);
  }

  private ofPointer(value: Value, at: Instance, depth: number): Address {
    const [first, second, third] = value.args;
    const whole: Address = { object: value, bytes: ZERO, data: null };
    if (depth > 32 || first === undefined) return this.carried(value, at, depth) ?? whole;
    switch (value.kind) {
      case 'pointer':
        return this.moved(this.ofPointer(first, at, depth + 1), second!, paddedSize(pointee(first.type)), at);
      case 'convert':
        return this.ofPointer(first, at, depth + 1);
      case 'extract':
        if (first.type.kind !== 'pointer') return whole;
        return this.shifted(
          this.ofPointer(first, at, depth + 1),
          constantForm(fieldOffset(pointee(first.type), value.name)),
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
  private carried(value: Value, at: Instance, depth: number): Address | null {
    if (value.kind !== 'opaque' || depth > 32) return null;
    const holder = at.holderOf(value.region);
    const moved = holder.pointers.get(value.id);
    if (moved === undefined) return null;
    const start = this.ofPointer(moved.start, moved.from, depth + 1);
    return start.bytes === null || moved.bytes === null
      ? { ...start, bytes: null }
      : { ...start, bytes: add(start.bytes, moved.bytes) };
  }

  private chosen(condition: Value, a: Address, b: Address, at: Instance): Address {
    const form = this.forms.of(condition, at);
    if (a.object !== b.object || form === null || a.bytes === null || b.bytes === null) return a;
    return { ...a, bytes: select(form, a.bytes, b.bytes) };
  }

  private shifted(address: Address, bytes: Form): Address {
    return address.bytes === null ? address : { ...address, bytes: add(address.bytes, bytes) };
  }

  private moved(address: Address, index: Value, stride: number, at: Instance): Address {
    const form = this.forms.of(index, at);
    if (form !== null) return this.shifted(address, scale(form, stride));
    return { ...address, bytes: null, data: address.data ?? { value: index, stride, at } };
  }
}

/** Bytes of what a pointer points to. */
export function pointeeBytes(type: CType): number {
  return paddedSize(pointee(type));
}

function pointee(type: CType): CType {
  return type.kind === 'pointer' ? elementType(type.to) : type;
}

export function spaceOf(base: Value): MemorySpace {
  return base.type.kind === 'pointer' ? base.type.space : 'generic';
}
