import type { Carried, LoopCount } from './loopCount';
import type { Population } from './population';
import type { TraceEvent } from './trace';
import type { Value } from './value';

/**
 * A stretch of the kernel that runs under one set of loops and conditions. `population` says how
 * often a thread runs it; its `weight` is the mean number of executions per thread.
 */
export class Region {
  readonly depth: number;
  /** What happens here, in the order of the program. */
  readonly events: TraceEvent[] = [];
  /** For a branch and for what is left behind an exit: the condition on which it runs; null when no value tells. */
  guard: Value | null = null;
  /** For a loop: how often it runs and what it hands on. */
  count: LoopCount | null = null;
  carried: readonly Carried[] = [];

  constructor(
    readonly parent: Region | null,
    readonly kind: 'body' | 'branch' | 'loop',
    /** For a loop it is set once the trip count is known. */
    public population: Population,
    /** For a loop: whether the compiler repeats its body so that the index becomes a constant. */
    public unrolled = false,
    /** For a loop that stays one: bodies between two tests of the loop condition. */
    public unrollFactor = 1,
    /** For a loop: whether its index moves by a compile-time constant. */
    public stepIsConstant = false,
    /** Whether it only keeps a place in its parent, of which its code is a part. */
    readonly keepsPlace = false,
  ) {
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  get weight(): number {
    return this.population.weight;
  }

  /** A place among what has happened here so far, for code that is known to be needed only later. */
  place(cursor: Region | null): Region {
    const place = new Region(this, 'body', this.population, false, 1, false, true);
    this.record({ kind: 'nested', regions: [place] }, cursor);
    return place;
  }

  /** The innermost loop around, or this region's root: values change no deeper than there. */
  get varying(): Region {
    return this.kind === 'loop' || this.parent === null ? this : this.parent.varying;
  }

  /**
   * Adds what happens here. While the reader is inside a nested region (`cursor`), the new event is code that moved
   * out of it, and stands in front.
   */
  record(event: TraceEvent, cursor: Region | null): void {
    const child = cursor === null ? null : this.childTowards(cursor);
    const place =
      child === null
        ? -1
        : this.events.findLastIndex((other) => other.kind === 'nested' && other.regions.includes(child));
    if (place < 0) this.events.push(event);
    else this.events.splice(place, 0, event);
  }

  private childTowards(inner: Region): Region | null {
    let region: Region | null = inner;
    while (region !== null && region.parent !== this) region = region.parent;
    return region;
  }

  /** Whether `inner` lies in this region, or is it. */
  encloses(inner: Region): boolean {
    let region: Region | null = inner;
    while (region !== null && region.depth > this.depth) region = region.parent;
    return region === this;
  }
}

/** The deeper of two regions on one path from the root. */
export function deeper(a: Region, b: Region): Region {
  return a.depth >= b.depth ? a : b;
}
