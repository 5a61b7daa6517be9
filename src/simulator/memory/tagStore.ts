import { powerOfTwoAtLeast } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';

/**
 * Tags of several equal set-associative caches: lines in four sectors, least recently used replacement.
 *
 * Look-up goes through a hash chain and the order of use is a linked list per set, so a cache of 512 ways
 * costs as much as one of 4. A line that is being fetched is held: it is not in its set's list and cannot be
 * replaced.
 */
export class TagStore {
  readonly line: Int32Array;
  /** Sectors that are there, and those that differ from memory. */
  readonly valid: Uint8Array;
  readonly dirty: Uint8Array;
  /** Miss entry that fetches the line, -1 for none. */
  readonly miss: Int32Array;
  private readonly newer: Int32Array;
  private readonly older: Int32Array;
  private readonly newest: Int32Array;
  private readonly oldest: Int32Array;
  private readonly bucket: Int32Array;
  private readonly chain: Int32Array;
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
    this.line = state.int32(lines).fill(-1);
    this.valid = state.uint8(lines);
    this.dirty = state.uint8(lines);
    this.miss = state.int32(lines).fill(-1);
    this.newer = state.int32(lines);
    this.older = state.int32(lines);
    this.newest = state.int32(caches * sets);
    this.oldest = state.int32(caches * sets);
    this.bucket = state.int32(caches * buckets).fill(-1);
    this.chain = state.int32(lines).fill(-1);
    for (let set = 0; set < caches * sets; set++) this.linkAll(set);
  }

  private linkAll(set: number): void {
    const first = set * this.ways;
    for (let way = 0; way < this.ways; way++) {
      this.newer[first + way] = way === 0 ? -1 : first + way - 1;
      this.older[first + way] = way === this.ways - 1 ? -1 : first + way + 1;
    }
    this.newest[set] = first;
    this.oldest[set] = first + this.ways - 1;
  }

  /** The place of a line in a cache, -1 when it is not there. */
  find(cache: number, line: number): number {
    let slot = this.bucket[this.bucketOf(cache, line)]!;
    while (slot >= 0 && this.line[slot] !== line) slot = this.chain[slot]!;
    return slot;
  }

  /** The place that a line with set index `local` would take, -1 when all of its set are held. */
  victim(cache: number, local: number): number {
    return this.oldest[cache * this.sets + this.setOf(local)]!;
  }

  /** Puts a line into a place, empty and held. */
  replace(slot: number, cache: number, line: number): void {
    if (this.line[slot]! >= 0) this.unchain(slot, cache);
    this.line[slot] = line;
    this.valid[slot] = 0;
    this.dirty[slot] = 0;
    const at = this.bucketOf(cache, line);
    this.chain[slot] = this.bucket[at]!;
    this.bucket[at] = slot;
    this.unlink(slot);
  }

  /** Ends the hold on a line: it is the most recently used of its set. */
  release(slot: number): void {
    this.linkNewest(slot);
  }

  /** Keeps a line from being replaced until `release`. */
  hold(slot: number): void {
    this.unlink(slot);
  }

  /** Marks a line that is not held as the most recently used of its set. */
  touch(slot: number): void {
    if (this.newer[slot]! < 0) return;
    this.unlink(slot);
    this.linkNewest(slot);
  }

  /** Forgets everything, for a context switch that invalidates a cache; held lines stay. */
  invalidate(cache: number): void {
    const first = cache * this.sets * this.ways;
    for (let slot = first; slot < first + this.sets * this.ways; slot++) {
      if (this.line[slot]! < 0 || this.miss[slot]! >= 0) continue;
      this.unchain(slot, cache);
      this.line[slot] = -1;
      this.valid[slot] = 0;
    }
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
    const at = this.bucketOf(cache, this.line[slot]!);
    let before = -1;
    let walk = this.bucket[at]!;
    while (walk !== slot) {
      before = walk;
      walk = this.chain[walk]!;
    }
    if (before < 0) this.bucket[at] = this.chain[slot]!;
    else this.chain[before] = this.chain[slot]!;
  }

  private unlink(slot: number): void {
    const set = (slot / this.ways) | 0;
    const newer = this.newer[slot]!;
    const older = this.older[slot]!;
    if (newer < 0) this.newest[set] = older;
    else this.older[newer] = older;
    if (older < 0) this.oldest[set] = newer;
    else this.newer[older] = newer;
  }

  private linkNewest(slot: number): void {
    const set = (slot / this.ways) | 0;
    const first = this.newest[set]!;
    this.newer[slot] = -1;
    this.older[slot] = first;
    if (first < 0) this.oldest[set] = slot;
    else this.newer[first] = slot;
    this.newest[set] = slot;
  }
}
