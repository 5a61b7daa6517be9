import type { Population } from './population';

/**
 * A stretch of the kernel that runs under one set of loops and conditions. `population` says how
 * often a thread runs it; its `weight` is the mean number of executions per thread.
 */
export class Region {
  readonly depth: number;

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
  ) {
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  get weight(): number {
    return this.population.weight;
  }

  /** The innermost loop around, or this region's root: values change no deeper than there. */
  get varying(): Region {
    return this.kind === 'loop' || this.parent === null ? this : this.parent.varying;
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
