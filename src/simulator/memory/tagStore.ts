import { powerOfTwoAtLeast } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';

/** Words of a cache line's place. */
export const enum T {
  /** Line that is there, -1 for none. */
  line,
  /** Sectors that are there, and those that differ from memory. */
  valid,
  dirty,
  /** Miss entry that fetches the line, -1 for none. */
  miss,
  /** Neighbours in the order of use, -1 at the ends. */
  newer,
  older,
  /** Next place with the same hash. */
  chain,
}

/** A place's words start at its number shifted by this. */
export const TAG_SHIFT = 3;

/**
 * Tags of several equal set-associative caches: lines in four sectors, least recently used replacement.
 *
 * Look-up goes through a hash chain and the order of use is a linked list per set, so a cache of 512 ways
 * costs as much as one of 4. A line that is being fetched is held: it is not in its set's list and cannot be
 * replaced.
 */
export class TagStore {
  readonly words: Int32Array;
  /** Newest and oldest place of each set. */
  private readonly ends: Int32Array;
  private readonly bucket: Int32Array;
  private readonly bucketMask: number;

  constructor(
    caches: number,
    private readonly sets: number,
    private readonly ways: number,
    private readonly hashed: boolean,
    state: StateArrays,
  ) {
    const lines = caches * sets * ways;
    const buckets = powerOfTwoAtLeast(sets * ways);
    this.bucketMask = buckets - 1;
    this.words = state.int32(lines << TAG_SHIFT);
    this.ends = state.int32(caches * sets * 2);
    this.bucket = state.int32(caches * buckets).fill(-1);
    for (let slot = 0; slot < lines; slot++) {
      this.words[(slot << TAG_SHIFT) + T.line] = -1;
      this.words[(slot << TAG_SHIFT) + T.miss] = -1;
    }
    for (let set = 0; set < caches * sets; set++) this.linkAll(set);
  }

  private linkAll(set: number): void {
    const first = set * this.ways;
    for (let way = 0; way < this.ways; way++) {
      const at = (first + way) << TAG_SHIFT;
      this.words[at + T.newer] = way === 0 ? -1 : first + way - 1;
      this.words[at + T.older] = way === this.ways - 1 ? -1 : first + way + 1;
    }
    this.ends[2 * set] = first;
    this.ends[2 * set + 1] = first + this.ways - 1;
  }

  /** The place of a line in a cache, -1 when it is not there. */
  find(cache: number, line: number): number {
    const { words } = this;
    let slot = this.bucket[this.bucketOf(cache, line)]!;
    while (slot >= 0 && words[(slot << TAG_SHIFT) + T.line] !== line)
      slot = words[(slot << TAG_SHIFT) + T.chain]!;
    return slot;
  }

  /** The place that a line with set index `local` would take, -1 when all of its set are held. */
  victim(cache: number, local: number): number {
    return this.ends[2 * (cache * this.sets + this.setOf(local)) + 1]!;
  }

  /** Puts a line into a place, empty and held. */
  replace(slot: number, cache: number, line: number): void {
    const { words } = this;
    const at = slot << TAG_SHIFT;
    if (words[at + T.line]! >= 0) this.unchain(slot, cache);
    words[at + T.line] = line;
    words[at + T.valid] = 0;
    words[at + T.dirty] = 0;
    const bucket = this.bucketOf(cache, line);
    words[at + T.chain] = this.bucket[bucket]!;
    this.bucket[bucket] = slot;
    this.hold(slot);
  }

  /** Keeps a line from being replaced until `release`. */
  hold(slot: number): void {
    const { words } = this;
    const at = slot << TAG_SHIFT;
    const newer = words[at + T.newer]!;
    const older = words[at + T.older]!;
    const set = (slot / this.ways) | 0;
    if (newer < 0) this.ends[2 * set] = older;
    else words[(newer << TAG_SHIFT) + T.older] = older;
    if (older < 0) this.ends[2 * set + 1] = newer;
    else words[(older << TAG_SHIFT) + T.newer] = newer;
  }

  /** Ends the hold on a line: it is the most recently used of its set. */
  release(slot: number): void {
    const { words } = this;
    const at = slot << TAG_SHIFT;
    const set = (slot / this.ways) | 0;
    const first = this.ends[2 * set]!;
    words[at + T.newer] = -1;
    words[at + T.older] = first;
    if (first < 0) this.ends[2 * set + 1] = slot;
    else words[(first << TAG_SHIFT) + T.newer] = slot;
    this.ends[2 * set] = slot;
  }

  /** Marks a line that is not held as the most recently used of its set. */
  touch(slot: number): void {
    if (this.words[(slot << TAG_SHIFT) + T.newer]! < 0) return;
    this.hold(slot);
    this.release(slot);
  }

  /** Set of a line with set index `local`. */
  setOf(local: number): number {
    if (this.sets === 1) return 0;
    const index = this.hashed ? (local ^ (local >>> 5) ^ (local >>> 11) ^ (local >>> 17)) >>> 0 : local;
    return index % this.sets;
  }

  private bucketOf(cache: number, line: number): number {
    const hash = Math.imul(line, 0x9e3779b1);
    return cache * (this.bucketMask + 1) + ((hash ^ (hash >>> 15)) & this.bucketMask);
  }

  private unchain(slot: number, cache: number): void {
    const { words } = this;
    const bucket = this.bucketOf(cache, words[(slot << TAG_SHIFT) + T.line]!);
    const next = words[(slot << TAG_SHIFT) + T.chain]!;
    let walk = this.bucket[bucket]!;
    if (walk === slot) {
      this.bucket[bucket] = next;
      return;
    }
    while (words[(walk << TAG_SHIFT) + T.chain] !== slot) walk = words[(walk << TAG_SHIFT) + T.chain]!;
    words[(walk << TAG_SHIFT) + T.chain] = next;
  }
}
