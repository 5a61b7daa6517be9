import type { StateArrays } from '../core/stateArrays';
import type { AddressMap } from '../memory/addressMap';
import type { Crossbar } from '../memory/crossbar';
import type { Requests } from '../memory/requests';
import { TagStore } from '../memory/tagStore';

const ALL_SECTORS = 15;

/** Words of a miss entry; eight share a cache line of the host. */
const enum M {
  /** Place of the line, -1 for an access that goes past the cache; of a free entry, the next free one. */
  slot,
  /** Sectors that are on their way, number of those that wait for them, and the first of these + 1, as bits. */
  facts,
}
const MISS_SHIFT = 1;
const COUNT_SHIFT = 4;
const COUNT_BITS = 2047;
const FIRST_SHIFT = 15;

const withFirst = (facts: number, waiter: number): number =>
  (facts & ((1 << FIRST_SHIFT) - 1)) | ((waiter + 1) << FIRST_SHIFT);

/** Words of a warp that waits for sectors of a line. */
const enum Waiter {
  /** Sectors that it still needs, the name of its load, and the warp, as bits. */
  facts,
  next,
}
const WAITER_SHIFT = 1;
const TOKEN_SHIFT = 4;
const TOKEN_BITS = 31;
const WARP_SHIFT = 9;

/** Outcome of a look-up. `retry` may come again when something has changed. */
export const enum Lookup {
  hit,
  miss,
  retryAfterReply,
  retryAfterSend,
}

/** Shape of one cache of every SM. */
export interface ReadCacheSpec {
  readonly sms: number;
  readonly sets: number;
  readonly ways: number;
  readonly hashedSets: boolean;
  readonly sectored: boolean;
  readonly mshrs: number;
  readonly mergesPerMshr: number;
  /** `RequestKind` of its misses. */
  readonly kind: number;
}

/** Who is told that a request of a warp has been served. */
export interface LoadListener {
  loadServed(warp: number, token: number, time: number): void;
}

/** What a cache of an SM needs around it. */
export interface CacheSurroundings {
  readonly requests: Requests;
  readonly toL2: Crossbar;
  readonly map: AddressMap;
  readonly appOf: Int32Array;
}

/**
 * One read cache per SM with its miss entries: a line is fetched once however many warps wait for it. Entries
 * without a line serve accesses that go past the cache but want an answer.
 */
export class ReadCache {
  readonly tags: TagStore;
  /** Sectors of the last miss that had to be requested. */
  lastFetched = 0;
  private readonly misses: Int32Array;
  private readonly missFree: Int32Array;
  private readonly waiting: Int32Array;
  private readonly waiterFree: Int32Array;
  private readonly waiters: number;

  constructor(
    private readonly spec: ReadCacheSpec,
    private readonly around: CacheSurroundings,
    private readonly listener: LoadListener,
    state: StateArrays,
  ) {
    const { sms, mshrs } = spec;
    this.tags = new TagStore(sms, spec.sets, spec.ways, spec.hashedSets, state);
    this.misses = freeList(state.int32((sms * mshrs) << MISS_SHIFT), mshrs, MISS_SHIFT, M.slot);
    this.missFree = state.int32(sms);
    this.waiters = Math.min(mshrs * spec.mergesPerMshr, Math.max(mshrs, 2048));
    this.waiting = freeList(
      state.int32((sms * this.waiters) << WAITER_SHIFT),
      this.waiters,
      WAITER_SHIFT,
      Waiter.next,
    );
    this.waiterFree = state.int32(sms);
  }

  /** Looks sectors of a line up; on a miss the warp's token is served when they arrive. */
  lookup(sm: number, line: number, sectors: number, warp: number, token: number, kernel: number): number {
    const { misses, tags } = this;
    let slot = tags.find(sm, line);
    const valid = slot < 0 ? 0 : tags.valid(slot);
    const missing = sectors & ~valid;
    const open = slot < 0 ? -1 : tags.miss(slot);
    if (missing === 0) {
      if (open < 0) tags.touch(slot, sm);
      return Lookup.hit;
    }
    const first = sm * this.spec.mshrs;
    const entry = first + (open < 0 ? this.missFree[sm]! : open);
    if (this.waiterFree[sm]! < 0 || entry < first) return Lookup.retryAfterReply;
    const facts = open < 0 ? 0 : misses[(entry << MISS_SHIFT) + M.facts]!;
    if (((facts >> COUNT_SHIFT) & COUNT_BITS) >= this.spec.mergesPerMshr) return Lookup.retryAfterReply;
    const fetch = (this.spec.sectored ? missing : ALL_SECTORS & ~valid) & ~facts;
    if (fetch !== 0 && !this.around.toL2.hasRoom(sm)) return Lookup.retryAfterSend;
    if (slot < 0) {
      slot = tags.victim(sm, line);
      if (slot < 0) return Lookup.retryAfterReply;
      tags.replace(slot, sm, line);
    } else if (open < 0) tags.hold(slot, sm);
    if (open < 0) this.openEntry(sm, entry, slot);
    this.lastFetched = fetch & sectors;
    if (fetch !== 0) this.request(sm, entry, line, fetch, this.spec.kind, kernel, 1);
    this.addWaiter(sm, entry, warp, token, missing);
    return Lookup.miss;
  }

