import type { StateArrays } from '../core/stateArrays';

/** Row-buffer outcome of a request's first command: row hit, bank closed, or row conflict. */
export enum RowOutcome {
  unknown = 0,
  hit = 1,
  closed = 2,
  conflict = 3,
}

/** Levels of priority are kept apart by more than any number of requests. */
const LEVEL_STEP: f64 = 1099511627776.0;

/** Words of a request; two requests share a cache line of the host. The first two are its rank, as one double. */
export const enum Q {
  row = 2,
  /** Neighbours in the list, see `LINK_BITS`; of a free place, the next one. */
  links,
  /** Cycle of arrival. */
  arrival,
  /** Direction, bank, outcome, bursts to move and application, as bits: see below. */
  facts,
  /** Two words that the owner of the controller keeps with a request. */
  token,
  origin,
}

const REQUEST_SHIFT = 3;

/** Places are linked by their number in the channel + 1; the next one in the low half, 0 for none. */
const LINK_BITS = 16;
const LINK_MASK = (1 << LINK_BITS) - 1;

/** Bits of a request's `facts`. */
const BANK_SHIFT = 1;
const BANK_BITS = 31;
const OUTCOME_SHIFT = 6;
const OUTCOME_BITS = 3;
const BURSTS_SHIFT = 8;
const BURSTS_BITS = 255;
const APPLICATION_SHIFT = 16;
/** Most bursts of a request. */
export const MOST_BURSTS = BURSTS_BITS;
/** Amount by which a request's facts decrease with each burst that is moved. */
export const ONE_BURST = 1 << BURSTS_SHIFT;

/** 0 reads, 1 writes. */
export function kindOf(facts: i32): i32 {
  return facts & 1;
}

/** Bank in its channel, out of a request's facts. */
export function bankOf(facts: i32): i32 {
  return (facts >> BANK_SHIFT) & BANK_BITS;
}

/** Row-buffer outcome, a `RowOutcome`, out of a request's facts. */
export function outcomeOf(facts: i32): i32 {
  return (facts >> OUTCOME_SHIFT) & OUTCOME_BITS;
}
/** Column bursts that are still to be moved. */
export function burstsOf(facts: i32): i32 {
  return (facts >> BURSTS_SHIFT) & BURSTS_BITS;
}

/** Number of the application, out of a request's facts. */
export function applicationOf(facts: i32): i32 {
  return facts >>> APPLICATION_SHIFT;
}
/** The facts of a request whose outcome is known now. */
export function withOutcome(facts: i32, outcome: i32): i32 {
  return facts | (outcome << OUTCOME_SHIFT);
}

/** Facts of a new request, packed into one word; `bursts` are the column bursts to be moved. */
export function requestFacts(kind: i32, bank: i32, bursts: i32, application: i32): i32 {
  return kind | (bank << BANK_SHIFT) | (bursts << BURSTS_SHIFT) | (application << APPLICATION_SHIFT);
}

/**
 * Requests that wait in the queues of DRAM channels, listed per direction and bank in the order in which they
 * are to be served: by priority, then by age. The first request of each list that hits the bank's open row and
 * the first that does not are always known, for nothing else can be chosen.
 *
 * A request is known by its place, where its words begin: `(channel * perChannel + i) * 8` for some i. A queue is a channel and direction,
 * `channel * 2 + kind`, and a list is a queue and bank, `queue * banks + bank`.
 */
export class RequestQueues {
  /** All that is known of the requests, see `Q`. */
  readonly words: Int32Array;
  /** The same memory as doubles: the rank of a request stands at half its place, smaller is served first. */
  readonly ranks: Float64Array;
  /** First request that hits, and first that misses the open row, by list; -1 for none. */
  readonly hit: Int32Array;
  readonly miss: Int32Array;
  /** Their ranks, so that a comparison over all banks stays in few cache lines of the host. */
  readonly hitRank: Float64Array;
  readonly missRank: Float64Array;
  /** Banks that have one, as bits, by queue. */
  readonly hitBanks: Int32Array;
  readonly missBanks: Int32Array;
  /** Requests by queue. */
  readonly count: Int32Array;
  readonly perChannel: i32;
  /** True if a request has left its list since this was last set to false. */
  hasLeft: boolean = false;
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  private readonly free: Int32Array;
  private readonly age: Float64Array;

