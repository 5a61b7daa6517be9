import { exponentOf, powerOfTwoAtLeast } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';

/** Halves of a place, and the one that says at which entry of its set's queue the place stands. */
const HALF_SHIFT = 3;
const POSITION_HALF = 5;
/** Caches of fewer ways get longer queues in proportion. */
const FEW_WAYS = 64;
/** Position of a place that is in no queue. Queues have at most 16384 entries. */
const NOWHERE = 0xffff;

/**
 * The order in which the places of each cache set were last used, as a queue per set. A place that is used
 * again is appended again, and its older entry is void: an entry counts only while its place says that it
 * stands there. So use and removal touch nothing but the place itself and the ends of the queue, where the
 * links of a list would touch both neighbours. A full queue is rid of its void entries.
 */
export class RecencyQueues {
  private readonly mask: i32;
  private readonly shift: i32;
  /** Numbers of places in their cache. */
  private readonly entries: Uint16Array;
  /** Per set the oldest entry and the end, counted without wrapping around. */
  private readonly ends: Int32Array;

  /** @param halves of every place: its position stands in one of them */
  constructor(
    sets: i32,
    ways: i32,
    private readonly halves: Uint16Array,
    state: StateArrays,
  ) {
    // The more room for void entries, the less often a queue has to be rid of them.
    const size = powerOfTwoAtLeast(ways < FEW_WAYS ? 8 * ways : 4 * ways);
    this.mask = size - 1;
    this.shift = exponentOf(size);
    this.entries = state.uint16(sets << this.shift);
    this.ends = state.int32(2 * sets);
  }

  /** Puts the places of a set into its queue, which is empty: the last of them is the least recently used. */
  begin(set: i32, first: i32, place: i32, ways: i32): void {
    const base = set << this.shift;
    for (let at = 0; at < ways; at++) {
      const own = place + ways - 1 - at;
      this.entries[base + at] = own;
      this.halves[((first + own) << HALF_SHIFT) + POSITION_HALF] = at;
    }
    this.ends[2 * set + 1] = ways;
  }

  /** The least recently used place of a set, -1 when none is in its queue; the cache's places begin at `first`. */
  oldest(set: i32, first: i32): i32 {
    const ends = this.ends;
    const entries = this.entries;
    const halves = this.halves;
    const mask = this.mask;
    const base = set << this.shift;
    const end = ends[2 * set + 1]!;
    for (let at = ends[2 * set]!; at !== end; at = (at + 1) | 0) {
      const place: i32 = entries[base + (at & mask)]!;
      if (halves[((first + place) << HALF_SHIFT) + POSITION_HALF] !== (at & mask)) continue;
      ends[2 * set] = at;
      return place;
    }
    ends[2 * set] = end;
    return -1;
  }

  /** Makes a place the most recently used of its set. */
  append(set: i32, first: i32, place: i32): void {
    const ends = this.ends;
    const mask = this.mask;
    if (((ends[2 * set + 1]! - ends[2 * set]!) | 0) > mask) this.compact(set, first);
    const end = ends[2 * set + 1]!;
    this.entries[(set << this.shift) + (end & mask)] = place;
    this.halves[((first + place) << HALF_SHIFT) + POSITION_HALF] = end & mask;
    ends[2 * set + 1] = (end + 1) | 0;
  }

  /** Makes a place that is out of the order the least recently used of its set. */
  prepend(set: i32, first: i32, place: i32): void {
    const ends = this.ends;
    const mask = this.mask;
    if (((ends[2 * set + 1]! - ends[2 * set]!) | 0) > mask) this.compact(set, first);
    const start = (ends[2 * set]! - 1) | 0;
    this.entries[(set << this.shift) + (start & mask)] = place;
    this.halves[((first + place) << HALF_SHIFT) + POSITION_HALF] = start & mask;
    ends[2 * set] = start;
  }

  /** Tests whether a place is out of the order of use. */
  isAway(slot: i32): boolean {
    return this.halves[(slot << HALF_SHIFT) + POSITION_HALF] === NOWHERE;
  }

  isNewest(set: i32, slot: i32): boolean {
    return this.halves[(slot << HALF_SHIFT) + POSITION_HALF] === ((this.ends[2 * set + 1]! - 1) & this.mask);
  }

  /** Takes a place out of the order of use. */
  remove(slot: i32): void {
    this.halves[(slot << HALF_SHIFT) + POSITION_HALF] = NOWHERE;
  }

  private compact(set: i32, first: i32): void {
    const ends = this.ends;
    const entries = this.entries;
    const halves = this.halves;
    const mask = this.mask;
    const base = set << this.shift;
    const end = ends[2 * set + 1]!;
    let kept = ends[2 * set]!;
    for (let at = kept; at !== end; at = (at + 1) | 0) {
      const place: i32 = entries[base + (at & mask)]!;
      const position = ((first + place) << HALF_SHIFT) + POSITION_HALF;
      if (halves[position] !== (at & mask)) continue;
      entries[base + (kept & mask)] = place;
      halves[position] = kept & mask;
      kept = (kept + 1) | 0;
    }
    ends[2 * set + 1] = kept;
  }
}
