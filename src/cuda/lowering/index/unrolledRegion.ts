import type { Region, Value } from '../../reading/values/graph';
import type { Item } from '../schedule/item';
import type { Constraint } from './constraint';
import type { Form } from './form';

export interface InductionPointer {
  readonly start: Value;
  /** The unrolled region in which `start` is to be read. */
  readonly from: UnrolledRegion;
  readonly bytes: Form | null;
}

/** A whole number that a loop moves by known steps from a start that data decides. */
export interface InductionVariable {
  readonly start: Value;
  /** The unrolled region in which `start` is to be read. */
  readonly from: UnrolledRegion;
  readonly by: Form;
  /** For the counter of a loop of unknown length: what it moves by in all iterations, on average. */
  readonly row: number | null;
}

/** Loads of straight code, by what they read: the compiler does not load the same again while nothing is written. */
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
}

/**
 * One occurrence of a region in the program: an unrolled loop body occurs once for each copy. Values that change
 * in the region have their own meaning in each occurrence.
 */
export class UnrolledRegion {
  /** What makes a value here. */
  readonly producers = new Map<number, readonly Item[]>();
  /** Forms of values that change here; null for those that no form can say. */
  readonly forms = new Map<number, Form | null>();

  /** Pointers that a loop moves: where they started, and how far they have come; null when data decides. */
  readonly pointers = new Map<number, InductionPointer>();
  readonly inductions = new Map<number, InductionVariable>();

  constructor(
    readonly region: Region,
    readonly parent: UnrolledRegion | null,
    /** Number of the iteration, from 0; null outside of loops. */
    readonly iteration: Form | null = null,
    /** What holds here beside what holds around. */
    private readonly own: readonly Constraint[] = [],
    /** Loads that have run whenever this runs. */
    readonly availableLoads: AvailableLoads = parent?.availableLoads ?? new AvailableLoads(null),
  ) {}

  /** What conditions and loop ends say about the atoms of forms here. */
  get constraints(): readonly Constraint[] {
    const around = this.parent?.constraints ?? [];
    return this.own.length === 0 ? around : [...this.own, ...around];
  }

  /** The innermost enclosing unrolled region in which what varies in `region` can change. */
  holderOf(region: Region): UnrolledRegion {
    if (this.parent === null || this.region === region || this.region.depth <= region.depth) return this;
    return this.parent.holderOf(region);
  }

  /** What makes a value, here or around. */
  producersOf(value: number): readonly Item[] | null {
    return this.producers.get(value) ?? this.parent?.producersOf(value) ?? null;
  }
}