  /** @param perChannel requests that a channel may hold, those with an open row included */
  constructor(
    readonly channels: i32,
    readonly banks: i32,
    perChannel: i32,
    state: StateArrays,
  ) {
    const places = channels * perChannel;
    const lists = channels * 2 * banks;
    this.perChannel = perChannel;
    this.ranks = state.float64(places << (REQUEST_SHIFT - 1));
    this.words = wordsOf(this.ranks);
    this.hit = state.int32(lists).fill(-1);
    this.miss = state.int32(lists).fill(-1);
    this.hitRank = state.float64(lists);
    this.missRank = state.float64(lists);
    this.hitBanks = state.int32(channels * 2);
    this.missBanks = state.int32(channels * 2);
    this.count = state.int32(channels * 2);
    this.head = state.int32(lists).fill(-1);
    this.tail = state.int32(lists).fill(-1);
    this.free = state.int32(channels);
    this.age = state.float64(channels);
    for (let channel = 0; channel < channels; channel++) this.linkFree(channel);
  }

  list(channel: i32, kind: i32, bank: i32): i32 {
    return (channel * 2 + kind) * this.banks + bank;
  }

  /** Where a request stands in the order of service: smaller is served first. */
  rank(place: i32): f64 {
    return this.ranks[place >> 1]!;
  }

  /** A free place of the channel; the caller fills `row`, `arrival` and `facts`, then calls `add`. */
  take(channel: i32): i32 {
    const place = this.free[channel]!;
    if (place < 0) throw new RangeError('more requests than a DRAM channel holds');
    this.free[channel] = this.words[place + Q.links]!;
    return place;
  }

  release(channel: i32, place: i32): void {
    this.words[place + Q.links] = this.free[channel]!;
    this.free[channel] = place;
  }

  /** Queues a place by its priority level (higher is served first) and age; whether it may be the next served. */
  add(channel: i32, place: i32, level: i32, openRow: i32): boolean {
    const facts = this.words[place + Q.facts]!;
    const queue = channel * 2 + kindOf(facts);
    this.ranks[place >> 1] = this.age[channel]!++ - level * LEVEL_STEP;
    this.count[queue]!++;
    this.insert(channel, queue * this.banks + bankOf(facts), place, level);
    return this.offer(queue, bankOf(facts), place, level, openRow);
  }

  /** Takes a request out of its list; its place stays in use. */
  remove(channel: i32, place: i32, openRow: i32): void {
    const facts = this.words[place + Q.facts]!;
    const queue = channel * 2 + kindOf(facts);
    const bank = bankOf(facts);
    const list = queue * this.banks + bank;
    const after = this.unlink(channel, list, place);
    this.count[queue]!--;
    this.hasLeft = true;
    if (this.hit[list] === place) this.setHit(queue, bank, this.firstFrom(channel, after, openRow, true));
    else if (this.miss[list] === place)
      this.setMiss(queue, bank, this.firstFrom(channel, after, openRow, false));
  }

  /** Takes a request out of its list because the row of its bank, which was closed, has been opened for it. */
  removeOpener(channel: i32, place: i32, openRow: i32): void {
    const facts = this.words[place + Q.facts]!;
    const queue = channel * 2 + kindOf(facts);
    this.unlink(channel, queue * this.banks + bankOf(facts), place);
    this.count[queue]!--;
    this.hasLeft = true;
    this.lookAgain(channel, bankOf(facts), openRow);
  }

  /** Looks again for hits and misses of a bank with another open row, -1 for none. */
  private lookAgain(channel: i32, bank: i32, openRow: i32): void {
    for (let queue = channel * 2; queue < channel * 2 + 2; queue++) {
      if (((this.hitBanks[queue]! | this.missBanks[queue]!) & (1 << bank)) === 0) continue;
      const head = this.head[queue * this.banks + bank]!;
      this.setHit(queue, bank, openRow < 0 ? -1 : this.firstFrom(channel, head, openRow, true));
      this.setMiss(queue, bank, openRow < 0 ? head : this.firstFrom(channel, head, openRow, false));
    }
  }

  /** Nothing hits a bank that is closed. */
  rowClosed(channel: i32, bank: i32): void {
    for (let queue = channel * 2; queue < channel * 2 + 2; queue++) {
      // Without hits the first request of the list is the first miss already.
      if ((this.hitBanks[queue]! & (1 << bank)) === 0) continue;
      this.setHit(queue, bank, -1);
      this.setMiss(queue, bank, this.head[queue * this.banks + bank]!);
    }
  }

  /** Ranks the queued requests of a channel anew after priorities have changed. */
  rerank(channel: i32, levels: Int32Array, openRow: Int32Array): void {
    for (let bank = 0; bank < this.banks; bank++) {
      for (let kind = 0; kind < 2; kind++) {
        const list = this.list(channel, kind, bank);
        const places: i32[] = [];
        for (let place = this.head[list]!; place >= 0; place = this.nextOf(channel, place))
          places.push(place);
        this.head[list] = -1;
        this.tail[list] = -1;
        for (let i = 0; i < places.length; i++) {
          const place = places[i]!;
          const age = ((this.ranks[place >> 1]! % LEVEL_STEP) + LEVEL_STEP) % LEVEL_STEP;
          const level = levels[applicationOf(this.words[place + Q.facts]!)]!;
          this.ranks[place >> 1] = age - level * LEVEL_STEP;
          this.insert(channel, list, place, 1);
        }
      }
      this.lookAgain(channel, bank, openRow[channel * this.banks + bank]!);
    }
  }