  /** Asks for a line that nobody waits for yet, if that costs nobody a place. */
  prefetch(sm: number, line: number, kernel: number): void {
    if (this.missFree[sm]! < 0 || this.tags.find(sm, line) >= 0 || this.around.toL2.input.isFull(sm)) return;
    const slot = this.tags.victim(sm, line);
    if (slot < 0) return;
    this.tags.replace(slot, sm, line);
    const entry = sm * this.spec.mshrs + this.missFree[sm]!;
    this.openEntry(sm, entry, slot);
    this.request(sm, entry, line, ALL_SECTORS, this.spec.kind, kernel, 1);
  }

  /** Sends a request past the cache whose answer serves the warp's token. */
  bypass(
    sm: number,
    line: number,
    sectors: number,
    warp: number,
    token: number,
    kernel: number,
    kind: number,
    conflicts: number,
  ): number {
    if (this.missFree[sm]! < 0 || this.waiterFree[sm]! < 0) return Lookup.retryAfterReply;
    if (!this.around.toL2.hasRoom(sm)) return Lookup.retryAfterSend;
    const entry = sm * this.spec.mshrs + this.missFree[sm]!;
    this.openEntry(sm, entry, -1);
    this.request(sm, entry, line, sectors, kind, kernel, conflicts);
    this.addWaiter(sm, entry, warp, token, sectors);
    return Lookup.miss;
  }

  /** Sectors arrive: the warps that have all theirs now are served at `time`. */
  reply(sm: number, owner: number, sectors: number, time: number): void {
    const { misses, waiting } = this;
    const entry = sm * this.spec.mshrs + owner;
    const at = entry << MISS_SHIFT;
    const slot = misses[at + M.slot]!;
    if (slot >= 0) this.tags.add(slot, sectors);
    let facts = misses[at + M.facts]! & ~sectors;
    let before = -1;
    let waiter = (facts >> FIRST_SHIFT) - 1;
    while (waiter >= 0) {
      const w = (sm * this.waiters + waiter) << WAITER_SHIFT;
      const next = waiting[w + Waiter.next]!;
      const waits = waiting[w + Waiter.facts]! & ~sectors;
      if ((waits & ALL_SECTORS) === 0) {
        if (before < 0) facts = withFirst(facts, next);
        else waiting[before + Waiter.next] = next;
        facts -= 1 << COUNT_SHIFT;
        waiting[w + Waiter.next] = this.waiterFree[sm]!;
        this.waiterFree[sm] = waiter;
        this.listener.loadServed(waits >> WARP_SHIFT, (waits >> TOKEN_SHIFT) & TOKEN_BITS, time);
      } else {
        waiting[w + Waiter.facts] = waits;
        before = w;
      }
      waiter = next;
    }
    misses[at + M.facts] = facts;
    if ((facts & ALL_SECTORS) === 0) this.closeEntry(sm, entry, slot);
  }

  /** A store has gone by: the line it hits stays right, or is dropped. */
  invalidate(sm: number, line: number, sectors: number): void {
    const slot = this.tags.find(sm, line);
    if (slot >= 0 && this.tags.miss(slot) < 0) this.tags.drop(slot, sectors);
  }

  private openEntry(sm: number, entry: number, slot: number): void {
    const at = entry << MISS_SHIFT;
    this.missFree[sm] = this.misses[at + M.slot]!;
    this.misses[at + M.slot] = slot;
    this.misses[at + M.facts] = 0;
    if (slot >= 0) this.tags.setMiss(slot, entry - sm * this.spec.mshrs);
  }

  private closeEntry(sm: number, entry: number, slot: number): void {
    if (slot >= 0) {
      this.tags.setMiss(slot, -1);
      this.tags.release(slot, sm);
    }
    this.misses[(entry << MISS_SHIFT) + M.slot] = this.missFree[sm]!;
    this.missFree[sm] = entry - sm * this.spec.mshrs;
  }

  private addWaiter(sm: number, entry: number, warp: number, token: number, need: number): void {
    const { waiting, misses } = this;
    const waiter = this.waiterFree[sm]!;
    const w = (sm * this.waiters + waiter) << WAITER_SHIFT;
    const at = entry << MISS_SHIFT;
    this.waiterFree[sm] = waiting[w + Waiter.next]!;
    const facts = misses[at + M.facts]!;
    waiting[w + Waiter.facts] = need | (token << TOKEN_SHIFT) | (warp << WARP_SHIFT);
    waiting[w + Waiter.next] = (facts >> FIRST_SHIFT) - 1;
    misses[at + M.facts] = withFirst(facts, waiter) + (1 << COUNT_SHIFT);
  }

  private request(
    sm: number,
    entry: number,
    line: number,
    sectors: number,
    kind: number,
    kernel: number,
    conflicts: number,
  ): void {
    const { requests, map, appOf, toL2 } = this.around;
    this.misses[(entry << MISS_SHIFT) + M.facts]! |= sectors;
    const slice = map.slice(line, appOf[kernel]!);
    const owner = entry - sm * this.spec.mshrs;
    const id = requests.create(kind, line, sectors, sm, owner, kernel, slice, conflicts);
    toL2.send(sm, id, 1);
  }
}

/** Links the records of every SM into a list of free ones. */
function freeList(words: Int32Array, perSm: number, shift: number, next: number): Int32Array {
  for (let i = 0; i << shift < words.length; i++)
    words[(i << shift) + next] = (i + 1) % perSm === 0 ? -1 : (i + 1) % perSm;
  return words;
}
