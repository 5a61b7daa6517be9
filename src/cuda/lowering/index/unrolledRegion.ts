import type { Region, Value } from '../../reading/values/graph';
import type { Item } from '../schedule/item';
import type { Constraint } from './constraint';
import { isConstant, type Form } from './form';

/** Pointer that a loop moves: its start, and the bytes it has moved; null where data decides. */
export interface InductionPointer {
  readonly start: Value;
  /** The unrolled region in which `start` is to be read. */
  readonly from: UnrolledRegion;
  readonly bytes: Form | null;
}

/** Induction variable: a whole number that a loop moves by known steps from a start that data decides. */
export interface InductionVariable {
  readonly start: Value;
  /** The unrolled region in which `start` is to be read. */
  readonly from: UnrolledRegion;
  readonly by: Form;
  /** For the counter of a loop of unknown length: what it moves by in all iterations, on average. */
  readonly row: number | null;
}

/**
 * Available loads (in the sense of available expressions) of straight-line code, by what they read: the
 * compiler does not load the same again while nothing is written.
 */
export class AvailableLoads {
  private readonly items = new Map<string, readonly Item[]>();

  /** @param outer those of the code around, which has run */
  constructor(private readonly outer: AvailableLoads | null) {}

  find(key: string): readonly Item[] | null {
    return this.items.get(key) ?? this.outer?.find(key) ?? null;
  }

  add(key: string, items: readonly Item[]): void {
    this.items.set(key, items);
  }

  /** Adds what has run in every arm of a branch: a load behind it takes what its own arm has loaded. */
  addCommon([first, ...others]: readonly AvailableLoads[]): void {
    for (const [key, items] of first?.items ?? []) {
      const rest = others.map((arm) => arm.items.get(key));
      if (rest.every((found) => found !== undefined)) this.add(key, [items, ...rest].flat());
    }
  }
}

/**
 * A copy of a region in the lowered program: one unrolled iteration of a loop body, or the only copy of any
 * other region. Values that change in the region differ from copy to copy.
 */
export class UnrolledRegion {
  /** Instructions that produce each value here, by value id. */
  readonly producers = new Map<number, readonly Item[]>();
  /** Forms of values that change here; null for those that no form can say. */
  readonly forms = new Map<number, Form | null>();

  /** Induction pointers by value id: start and offset in bytes; the offset is null when data decides. */
  readonly pointers = new Map<number, InductionPointer>();
  readonly inductions = new Map<number, InductionVariable>();
  /** Whether this is the only body of a turn, so that no copy beside it shares its accesses. */
  isSingle = false;

  constructor(
    readonly region: Region,
    readonly parent: UnrolledRegion | null,
    /** Number of the iteration, from 0; null outside of loops. */
    readonly iteration: Form | null = null,
    /** Constraints that hold here beside those of the enclosing region. */
    private readonly own: readonly Constraint[] = [],
    /** Loads that have run whenever this runs. */
    readonly availableLoads: AvailableLoads = parent?.availableLoads ?? new AvailableLoads(null),
    /** Where its code stands: in `region`, or outside of a loop around that. */
    readonly code: Region = region,
  ) {}

  /** What copies of unrolled loops made here, outside of a loop around them, by loop and iteration. */
  private readonly made = new Map<Region, Map<number, UnrolledRegion>>();

  /** Notes a copy whose code stands outside of a loop around it. */
  hasMade(copy: UnrolledRegion): void {
    const { region, iteration } = copy;
    if (iteration === null || !isConstant(iteration)) return;
    const copies = this.made.get(region) ?? new Map<number, UnrolledRegion>();
    this.made.set(region, copies.set(iteration.constant, copy));
  }

  /** What has this iteration's values that were made outside of a loop around it; null for nothing. */
  private get outside(): UnrolledRegion | null {
    const { region, iteration, parent } = this;
    if (!region.isCopied || iteration === null || !isConstant(iteration)) return null;
    for (let at = parent?.outside ?? parent; at !== null; at = at.parent) {
      const copy = at.made.get(region)?.get(iteration.constant);
      if (copy !== undefined && copy !== this) return copy;
    }
    return null;
  }

  /** Constraints on the atoms of forms here, from conditions and loop ends. */
  get constraints(): readonly Constraint[] {
    const around = this.parent?.constraints ?? [];
    return this.own.length === 0 ? around : [...this.own, ...around];
  }

  /** The innermost enclosing unrolled region in which what varies in `region` can change. */
  holderOf(region: Region): UnrolledRegion {
    if (this.parent === null || this.region === region || this.region.depth <= region.depth) return this;
    return this.parent.holderOf(region);
  }

  /** Instructions that produce a value, here or in an enclosing region. */
  producersOf(value: number): readonly Item[] | null {
    return (
      this.producers.get(value) ??
      this.outside?.producers.get(value) ??
      this.parent?.producersOf(value) ??
      null
    );
  }
}