  private linkFree(channel: i32): void {
    const first = (channel * this.perChannel) << REQUEST_SHIFT;
    const last = first + ((this.perChannel - 1) << REQUEST_SHIFT);
    for (let place = first; place <= last; place += 1 << REQUEST_SHIFT)
      this.words[place + Q.links] = place < last ? place + (1 << REQUEST_SHIFT) : -1;
    this.free[channel] = first;
  }

  private nextOf(channel: i32, place: i32): i32 {
    return this.placeOf(channel, this.words[place + Q.links]! & LINK_MASK);
  }

  private placeOf(channel: i32, link: i32): i32 {
    return link === 0 ? -1 : (channel * this.perChannel + link - 1) << REQUEST_SHIFT;
  }

  private linkOf(channel: i32, place: i32): i32 {
    return place < 0 ? 0 : (place >> REQUEST_SHIFT) - channel * this.perChannel + 1;
  }

  private setNext(place: i32, link: i32): void {
    const at = place + Q.links;
    this.words[at] = (this.words[at]! & ~LINK_MASK) | link;
  }

  private setPrevious(place: i32, link: i32): void {
    const at = place + Q.links;
    this.words[at] = (this.words[at]! & LINK_MASK) | (link << LINK_BITS);
  }

  /** Puts a place into its list; on level 0 a new request is the last one. */
  private insert(channel: i32, list: i32, place: i32, level: i32): void {
    let before = this.tail[list]!;
    let after = -1;
    while (level > 0 && before >= 0 && this.ranks[before >> 1]! > this.ranks[place >> 1]!) {
      after = before;
      before = this.placeOf(channel, this.words[before + Q.links]! >>> LINK_BITS);
    }
    const own = this.linkOf(channel, place);
    this.words[place + Q.links] = this.linkOf(channel, after) | (this.linkOf(channel, before) << LINK_BITS);
    if (before < 0) this.head[list] = place;
    else this.setNext(before, own);
    if (after < 0) this.tail[list] = place;
    else this.setPrevious(after, own);
  }

  /** Takes a place out of a list; the one after it, -1 for none. */
  private unlink(channel: i32, list: i32, place: i32): i32 {
    const links = this.words[place + Q.links]!;
    const after = this.placeOf(channel, links & LINK_MASK);
    const before = this.placeOf(channel, links >>> LINK_BITS);
    if (before < 0) this.head[list] = after;
    else this.setNext(before, links & LINK_MASK);
    if (after < 0) this.tail[list] = before;
    else this.setPrevious(after, links >>> LINK_BITS);
    return after;
  }

  private offer(queue: i32, bank: i32, place: i32, level: i32, openRow: i32): boolean {
    const list = queue * this.banks + bank;
    const hits = this.words[place + Q.row] === openRow;
    const first = hits ? this.hit[list]! : this.miss[list]!;
    if (first >= 0 && (level === 0 || this.ranks[place >> 1]! > this.ranks[first >> 1]!)) return false;
    if (hits) this.setHit(queue, bank, place);
    else this.setMiss(queue, bank, place);
    return true;
  }

  private setHit(queue: i32, bank: i32, place: i32): void {
    const list = queue * this.banks + bank;
    this.hit[list] = place;
    if (place >= 0) {
      this.hitRank[list] = this.ranks[place >> 1]!;
      this.hitBanks[queue]! |= 1 << bank;
    } else this.hitBanks[queue]! &= ~(1 << bank);
  }

  private setMiss(queue: i32, bank: i32, place: i32): void {
    const list = queue * this.banks + bank;
    this.miss[list] = place;
    if (place >= 0) {
      this.missRank[list] = this.ranks[place >> 1]!;
      this.missBanks[queue]! |= 1 << bank;
    } else this.missBanks[queue]! &= ~(1 << bank);
  }

  private firstFrom(channel: i32, start: i32, openRow: i32, hits: boolean): i32 {
    const words = this.words;
    const before = channel * this.perChannel - 1;
    let place = start;
    while (place >= 0 && (words[place + Q.row] === openRow) !== hits) {
      const link = words[place + Q.links]! & LINK_MASK;
      place = link === 0 ? -1 : (before + link) << REQUEST_SHIFT;
    }
    return place;
  }
}
