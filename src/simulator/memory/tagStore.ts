import { greater, lesser, powerOfTwoAtLeast, quotient } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';
import { RecencyQueues } from './recencyQueues';

/** Words of a place; four places share a cache line of the host. */
export const enum T {
  /** Line that is there, -1 for none. */
  line,
  /** Sectors that are there; the other bits are the owner's while the line is held. */
  facts,
  /** Two halves: the next place with the same hash, and where the place stands in the order of use. */
  links,
  /** For the owner. */
  own,
}

/** The words of a place start at its number shifted by this. */
export const PLACE_SHIFT = 2;

/** The first half of `T.links` of a place. */
const CHAIN_HALF = 2 * T.links;
const HALF_SHIFT = 3;

/** End of a chain. */
const NONE = 0xffff;
/** Most lines of one cache, so that a link fits into a half. */
const MOST_LINES = NONE;

const SECTOR_BITS = 15;

/**
 * Tags of several equal set-associative caches: lines in four sectors, least recently used replacement.
 *
 * Look-up goes through a hash chain and the order of use is a queue per set, so a cache of 512 ways costs as
 * much as one of 4. A line that is being fetched is held: it cannot be replaced. All that is known of a place
 * lies together, with room for what its owner notes of it.
 */
export class TagStore {
  /** By place, see `T`. */
  readonly words: Int32Array;
  /** Lines of a cache, and its places: those behind the lines hold no line and are the owner's. */
  readonly lines: i32;
  readonly places: i32;
  private readonly halves: Uint16Array;
  private readonly order: RecencyQueues;
  /** Per cache the place that was used last, -1 at the start: mostly it is used again. */
  private readonly last: Int32Array;
  /** Per cache the ways that may be used. */
  private readonly usable: Int32Array;
  /** Per cache 1 where lines may be in it. */
  private readonly filled: Uint8Array;
  private readonly bucket: Uint16Array;
  private readonly bucketMask: i32;

  constructor(
    caches: i32,
    private readonly sets: i32,
    private readonly ways: i32,
    private readonly hashed: boolean,
    state: StateArrays,
    /** Places of a cache beyond those of its lines. */
    spare: i32 = 0,
  ) {
    this.lines = sets * ways;
    this.places = this.lines + spare;
    if (this.lines > MOST_LINES) throw new RangeError('a cache of more lines than a link tells apart');
    // Twice as many as lines, so that most look-ups of a line that is not there end at an empty one.
    const buckets = powerOfTwoAtLeast(2 * this.lines);
    this.bucketMask = buckets - 1;
    this.words = state.int32((caches * this.places) << PLACE_SHIFT);
    this.halves = halvesOf(this.words);
    this.order = new RecencyQueues(caches * sets, ways, this.halves, state);
    this.last = state.int32(caches).fill(-1);
    this.usable = state.int32(caches).fill(ways);
    this.filled = state.uint8(caches);
    this.bucket = state.uint16(caches * buckets).fill(NONE);
    for (let slot = 0; slot < caches * this.places; slot++) this.words[(slot << PLACE_SHIFT) + T.line] = -1;
    for (let cache = 0; cache < caches; cache++)
      for (let set = 0; set < sets; set++)
        this.order.begin(cache * sets + set, cache * this.places, set * ways, ways);
  }

  /** The place of a line in a cache, -1 when it is not there. */
  find(cache: i32, line: i32): i32 {
    const words = this.words;
    const halves = this.halves;
    const first = cache * this.places;
    let local: i32 = this.bucket[this.bucketOf(cache, line)]!;
    while (local !== NONE && words[((first + local) << PLACE_SHIFT) + T.line] !== line)
      local = halves[((first + local) << HALF_SHIFT) + CHAIN_HALF]!;
    return local === NONE ? -1 : first + local;
  }

  /** The place that a line with set index `local` would take, -1 when all of its set are held. */
  victim(cache: i32, local: i32): i32 {
    const first = cache * this.places;
    const oldest = this.order.oldest(cache * this.sets + this.setOf(local), first);
    return oldest < 0 ? -1 : first + oldest;
  }

  /** From now on only so many lines of a cache are used; what lies beyond is gone, lines on their way once they came. */
  resize(cache: i32, lines: i32): void {
    const before = this.usable[cache]!;
    const ways = greater(1, lesser(this.ways, quotient(lines, this.sets)));
    this.usable[cache] = ways;
    for (let set = 0; set < this.sets; set++) {
      const first = cache * this.places + set * this.ways;
      for (let way = ways; way < before; way++)
        if (!this.order.isAway(first + way)) this.withdraw(first + way, cache);
      for (let way = before; way < ways; way++)
        if (this.lineAt(first + way) < 0)
          this.order.prepend(cache * this.sets + set, cache * this.places, set * this.ways + way);
    }
  }

