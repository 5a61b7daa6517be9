import type { CacheSpec } from '../chip/chipSpec';
import { greater, lesser } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';
import type { AddressMap } from '../memory/addressMap';
import type { SharedLines } from '../memory/sharedLines';
import type { Crossbar } from '../memory/crossbar';
import { RequestKind, type Requests } from '../memory/requests';
import { PLACE_SHIFT, T, TagStore } from '../memory/tagStore';

const ALL_SECTORS = 15;

/**
 * Bits of a place's facts, beside the sectors that are there: sectors that are on their way, number of requests
 * that wait for them, and the newest of these + 1 but for the one that stands in the place itself.
 */
const PENDING_SHIFT = 4;
const PENDING_BITS = ALL_SECTORS << PENDING_SHIFT;
const COUNT_SHIFT = 8;
const COUNT_BITS = 2047;
const ONE_WAITER = 1 << COUNT_SHIFT;
const LIST_SHIFT = 19;
const LIST_MASK = -1 << LIST_SHIFT;
/** Most waiters of a cache, so that their numbers fit. */
const MOST_WAITERS = 2048;

/** Words of a warp that waits for sectors of a line together with others. */
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

/** Who is told that a request of a warp has been served. */
export interface LoadListener {
  loadServed(warp: i32, token: i32, time: i32): void;
}

/** Connections of a cache of an SM. */
export class ReadCachePorts {
  constructor(
    readonly requests: Requests,
    readonly toL2: Crossbar,
    readonly map: AddressMap,
    /** Lines that are others to the L2 cache; null where none are. */
    readonly shared: SharedLines | null,
    readonly appOf: Int32Array,
  ) {}
}

/**
 * One read cache per SM: a line is fetched once however many warps wait for it. What is known of a line that is
 * on its way stands in its place, the first warp that waits for it included; an access that goes past the cache
 * but wants an answer has a place beyond those of the lines. So a reply finds all it needs in one cache line of
 * the host.
 */
export class ReadCache {
  /** Sectors of the last miss that had to be requested. */
  lastFetched: i32 = 0;
  private readonly tags: TagStore;
  /** The places of the tags; `T.own` holds the first waiter, 0 for none. */
  private readonly words: Int32Array;
  /** Free places beyond the lines, as a list linked by `T.line`. */
  private readonly spareFree: Int32Array;
  /** Lines and accesses under way, and warps that wait for them. */
  private readonly open: Int32Array;
  private readonly waiterCount: Int32Array;
  private readonly waiting: Int32Array;
  private readonly waiterFree: Int32Array;
  private readonly waiters: i32;

  constructor(
    private readonly sms: i32,
    private readonly spec: CacheSpec,
    /** `RequestKind` of its misses. */
    private readonly kind: i32,
    private readonly ports: ReadCachePorts,
    private readonly listener: LoadListener,
    state: StateArrays,
  ) {
    const mshrs = spec.mshrs;
    this.tags = new TagStore(sms, spec.sets, spec.ways, spec.hashedSets, state, mshrs);
    this.words = this.tags.words;
    this.spareFree = state.int32(sms);
    for (let sm = 0; sm < sms; sm++) this.linkSpares(sm);
    this.open = state.int32(sms);
    this.waiterCount = state.int32(sms);
    this.waiters = lesser(mshrs * spec.mergesPerMshr, greater(mshrs, MOST_WAITERS));
    this.waiting = freeList(
      state.int32((sms * this.waiters) << WAITER_SHIFT),
      this.waiters,
      WAITER_SHIFT,
      Waiter.next,
    );
    this.waiterFree = state.int32(sms);
  }

  /** Looks sectors of a line up; on a miss the warp's token is served when they arrive. */
  lookup(sm: i32, line: i32, sectors: i32, warp: i32, token: i32, kernel: i32): i32 {
    const tags = this.tags;
    const words = this.words;
    let slot = tags.find(sm, line);
    const facts = slot < 0 ? 0 : words[(slot << PLACE_SHIFT) + T.facts]!;
    const valid = facts & ALL_SECTORS;
    const missing = sectors & ~valid;
    const pending = (facts & PENDING_BITS) >> PENDING_SHIFT;
    if (missing === 0) {
      if (pending === 0) tags.touch(slot, sm);
      return Lookup.hit;
    }
    if (this.waiterCount[sm]! >= this.waiters) return Lookup.retryAfterReply;
    if (pending === 0 && this.open[sm]! >= this.spec.mshrs) return Lookup.retryAfterReply;
    if (((facts >> COUNT_SHIFT) & COUNT_BITS) >= this.spec.mergesPerMshr) return Lookup.retryAfterReply;
    const fetch = (this.spec.sectored ? missing : ALL_SECTORS & ~valid) & ~pending;
    if (fetch !== 0 && !this.ports.toL2.hasRoom(sm)) return Lookup.retryAfterSend;
    if (slot < 0) {
      slot = tags.victim(sm, line);
      if (slot < 0) return Lookup.retryAfterReply;
      tags.replace(slot, sm, line);
    } else if (pending === 0) tags.hold(slot);
    if (pending === 0) this.open[sm]!++;
    this.lastFetched = fetch & sectors;
    if (fetch !== 0) this.request(sm, slot, line, fetch, this.kind, kernel, 1);
    this.addWaiter(sm, slot, warp, token, missing);
    return Lookup.miss;
  }

