import { quotient } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';

/** Bits of a place's facts: valid sectors, dirty sectors, order, kernel. */
export const DIRTY_SHIFT = 4;
const ORDER_SHIFT = 8;
const KERNEL_SHIFT = 20;
const SECTOR_BITS = 15;
const ORDER_BITS = 4095;
const ORDER_MASK = ORDER_BITS << ORDER_SHIFT;
/** Kernels that the bits can tell apart. */
export const MOST_KERNELS = 4095;

/** Line of a place that none has taken. */
const NONE = -1;

/** The order of a place that may not be replaced now is this, or more by its miss entry + 1. */
const HELD = 512;
/** Miss entries that the bits can tell apart. */
export const MOST_MISSES = ORDER_BITS - HELD;

/**
 * Tags of several equal set-associative caches with few ways: lines in four sectors, least recently used
 * replacement.
 *
 * All of a set lies together: its lines first, then a word of facts for each, with its place in the order of use
 * or its miss entry. A miss then touches two or three neighbouring cache lines of the host, where hash chains
 * and a list of use take a dozen; these misses are what a simulation of random accesses spends its time on.
 */
export class SetTags {
  /** Per set the line in each place, `NONE` for none, then the facts of each place. */
  private readonly words: Int32Array;
  private readonly setWords: i32;
  /** The highest order in each set. */
  private readonly newest: Uint16Array;

  constructor(
    caches: i32,
    private readonly sets: i32,
    private readonly ways: i32,
    private readonly hashed: boolean,
    state: StateArrays,
  ) {
    this.setWords = 2 * ways;
    this.words = state.int32(caches * sets * this.setWords);
    this.newest = state.uint16(caches * sets);
    for (let set = 0; set < this.words.length; set += this.setWords) this.words.fill(NONE, set, set + ways);
  }

  /** Set of a line with set index `local`. */
  setOf(local: i32): i32 {
    if (this.sets === 1) return 0;
    const index = this.hashed ? local ^ (local >> 5) ^ (local >> 11) ^ (local >> 17) : local;
    return index % this.sets;
  }

  /** The place of a line in a set, -1 when it is not there. */
  find(cache: i32, set: i32, line: i32): i32 {
    const words = this.words;
    const first = (cache * this.sets + set) * this.setWords;
    const end = first + this.ways;
    for (let place = first; place < end; place++) if (words[place] === line) return place;
    return -1;
  }

  /** Tests whether a set has a place that no line has taken yet. */
  hasUnused(cache: i32, set: i32): boolean {
    return this.find(cache, set, NONE) >= 0;
  }

  /** The place that a new line of a set would take, -1 when all are held. */
  victim(cache: i32, set: i32): i32 {
    const words = this.words;
    const first = (cache * this.sets + set) * this.setWords + this.ways;
    const end = first + this.ways;
    let best = -1;
    let oldest = HELD;
    for (let at = first; at < end; at++) {
      const order = (words[at]! >> ORDER_SHIFT) & ORDER_BITS;
      if (order < oldest) {
        oldest = order;
        best = at;
      }
    }
    return best < 0 ? -1 : best - this.ways;
  }

  /** Places of a set that are not held. */
  loose(cache: i32, set: i32): i32 {
    const words = this.words;
    const first = (cache * this.sets + set) * this.setWords + this.ways;
    let count = 0;
    for (let at = first; at < first + this.ways; at++)
      if (((words[at]! >> ORDER_SHIFT) & ORDER_BITS) < HELD) count++;
    return count;
  }

  /** Sectors of a line that are not there any more. */
  drop(place: i32, sectors: i32): void {
    this.words[place + this.ways]! &= ~sectors;
  }

  /** Puts a line into a place, empty and held. */
  replace(place: i32, line: i32, kernel: i32): void {
    this.words[place] = line;
    this.words[place + this.ways] = (kernel << KERNEL_SHIFT) | (HELD << ORDER_SHIFT);
  }

  /** Keeps a line from being replaced until `use`. */
  hold(place: i32): void {
    this.setOrder(place + this.ways, HELD);
  }

  /** Makes a line the most recently used of its set, and ends a hold on it and its miss entry. */
  use(place: i32): void {
    const set = quotient(place, this.setWords);
    let newest: i32 = this.newest[set]! + 1;
    if (newest === HELD) newest = this.renumber(set * this.setWords + this.ways) + 1;
    this.newest[set] = newest;
    this.setOrder(place + this.ways, newest);
  }

  lineAt(place: i32): i32 {
    return this.words[place]!;
  }

  valid(place: i32): i32 {
    return this.words[place + this.ways]! & SECTOR_BITS;
  }

  dirty(place: i32): i32 {
    return (this.words[place + this.ways]! >> DIRTY_SHIFT) & SECTOR_BITS;
  }

  /** Miss entry that fetches the line, -1 for none. */
  miss(place: i32): i32 {
    const order = (this.words[place + this.ways]! >> ORDER_SHIFT) & ORDER_BITS;
    return order > HELD ? order - HELD - 1 : -1;
  }

  /** Notes the miss entry that fetches a held line. */
  setMiss(place: i32, entry: i32): void {
    this.setOrder(place + this.ways, HELD + 1 + entry);
  }

  /** Kernel that brought the line in. */
  kernel(place: i32): i32 {
    return this.words[place + this.ways]! >>> KERNEL_SHIFT;
  }

  /** Sectors that are there now: `sectors`, or those and as dirty ones with `sectors << DIRTY_SHIFT`. */
  add(place: i32, bits: i32): void {
    this.words[place + this.ways]! |= bits;
  }

  private setOrder(at: i32, order: i32): void {
    this.words[at] = (this.words[at]! & ~ORDER_MASK) | (order << ORDER_SHIFT);
  }

  /** Gives the used places of a set small numbers in the same order; the highest of them. */
  private renumber(first: i32): i32 {
    let given = 0;
    let above = 0;
    while (true) {
      let next = -1;
      let lowest = HELD;
      for (let at = first; at < first + this.ways; at++) {
        const order = (this.words[at]! >> ORDER_SHIFT) & ORDER_BITS;
        if (order > above && order < lowest) {
          lowest = order;
          next = at;
        }
      }
      if (next < 0) return given;
      this.setOrder(next, given + 1);
      above = lowest;
      given++;
    }
  }
}
