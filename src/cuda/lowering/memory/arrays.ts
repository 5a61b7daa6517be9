import type { AccessIndex, ArrayDeclaration, MemorySpace } from '../../../kernel/program';
import { rangeUnder, type Range } from '../index/constraint';
import type { UnrolledRegion } from '../index/unrolledRegion';
import {
  add,
  constantForm,
  divide,
  isConstant,
  modulo,
  quantityOf,
  rangeOf,
  rejoined,
  scale,
  type Form,
} from '../index/form';

/** Part of an array that one instruction touches. */
export interface ArrayUse {
  readonly target: Target;
  /** Bytes of one lane. */
  readonly laneBytes: number;
}

/** Part of an array that an access may touch. */
export type Target =
  | {
      readonly kind: 'form';
      readonly bytes: Form;
      /** Smallest and largest value of `bytes` where the access stands. */
      readonly range: Range;
    }
  /** `offset` bytes behind the value at `at` in an index array times `step` bytes. */
  | {
      readonly kind: 'indirect';
      readonly at: Form;
      /** Distance of the value from its own position; null for anywhere. */
      readonly window: number | null;
      /** Number of values that it can take, from 0 on; null when unknown. */
      readonly values: number | null;
      readonly step: number;
      readonly offset: Form;
      /** Smallest and largest value of `offset` where the access stands. */
      readonly range: Range;
    }
  /** A walk that starts at a byte. */
  | { readonly kind: 'chase'; readonly start: Form }
  | { readonly kind: 'random' };

/** An address that a form gives, with the range that the conditions around leave it. */
export function formTarget(bytes: Form, at: UnrolledRegion): Target {
  return { kind: 'form', bytes, range: rangeUnder(bytes, at.constraints) };
}

/** Facts about an array besides its uses. */
export interface ArrayFacts {
  readonly space: MemorySpace;
  /** Bytes by declaration or allocation; null when nobody says. */
  readonly bytes: number | null;
  /** True if `bytes` is all there is: a declared array, of which correct code touches nothing beyond. */
  readonly isExact: boolean;
  /** A shared array whose bytes the launch gives. */
  readonly dynamic: boolean;
  /** Bytes of an element as declared. */
  readonly elementBytes?: number;
}

/** An array of the program while its uses are collected. */
export class ArrayDraft {
  /** Bytes of the narrowest and of the widest access of a lane. */
  private narrowest = Infinity;
  private widest = 0;
  private low = 0;
  private high = 0;
  /** The last byte that is touched from where data leads, at least. */
  private behindData = 0;

  constructor(
    readonly name: string,
    readonly facts: ArrayFacts,
    private readonly limits: ArrayLimits,
  ) {}

  use({ target, laneBytes }: ArrayUse): void {
    this.narrowest = Math.min(this.narrowest, laneBytes);
    this.widest = Math.max(this.widest, laneBytes);
    if (target.kind === 'indirect') {
      const placed = target.window === null ? 0 : rangeOf(target.at).high * target.step;
      this.behindData = Math.max(this.behindData, placed + target.range.high + laneBytes);
    }
    if (target.kind !== 'form' && (target.kind !== 'indirect' || target.values === null)) return;
    const { low } = target.range;
    const high = target.range.high + (target.kind === 'indirect' ? (target.values! - 1) * target.step : 0);
    this.low = Math.min(this.low, low);
    this.high = Math.max(this.high, high + laneBytes);
  }

  get isUsed(): boolean {
    return this.widest > 0;
  }

  /** True if something else than data tells how large it is. */
  private get isBounded(): boolean {
    return this.facts.bytes !== null || this.high > 0;
  }

  /** Bytes of an element: the narrowest access, as far as the widest one is at most four of them. */
  private get elementBytes(): 1 | 2 | 4 | 8 | 16 {
    const wanted = Math.max(this.narrowest, this.widest / 4, 1);
    return ([1, 2, 4, 8, 16] as const).find((size) => size >= wanted) ?? 16;
  }

  /** Bytes in front of the array's start that are touched too (the halo of a stencil), in whole lines. */
  private get front(): number {
    if (this.facts.isExact) return 0;
    return Math.ceil(-this.low / this.limits.lineBytes) * this.limits.lineBytes;
  }