  /** Asks for a line that nobody waits for yet, if that costs nobody a place. */
  prefetch(sm: i32, line: i32, kernel: i32): void {
    if (this.open[sm]! >= this.spec.mshrs || this.tags.find(sm, line) >= 0) return;
    if (this.ports.toL2.input.isFull(sm)) return;
    const slot = this.tags.victim(sm, line);
    if (slot < 0) return;
    this.tags.replace(slot, sm, line);
    this.open[sm]!++;
    this.request(sm, slot, line, ALL_SECTORS, this.kind, kernel, 1);
  }

  /** Sends a request past the cache whose answer serves the warp's token. */
  bypass(
    sm: i32,
    line: i32,
    sectors: i32,
    warp: i32,
    token: i32,
    kernel: i32,
    kind: i32,
    conflicts: i32,
  ): i32 {
    if (this.open[sm]! >= this.spec.mshrs || this.waiterCount[sm]! >= this.waiters)
      return Lookup.retryAfterReply;
    if (!this.ports.toL2.hasRoom(sm)) return Lookup.retryAfterSend;
    const place = this.spareFree[sm]!;
    this.spareFree[sm] = this.words[(place << PLACE_SHIFT) + T.line]!;
    this.words[(place << PLACE_SHIFT) + T.facts] = 0;
    this.open[sm]!++;
    this.request(sm, place, line, sectors, kind, kernel, conflicts);
    this.addWaiter(sm, place, warp, token, sectors);
    return Lookup.miss;
  }

  /** Sectors arrive for the place `owner` of the SM: the warps that have all theirs now are served at `time`. */
  reply(sm: i32, owner: i32, sectors: i32, time: i32): void {
    const words = this.words;
    const place = sm * this.tags.places + owner;
    const at = place << PLACE_SHIFT;
    words[at + T.facts] = (words[at + T.facts]! | sectors) & ~(sectors << PENDING_SHIFT);
    if ((words[at + T.facts]! & LIST_MASK) !== 0) this.serveList(sm, at, sectors, time);
    const waits = words[at + T.own]! & ~sectors;
    if ((waits & ALL_SECTORS) !== 0 || words[at + T.own] === 0) words[at + T.own] = waits;
    else {
      words[at + T.own] = 0;
      words[at + T.facts]! -= ONE_WAITER;
      this.waiterCount[sm]!--;
      this.listener.loadServed(waits >> WARP_SHIFT, (waits >> TOKEN_SHIFT) & TOKEN_BITS, time);
    }
    if ((words[at + T.facts]! & PENDING_BITS) === 0) this.close(sm, place, owner);
  }

  /** A store has gone by: the line it hits stays right, or is dropped. */
  invalidate(sm: i32, line: i32, sectors: i32): void {
    const slot = this.tags.find(sm, line);
    if (slot >= 0 && (this.words[(slot << PLACE_SHIFT) + T.facts]! & PENDING_BITS) === 0)
      this.tags.drop(slot, sectors);
  }

  /** Takes what a store writes, in a line of its own where there is none; a line on its way is left to come. */
  write(sm: i32, line: i32, sectors: i32): void {
    const tags = this.tags;
    const words = this.words;
    let slot = tags.find(sm, line);
    if (slot >= 0) {
      const at = (slot << PLACE_SHIFT) + T.facts;
      if ((words[at]! & PENDING_BITS) !== 0) return;
      words[at]! |= sectors;
      tags.touch(slot, sm);
      return;
    }
    slot = tags.victim(sm, line);
    if (slot < 0) return;
    tags.replace(slot, sm, line);
    words[(slot << PLACE_SHIFT) + T.facts] = sectors;
    tags.release(slot, sm);
  }

