import type { StateArrays } from '../core/stateArrays';

/** Bits of a place's `facts`. */
export const DIRTY_SHIFT = 4;
const MISS_SHIFT = 8;
const KERNEL_SHIFT = 20;
const SECTOR_BITS = 15;
const MISS_BITS = 4095;
/** Kernels that the bits can tell apart. */
export const MOST_KERNELS = 4095;

/** Stamp of a line that may not be replaced now. */
const HELD = 0x7fffffff;

/**
 * Tags of several equal set-associative caches with few ways: lines in four sectors, least recently used
 * replacement.
 *
 * The tags of a set lie side by side and are searched in order, and so do their stamps of last use and all
 * else that is known of a place. A miss then touches three cache lines of the host, where hash chains and a
 * list of use take a dozen; these misses are what a simulation of random accesses spends its time on.
 */
export class SetTags {
  /** Line in each place, -1 for none. */
  private readonly line: Int32Array;
  private readonly stamp: Int32Array;
  /** Valid sectors, dirty sectors, miss entry + 1 and kernel of each place. */
  private readonly facts: Int32Array;
  /** Accesses so far, per cache. */
  private readonly clock: Int32Array;

  constructor(
    caches: number,
    private readonly sets: number,
    private readonly ways: number,
    private readonly hashed: boolean,
    state: StateArrays,
  ) {
    const places = caches * sets * ways;
    this.line = state.int32(places).fill(-1);
    this.stamp = state.int32(places);
    this.facts = state.int32(places);
    this.clock = state.int32(caches);
  }

  /** Set of a line with set index `local`. */
  setOf(local: number): number {
    if (this.sets === 1) return 0;
    const index = this.hashed ? (local ^ (local >>> 5) ^ (local >>> 11) ^ (local >>> 17)) >>> 0 : local;
    return index % this.sets;
  }

  /** The place of a line in a set, -1 when it is not there. */
  find(cache: number, set: number, line: number): number {
    const first = (cache * this.sets + set) * this.ways;
    for (let place = first; place < first + this.ways; place++) if (this.line[place] === line) return place;
    return -1;
  }

  /** The place that a new line of a set would take, -1 when all are held. */
  victim(cache: number, set: number): number {
    const first = (cache * this.sets + set) * this.ways;
    let best = -1;
    let oldest = HELD;
    for (let place = first; place < first + this.ways; place++) {
      const stamp = this.stamp[place]!;
      if (stamp < oldest) {
        oldest = stamp;
        best = place;
      }
    }
    return best;
  }

  /** Puts a line into a place, empty and held. */
  replace(place: number, line: number, kernel: number): void {
    this.line[place] = line;
    this.facts[place] = kernel << KERNEL_SHIFT;
    this.stamp[place] = HELD;
  }

  /** Keeps a line from being replaced until `use`. */
  hold(place: number): void {
    this.stamp[place] = HELD;
  }

  /** Makes a line the most recently used of its set, and ends a hold on it. */
  use(cache: number, place: number): void {
    this.stamp[place] = ++this.clock[cache]!;
  }

  lineAt(place: number): number {
    return this.line[place]!;
  }

  valid(place: number): number {
    return this.facts[place]! & SECTOR_BITS;
  }

  dirty(place: number): number {
    return (this.facts[place]! >> DIRTY_SHIFT) & SECTOR_BITS;
  }

  /** Miss entry that fetches the line, -1 for none. */
  miss(place: number): number {
    return ((this.facts[place]! >> MISS_SHIFT) & MISS_BITS) - 1;
  }

  setMiss(place: number, entry: number): void {
    this.facts[place] = (this.facts[place]! & ~(MISS_BITS << MISS_SHIFT)) | ((entry + 1) << MISS_SHIFT);
  }

  /** Kernel that brought the line in. */
  kernel(place: number): number {
    return this.facts[place]! >>> KERNEL_SHIFT;
  }

  /** Sectors that are there now: `sectors`, or those and as dirty ones with `sectors << DIRTY_SHIFT`. */
  add(place: number, bits: number): void {
    this.facts[place]! |= bits;
  }
}
