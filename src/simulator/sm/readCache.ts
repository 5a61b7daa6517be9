import { countBits } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';
import type { AddressMap } from '../memory/addressMap';
import type { Crossbar } from '../memory/crossbar';
import type { Requests } from '../memory/requests';
import { TagStore } from '../memory/tagStore';

const ALL_SECTORS = 15;

/** Outcome of a look-up. `retry` may come again when something has changed. */
export const Lookup = { hit: 0, miss: 1, retryAfterReply: 2, retryAfterSend: 3 } as const;

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
  private readonly missSlot: Int32Array;
  private readonly missSectors: Uint8Array;
  private readonly missCount: Int32Array;
  private readonly missFirst: Int32Array;
  private readonly missNext: Int32Array;
  private readonly missFree: Int32Array;
  private readonly waiterWarp: Int32Array;
  private readonly waiterToken: Int32Array;
  private readonly waiterNeed: Uint8Array;
  private readonly waiterNext: Int32Array;
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
    this.missSlot = state.int32(sms * mshrs);
    this.missSectors = state.uint8(sms * mshrs);
    this.missCount = state.int32(sms * mshrs);
    this.missFirst = state.int32(sms * mshrs);
    this.missNext = freeList(state.int32(sms * mshrs), mshrs);
    this.missFree = state.int32(sms);
    this.waiters = Math.min(mshrs * spec.mergesPerMshr, Math.max(mshrs, 2048));
    this.waiterWarp = state.int32(sms * this.waiters);
    this.waiterToken = state.int32(sms * this.waiters);
    this.waiterNeed = state.uint8(sms * this.waiters);
    this.waiterNext = freeList(state.int32(sms * this.waiters), this.waiters);
    this.waiterFree = state.int32(sms);
  }

  /** Looks sectors of a line up; on a miss the warp's token is served when they arrive. */
  lookup(sm: number, line: number, sectors: number, warp: number, token: number, kernel: number): number {
    let slot = this.tags.find(sm, line);
    const missing = slot < 0 ? sectors : sectors & ~this.tags.valid[slot]!;
    if (missing === 0) {
      if (this.tags.miss[slot]! < 0) this.tags.touch(slot);
      return Lookup.hit;
    }
    const open = slot < 0 ? -1 : this.tags.miss[slot]!;
    const entry = sm * this.spec.mshrs + (open < 0 ? this.missFree[sm]! : open);
    if (this.waiterFree[sm]! < 0 || entry < sm * this.spec.mshrs) return Lookup.retryAfterReply;
    if (open >= 0 && this.missCount[entry]! >= this.spec.mergesPerMshr) return Lookup.retryAfterReply;
    const wanted = this.spec.sectored ? missing : ALL_SECTORS & ~(slot < 0 ? 0 : this.tags.valid[slot]!);
    const fetch = open < 0 ? wanted : wanted & ~this.missSectors[entry]!;
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
    const entry = sm * this.spec.mshrs + owner;
    const slot = this.missSlot[entry]!;
    if (slot >= 0) this.tags.valid[slot]! |= sectors;
    this.missSectors[entry]! &= ~sectors;
    let before = -1;
    let waiter = this.missFirst[entry]!;
    while (waiter >= 0) {
      const at = sm * this.waiters + waiter;
      const next = this.waiterNext[at]!;
      this.waiterNeed[at]! &= ~sectors;
      if (this.waiterNeed[at] === 0) {
        if (before < 0) this.missFirst[entry] = next;
        else this.waiterNext[sm * this.waiters + before] = next;
        this.missCount[entry]!--;
        this.waiterNext[at] = this.waiterFree[sm]!;
        this.waiterFree[sm] = waiter;
        this.listener.loadServed(this.waiterWarp[at]!, this.waiterToken[at]!, time);
      } else before = waiter;
      waiter = next;
    }
    if (this.missSectors[entry] === 0) this.closeEntry(sm, entry, slot);
  }

  /** A store has gone by: the line it hits stays right, or is dropped. */
  invalidate(sm: number, line: number, sectors: number): void {
    const slot = this.tags.find(sm, line);
    if (slot >= 0 && this.tags.miss[slot]! < 0) this.tags.valid[slot]! &= ~sectors;
  }

  private openEntry(sm: number, entry: number, slot: number): void {
    this.missFree[sm] = this.missNext[entry]!;
    this.missSlot[entry] = slot;
    this.missSectors[entry] = 0;
    this.missCount[entry] = 0;
    this.missFirst[entry] = -1;
    if (slot >= 0) this.tags.miss[slot] = entry - sm * this.spec.mshrs;
  }

  private closeEntry(sm: number, entry: number, slot: number): void {
    if (slot >= 0) {
      this.tags.miss[slot] = -1;
      this.tags.release(slot);
    }
    this.missNext[entry] = this.missFree[sm]!;
    this.missFree[sm] = entry - sm * this.spec.mshrs;
  }

  private addWaiter(sm: number, entry: number, warp: number, token: number, need: number): void {
    const waiter = this.waiterFree[sm]!;
    const at = sm * this.waiters + waiter;
    this.waiterFree[sm] = this.waiterNext[at]!;
    this.waiterWarp[at] = warp;
    this.waiterToken[at] = token;
    this.waiterNeed[at] = need;
    this.waiterNext[at] = this.missFirst[entry]!;
    this.missFirst[entry] = waiter;
    this.missCount[entry]!++;
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
    this.missSectors[entry]! |= sectors;
    const id = requests.take();
    requests.line[id] = line;
    requests.sectors[id] = sectors;
    requests.kind[id] = kind;
    requests.sm[id] = sm;
    requests.owner[id] = entry - sm * this.spec.mshrs;
    requests.kernel[id] = kernel;
    requests.slice[id] = map.slice(line, appOf[kernel]!);
    requests.conflicts[id] = conflicts;
    toL2.send(sm, id, 1);
  }

  /** Sectors that misses of an SM wait for, for tests of conservation. */
  outstanding(sm: number): number {
    let sum = 0;
    for (let i = sm * this.spec.mshrs; i < (sm + 1) * this.spec.mshrs; i++)
      sum += countBits(this.missSectors[i]!);
    return sum;
  }
}

function freeList(next: Int32Array, perSm: number): Int32Array {
  for (let i = 0; i < next.length; i++) next[i] = (i + 1) % perSm === 0 ? -1 : (i + 1) % perSm;
  return next;
}
