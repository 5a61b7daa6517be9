import { powerOfTwoAtLeast } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';

/** Words of a cache line's place; its links follow as halves. Four places share a cache line of the host. */
const enum T {
  /** Line that is there, -1 for none. */
  line,
  /** Sectors that are there, and the miss entry that fetches the line + 1. */
  facts,
}
const WORD_SHIFT = 2;

/** Halves of a place: neighbours in the order of use, and next place with the same hash. */
const enum Link {
  newer = 4,
  older,
  chain,
}
const HALF_SHIFT = 3;

/** End of a list. */
const NONE = 0xffff;
/** Most lines of one cache, so that a link fits into a half. */
const MOST_LINES = NONE;

const SECTOR_BITS = 15;
const MISS_SHIFT = 4;

/**
 * Tags of several equal set-associative caches: lines in four sectors, least recently used replacement.
 *
 * Look-up goes through a hash chain and the order of use is a linked list per set, so a cache of 512 ways
 * costs as much as one of 4. A line that is being fetched is held: it is not in its set's list and cannot be
 * replaced.
 */
export class TagStore {
  private readonly words: Int32Array;
  private readonly links: Uint16Array;
  /** Newest and oldest place of each set. */
  private readonly ends: Uint16Array;
  private readonly bucket: Uint16Array;
  private readonly bucketMask: number;
  private readonly lines: number;

  constructor(
    caches: number,
    private readonly sets: number,
    private readonly ways: number,
    private readonly hashed: boolean,
    state: StateArrays,
  ) {
    this.lines = sets * ways;
    if (this.lines > MOST_LINES) throw new RangeError(`a cache of more than ${MOST_LINES} lines`);
    const buckets = powerOfTwoAtLeast(this.lines);
    this.bucketMask = buckets - 1;
    this.words = state.int32((caches * this.lines) << WORD_SHIFT);
    this.links = new Uint16Array(this.words.buffer, this.words.byteOffset, this.words.length * 2);
    this.ends = state.uint16(caches * sets * 2);
    this.bucket = state.uint16(caches * buckets).fill(NONE);
    for (let slot = 0; slot < caches * this.lines; slot++) this.words[(slot << WORD_SHIFT) + T.line] = -1;
    for (let set = 0; set < caches * sets; set++) this.linkAll(set);
  }

  private linkAll(set: number): void {
    const { links, ways } = this;
    const first = (set % this.sets) * ways;
    for (let way = 0; way < ways; way++) {
      const at = (set * ways + way) << HALF_SHIFT;
      links[at + Link.newer] = way === 0 ? NONE : first + way - 1;
      links[at + Link.older] = way === ways - 1 ? NONE : first + way + 1;
    }
    this.ends[2 * set] = first;
    this.ends[2 * set + 1] = first + ways - 1;
  }

  /** The place of a line in a cache, -1 when it is not there. */
  find(cache: number, line: number): number {
    const { words, links } = this;
    const first = cache * this.lines;
    let local = this.bucket[this.bucketOf(cache, line)]!;
    while (local !== NONE && words[((first + local) << WORD_SHIFT) + T.line] !== line)
      local = links[((first + local) << HALF_SHIFT) + Link.chain]!;
    return local === NONE ? -1 : first + local;
  }

  /** The place that a line with set index `local` would take, -1 when all of its set are held. */
  victim(cache: number, local: number): number {
    const oldest = this.ends[2 * (cache * this.sets + this.setOf(local)) + 1]!;
    return oldest === NONE ? -1 : cache * this.lines + oldest;
  }

  /** Puts a line into a place, empty and held. */
  replace(slot: number, cache: number, line: number): void {
    const { words } = this;
    const at = slot << WORD_SHIFT;
    if (words[at + T.line]! >= 0) this.unchain(slot, cache);
    words[at + T.line] = line;
    words[at + T.facts] = 0;
    const bucket = this.bucketOf(cache, line);
    this.links[(slot << HALF_SHIFT) + Link.chain] = this.bucket[bucket]!;
    this.bucket[bucket] = slot - cache * this.lines;
    this.hold(slot, cache);
  }

  /** Keeps a line from being replaced until `release`. */
  hold(slot: number, cache: number): void {
    const { links } = this;
    const first = cache * this.lines;
    const newer = links[(slot << HALF_SHIFT) + Link.newer]!;
    const older = links[(slot << HALF_SHIFT) + Link.older]!;
    const set = (slot / this.ways) | 0;
    if (newer === NONE) this.ends[2 * set] = older;
    else links[((first + newer) << HALF_SHIFT) + Link.older] = older;
    if (older === NONE) this.ends[2 * set + 1] = newer;
    else links[((first + older) << HALF_SHIFT) + Link.newer] = newer;
  }

  /** Ends the hold on a line: it is the most recently used of its set. */
  release(slot: number, cache: number): void {
    const { links } = this;
    const set = (slot / this.ways) | 0;
    const local = slot - cache * this.lines;
    const first = this.ends[2 * set]!;
    links[(slot << HALF_SHIFT) + Link.newer] = NONE;
    links[(slot << HALF_SHIFT) + Link.older] = first;
    if (first === NONE) this.ends[2 * set + 1] = local;
    else links[((cache * this.lines + first) << HALF_SHIFT) + Link.newer] = local;
    this.ends[2 * set] = local;
  }

  /** Marks a line that is not held as the most recently used of its set. */
  touch(slot: number, cache: number): void {
    if (this.links[(slot << HALF_SHIFT) + Link.newer] === NONE) return;
    this.hold(slot, cache);
    this.release(slot, cache);
  }

  /** Set of a line with set index `local`. */
  setOf(local: number): number {
    if (this.sets === 1) return 0;
    const index = this.hashed ? local ^ (local >> 5) ^ (local >> 11) ^ (local >> 17) : local;
    return index % this.sets;
  }

  /** Line in a place, -1 for none. */
  lineAt(slot: number): number {
    return this.words[(slot << WORD_SHIFT) + T.line]!;
  }

  valid(slot: number): number {
    return this.words[(slot << WORD_SHIFT) + T.facts]! & SECTOR_BITS;
  }

  add(slot: number, sectors: number): void {
    this.words[(slot << WORD_SHIFT) + T.facts]! |= sectors;
  }

  drop(slot: number, sectors: number): void {
    this.words[(slot << WORD_SHIFT) + T.facts]! &= ~sectors;
  }

  /** Miss entry that fetches the line, -1 for none. */
  miss(slot: number): number {
    return (this.words[(slot << WORD_SHIFT) + T.facts]! >> MISS_SHIFT) - 1;
  }

  setMiss(slot: number, entry: number): void {
    this.words[(slot << WORD_SHIFT) + T.facts] = this.valid(slot) | ((entry + 1) << MISS_SHIFT);
  }

  private bucketOf(cache: number, line: number): number {
    const hash = Math.imul(line, 0x9e3779b1);
    return cache * (this.bucketMask + 1) + ((hash ^ (hash >>> 15)) & this.bucketMask);
  }

  private unchain(slot: number, cache: number): void {
    const { links } = this;
    const first = cache * this.lines;
    const local = slot - first;
    const bucket = this.bucketOf(cache, this.lineAt(slot));
    const next = links[(slot << HALF_SHIFT) + Link.chain]!;
    let walk = this.bucket[bucket]!;
    if (walk === local) {
      this.bucket[bucket] = next;
      return;
    }
    for (;;) {
      const at = ((first + walk) << HALF_SHIFT) + Link.chain;
      walk = links[at]!;
      if (walk !== local) continue;
      links[at] = next;
      return;
    }
  }
}