  /** Forgets all lines of a cache that are not held; their places keep their order. */
  clear(cache: i32): void {
    if (this.filled[cache] === 0) return;
    this.filled[cache] = 0;
    const first = cache * this.places;
    for (let slot = first; slot < first + this.lines; slot++) {
      const at = slot << PLACE_SHIFT;
      if (this.words[at + T.line]! < 0) continue;
      if (this.order.isAway(slot)) {
        this.filled[cache] = 1;
        continue;
      }
      this.unchain(slot, cache);
      this.words[at + T.line] = -1;
      this.words[at + T.facts] = 0;
    }
  }

  /** Takes a place out of use: no line is found in it, and none comes into it. */
  private withdraw(slot: i32, cache: i32): void {
    const at = slot << PLACE_SHIFT;
    if (this.words[at + T.line]! >= 0) this.unchain(slot, cache);
    this.words[at + T.line] = -1;
    this.words[at + T.facts] = 0;
    this.order.remove(slot);
  }

  /** Puts a line into a place, empty and held. */
  replace(slot: i32, cache: i32, line: i32): void {
    const words = this.words;
    const at = slot << PLACE_SHIFT;
    if (words[at + T.line]! >= 0) this.unchain(slot, cache);
    this.filled[cache] = 1;
    words[at + T.line] = line;
    words[at + T.facts] = 0;
    const bucket = this.bucketOf(cache, line);
    this.halves[(slot << HALF_SHIFT) + CHAIN_HALF] = this.bucket[bucket]!;
    this.bucket[bucket] = slot - cache * this.places;
    this.order.remove(slot);
  }

  /** Keeps a line from being replaced until `release`. */
  hold(slot: i32): void {
    this.order.remove(slot);
  }

  /** Ends the hold on a line: it is the most recently used of its set. */
  release(slot: i32, cache: i32): void {
    const local = slot - cache * this.places;
    const set = quotient(local, this.ways);
    if (local - set * this.ways >= this.usable[cache]!) {
      this.withdraw(slot, cache);
      return;
    }
    this.last[cache] = slot;
    this.order.append(cache * this.sets + set, cache * this.places, local);
  }

  /** Marks a line that is not held as the most recently used of its set. */
  touch(slot: i32, cache: i32): void {
    if (this.last[cache] === slot) return;
    this.last[cache] = slot;
    const local = slot - cache * this.places;
    const set = cache * this.sets + quotient(local, this.ways);
    if (!this.order.isNewest(set, slot)) this.order.append(set, cache * this.places, local);
  }

  /** Set of a line with set index `local`. */
  setOf(local: i32): i32 {
    if (this.sets === 1) return 0;
    const index = this.hashed ? local ^ (local >> 5) ^ (local >> 11) ^ (local >> 17) : local;
    return index % this.sets;
  }

  /** Line in a place, -1 for none. */
  lineAt(slot: i32): i32 {
    return this.words[(slot << PLACE_SHIFT) + T.line]!;
  }

  valid(slot: i32): i32 {
    return this.words[(slot << PLACE_SHIFT) + T.facts]! & SECTOR_BITS;
  }

  drop(slot: i32, sectors: i32): void {
    this.words[(slot << PLACE_SHIFT) + T.facts]! &= ~sectors;
  }

  private bucketOf(cache: i32, line: i32): i32 {
    const hash = imul(line, -0x61c8864f);
    return cache * (this.bucketMask + 1) + ((hash ^ (hash >>> 15)) & this.bucketMask);
  }

  private unchain(slot: i32, cache: i32): void {
    const halves = this.halves;
    const first = cache * this.places;
    const local = slot - first;
    const bucket = this.bucketOf(cache, this.lineAt(slot));
    const next = halves[(slot << HALF_SHIFT) + CHAIN_HALF]!;
    let walk: i32 = this.bucket[bucket]!;
    if (walk === local) {
      this.bucket[bucket] = next;
      return;
    }
    for (;;) {
      const at = ((first + walk) << HALF_SHIFT) + CHAIN_HALF;
      walk = halves[at]!;
      if (walk !== local) continue;
      halves[at] = next;
      return;
    }
  }
}