  /** From now on the cache of an SM has so many lines. */
  resize(sm: i32, lines: i32): void {
    this.tags.resize(sm, lines);
  }

  /** Forgets all lines of an SM but those on their way. */
  clear(sm: i32): void {
    this.tags.clear(sm);
  }

  /** Serves those that wait besides the first, the newest of them first. */
  private serveList(sm: i32, at: i32, sectors: i32, time: i32): void {
    const words = this.words;
    const waiting = this.waiting;
    let before = -1;
    let waiter = (words[at + T.facts]! >>> LIST_SHIFT) - 1;
    while (waiter >= 0) {
      const w = (sm * this.waiters + waiter) << WAITER_SHIFT;
      const next = waiting[w + Waiter.next]!;
      const waits = waiting[w + Waiter.facts]! & ~sectors;
      if ((waits & ALL_SECTORS) === 0) {
        if (before < 0) this.setList(at, next);
        else waiting[before + Waiter.next] = next;
        words[at + T.facts]! -= ONE_WAITER;
        waiting[w + Waiter.next] = this.waiterFree[sm]!;
        this.waiterFree[sm] = waiter;
        this.waiterCount[sm]!--;
        this.listener.loadServed(waits >> WARP_SHIFT, (waits >> TOKEN_SHIFT) & TOKEN_BITS, time);
      } else {
        waiting[w + Waiter.facts] = waits;
        before = w;
      }
      waiter = next;
    }
  }

  private setList(at: i32, waiter: i32): void {
    this.words[at + T.facts] = (this.words[at + T.facts]! & ~LIST_MASK) | ((waiter + 1) << LIST_SHIFT);
  }

  /** Nothing is on its way to a place any longer. */
  private close(sm: i32, place: i32, owner: i32): void {
    this.open[sm]!--;
    if (owner < this.tags.lines) this.tags.release(place, sm);
    else {
      this.words[(place << PLACE_SHIFT) + T.line] = this.spareFree[sm]!;
      this.spareFree[sm] = place;
    }
  }

  private addWaiter(sm: i32, place: i32, warp: i32, token: i32, need: i32): void {
    const words = this.words;
    const waiting = this.waiting;
    const at = place << PLACE_SHIFT;
    const facts = words[at + T.facts]! + ONE_WAITER;
    words[at + T.facts] = facts;
    this.waiterCount[sm]!++;
    const waits = need | (token << TOKEN_SHIFT) | (warp << WARP_SHIFT);
    if ((facts & LIST_MASK) === 0 && words[at + T.own] === 0) {
      words[at + T.own] = waits;
      return;
    }
    const waiter = this.waiterFree[sm]!;
    const w = (sm * this.waiters + waiter) << WAITER_SHIFT;
    this.waiterFree[sm] = waiting[w + Waiter.next]!;
    waiting[w + Waiter.facts] = waits;
    waiting[w + Waiter.next] = (facts >>> LIST_SHIFT) - 1;
    this.setList(at, waiter);
  }

  private request(
    sm: i32,
    place: i32,
    lineOfSm: i32,
    sectors: i32,
    kind: i32,
    kernel: i32,
    conflicts: i32,
  ): void {
    const requests = this.ports.requests;
    const map = this.ports.map;
    const shared = this.ports.shared;
    const appOf = this.ports.appOf;
    const toL2 = this.ports.toL2;
    const line = shared === null ? lineOfSm : shared.at(lineOfSm);
    this.words[(place << PLACE_SHIFT) + T.facts]! |= sectors << PENDING_SHIFT;
    const home = map.slice(line, appOf[kernel]!);
    const slice = kind === RequestKind.atomicReturn ? home : map.near(home, sm);
    const owner = place - sm * this.tags.places;
    const id = requests.create(kind, line, sectors, sm, owner, kernel, slice, conflicts);
    toL2.send(sm, id, 1);
  }

  private linkSpares(sm: i32): void {
    const lines = this.tags.lines;
    const places = this.tags.places;
    const first = sm * places + lines;
    this.spareFree[sm] = first;
    for (let place = first; place < first + places - lines; place++)
      this.words[(place << PLACE_SHIFT) + T.line] = place + 1;
  }
}

/** Links the records of every SM into a list of free ones. */
function freeList(words: Int32Array, perSm: i32, shift: i32, next: i32): Int32Array {
  for (let i = 0; i << shift < words.length; i++)
    words[(i << shift) + next] = (i + 1) % perSm === 0 ? -1 : (i + 1) % perSm;
  return words;
}