  private get elements(): number {
    const { elementBytes } = this;
    const open = Math.max(this.behindData, this.limits.openBytes(elementBytes));
    const touched = this.high === 0 ? open : this.high;
    const known = this.facts.bytes;
    const bytes =
      known !== null && this.facts.isExact ? known : Math.max(this.high, known ?? touched) + this.front;
    return Math.max(1, Math.ceil(Math.min(bytes, this.limits.most) / elementBytes));
  }

  declaration(): ArrayDeclaration {
    const { space, dynamic } = this.facts;
    return {
      elementBytes: this.elementBytes,
      elements: this.elements,
      ...(space === 'global' ? {} : { space }),
      ...(dynamic ? { dynamic } : {}),
    };
  }

  /** An access as the program says it. */
  accessOf({ target, laneBytes }: ArrayUse): { readonly index: AccessIndex; readonly vector: 1 | 2 | 4 } {
    const { elementBytes } = this;
    const vector = ([1, 2, 4] as const).find((lanes) => lanes * elementBytes >= laneBytes) ?? 4;
    return { index: this.indexOf(target, elementBytes, vector), vector };
  }

  private indexOf(target: Target, elementBytes: number, vector: number): AccessIndex {
    switch (target.kind) {
      case 'form': {
        const bytes = add(target.bytes, constantForm(this.front));
        const element = elementOf(bytes, elementBytes);
        const last = target.range.high + this.front + vector * elementBytes;
        const fits = last <= this.elements * elementBytes && target.range.low + this.front >= 0;
        return quantityOf(fits ? element : this.wrapped(element, vector));
      }
      case 'indirect':
        return indirectIndex(target, elementBytes, this.isBounded ? this.elements : null);
      case 'chase': {
        const start = elementOf(target.start, elementBytes);
        return isZero(start) ? { kind: 'chase' } : { kind: 'chase', start: quantityOf(start) };
      }
      case 'random':
        return { kind: 'random' };
    }
  }

  /** Arrays beyond the limit wrap around: what they miss in the caches stays the same. */
  private wrapped(element: Form, vector: number): Form {
    const places = constantForm(Math.max(1, Math.floor(this.elements / vector)));
    return scale(modulo(divide(element, constantForm(vector)) ?? element, places) ?? constantForm(0), vector);
  }
}

function elementOf(bytes: Form, elementBytes: number): Form {
  const whole = rejoined(bytes);
  return divide(whole, constantForm(elementBytes)) ?? whole;
}

function isZero(form: Form): boolean {
  return isConstant(form) && form.constant === 0;
}

/**
 * An access that data decides. Where the rest of the address moves through most of an array, correct code leaves
 * data as much room as there is in front of and behind that part: an offset to a neighbour is no random element.
 */
function indirectIndex(
  { at, window, values, step, offset, range }: Extract<Target, { kind: 'indirect' }>,
  elementBytes: number,
  elements: number | null,
): AccessIndex {
  const scaling = Math.max(1, Math.round(step / elementBytes));
  const room = elements === null ? 0 : Math.floor(elements - (range.high - range.low) / elementBytes);
  const places = Math.max(1, Math.ceil(room / scaling));
  const narrow = window === null && values === null && range.high > range.low && room >= scaling;
  const moved = elementOf(narrow ? add(offset, constantForm(-range.low)) : offset, elementBytes);
  const footprint = values !== null ? Math.min(values, places) : narrow ? places : null;
  return {
    kind: 'indirect',
    at: quantityOf(at),
    ...(window === null ? {} : { values: 'near' as const, window }),
    ...(footprint === null ? {} : { footprint }),
    ...(scaling === 1 ? {} : { scale: scaling }),
    ...(isZero(moved) ? {} : { offset: quantityOf(moved) }),
  };
}

/** Sizes that are taken where the source does not tell. */
export interface ArrayLimits {
  /** Largest array in bytes. */
  readonly most: number;
  readonly lineBytes: number;
  /** Bytes of an array that only data indexes. */
  readonly openBytes: (elementBytes: number) => number;
}
