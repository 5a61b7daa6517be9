import type { StateArrays } from '../core/stateArrays';
import type { AddressMap } from '../memory/addressMap';
import type { Crossbar } from '../memory/crossbar';
import type { Requests } from '../memory/requests';
import { T, TAG_SHIFT, TagStore } from '../memory/tagStore';

const ALL_SECTORS = 15;

/** Words of a miss entry. */
const enum M {
  /** Place of the line, -1 for an access that goes past the cache. */
  slot,
  /** Sectors that are on their way. */
  sectors,
  count,
  first,
  next,
}
const MISS_SHIFT = 3;

/** Words of a warp that waits for sectors of a line. */
const enum Waiter {
  warp,
  token,
  need,
  next,
}
const WAITER_SHIFT = 2;

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
    this.misses = freeList(state.int32((sms * mshrs) << MISS_SHIFT), mshrs, MISS_SHIFT, M.next);
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
    const { misses } = this;
    const tags = this.tags.words;
    let slot = this.tags.find(sm, line);
    const place = slot << TAG_SHIFT;
    const missing = slot < 0 ? sectors : sectors & ~tags[place + T.valid]!;
    const open = slot < 0 ? -1 : tags[place + T.miss]!;
    if (missing === 0) {
      if (open < 0) this.tags.touch(slot);
      return Lookup.hit;
    }
    const entry = sm * this.spec.mshrs + (open < 0 ? this.missFree[sm]! : open);
    if (this.waiterFree[sm]! < 0 || entry < sm * this.spec.mshrs) return Lookup.retryAfterReply;
    const at = entry << MISS_SHIFT;
    if (open >= 0 && misses[at + M.count]! >= this.spec.mergesPerMshr) return Lookup.retryAfterReply;
    const wanted = this.spec.sectored ? missing : ALL_SECTORS & ~(slot < 0 ? 0 : tags[place + T.valid]!);
    const fetch = open < 0 ? wanted : wanted & ~misses[at + M.sectors]!;
    if (fetch !== 0 && !this.around.toL2.hasRoom(sm)) return Lookup.retryAfterSend;
    if (slot < 0) {
      slot = this.tags.victim(sm, line);
      if (slot < 0) return Lookup.retryAfterReply;
      this.tags.replace(slot, sm, line);
    } else if (open < 0) this.tags.hold(slot);
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
    if (slot >= 0) this.tags.words[(slot << TAG_SHIFT) + T.valid]! |= sectors;
    misses[at + M.sectors]! &= ~sectors;
    let before = -1;
    let waiter = misses[at + M.first]!;
    while (waiter >= 0) {
      const w = (sm * this.waiters + waiter) << WAITER_SHIFT;
      const next = waiting[w + Waiter.next]!;
      waiting[w + Waiter.need]! &= ~sectors;
      if (waiting[w + Waiter.need] === 0) {
        if (before < 0) misses[at + M.first] = next;
        else waiting[before + Waiter.next] = next;
        misses[at + M.count]!--;
        waiting[w + Waiter.next] = this.waiterFree[sm]!;
        this.waiterFree[sm] = waiter;
        this.listener.loadServed(waiting[w + Waiter.warp]!, waiting[w + Waiter.token]!, time);
      } else before = w;
      waiter = next;
    }
    if (misses[at + M.sectors] === 0) this.closeEntry(sm, entry, slot);
  }

  /** A store has gone by: the line it hits stays right, or is dropped. */
  invalidate(sm: number, line: number, sectors: number): void {
    const slot = this.tags.find(sm, line);
    const at = slot << TAG_SHIFT;
    if (slot >= 0 && this.tags.words[at + T.miss]! < 0) this.tags.words[at + T.valid]! &= ~sectors;
  }

  private openEntry(sm: number, entry: number, slot: number): void {
    const at = entry << MISS_SHIFT;
    this.missFree[sm] = this.misses[at + M.next]!;
    this.misses[at + M.slot] = slot;
    this.misses[at + M.sectors] = 0;
    this.misses[at + M.count] = 0;
    this.misses[at + M.first] = -1;
    if (slot >= 0) this.tags.words[(slot << TAG_SHIFT) + T.miss] = entry - sm * this.spec.mshrs;
  }

  private closeEntry(sm: number, entry: number, slot: number): void {
    if (slot >= 0) {
      this.tags.words[(slot << TAG_SHIFT) + T.miss] = -1;
      this.tags.release(slot);
    }
    this.misses[(entry << MISS_SHIFT) + M.next] = this.missFree[sm]!;
    this.missFree[sm] = entry - sm * this.spec.mshrs;
  }

  private addWaiter(sm: number, entry: number, warp: number, token: number, need: number): void {
    const { waiting, misses } = this;
    const waiter = this.waiterFree[sm]!;
    const w = (sm * this.waiters + waiter) << WAITER_SHIFT;
    const at = entry << MISS_SHIFT;
    this.waiterFree[sm] = waiting[w + Waiter.next]!;
    waiting[w + Waiter.warp] = warp;
    waiting[w + Waiter.token] = token;
    waiting[w + Waiter.need] = need;
    waiting[w + Waiter.next] = misses[at + M.first]!;
    misses[at + M.first] = waiter;
    misses[at + M.count]!++;
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
    this.misses[(entry << MISS_SHIFT) + M.sectors]! |= sectors;
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
