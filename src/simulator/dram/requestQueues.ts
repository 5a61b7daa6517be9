import type { StateArrays } from '../core/stateArrays';

/** What the first command of a request found: its row open, the bank closed, or another row open. */
export const RowOutcome = { unknown: 0, hit: 1, closed: 2, conflict: 3 } as const;

/** Levels of priority are kept apart by more than any number of requests. */
const LEVEL_STEP = 2 ** 40;

/** Words of a request; they fill a cache line of the host. The first two are its rank, as one double. */
export const enum Q {
  bank = 2,
  row,
  /** 0 reads, 1 writes. */
  kind,
  /** Column bursts that are still to be moved. */
  bursts,
  /** Cycle of arrival. */
  arrival,
  application,
  outcome,
  /** Neighbours in the list, or the next free place. */
  next,
  previous,
  /** What the owner of the controller keeps with a request. */
  token,
  slice,
  kernel,
  moved,
}

const REQUEST_WORDS = 16;

/**
 * Requests that wait in the queues of DRAM channels, listed per direction and bank in the order in which they
 * are to be served: by priority, then by age. The first request of each list that hits the bank's open row and
 * the first that does not are always known, for nothing else can be chosen.
 *
 * A request is known by its place, where its words begin: `(channel * perChannel + i) * 16` for some i.
 */
export class RequestQueues {
  /** All that is known of the requests, see `Q`. */
  readonly words: Int32Array;
  /** The same memory as doubles: the rank of a request stands at half its place, smaller is served first. */
  readonly ranks: Float64Array;
  /** First request that hits, and first that misses the open row; -1 for none. Indexed by `list`. */
  readonly hit: Int32Array;
  readonly miss: Int32Array;
  /** Banks that have one, as bits; indexed by channel and direction. */
  readonly hitBanks: Int32Array;
  readonly missBanks: Int32Array;
  /** Requests per channel and direction. */
  readonly count: Int32Array;
  readonly perChannel: number;
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  private readonly free: Int32Array;
  private readonly age: Float64Array;
  /** Of each list: channel and direction, and the bank as a bit. */
  private readonly queueOf: Int32Array;
  private readonly bitOf: Int32Array;

  /** @param perChannel requests that a channel may hold, those with an open row included */
  constructor(
    readonly channels: number,
    readonly banks: number,
    perChannel: number,
    state: StateArrays,
  ) {
    const places = channels * perChannel;
    const lists = channels * 2 * banks;
    this.perChannel = perChannel;
    this.ranks = state.float64((places * REQUEST_WORDS) / 2);
    this.words = new Int32Array(this.ranks.buffer, this.ranks.byteOffset, places * REQUEST_WORDS);
    this.hit = state.int32(lists).fill(-1);
    this.miss = state.int32(lists).fill(-1);
    this.hitBanks = state.int32(channels * 2);
    this.missBanks = state.int32(channels * 2);
    this.count = state.int32(channels * 2);
    this.head = state.int32(lists).fill(-1);
    this.tail = state.int32(lists).fill(-1);
    this.free = state.int32(channels);
    this.age = state.float64(channels);
    this.queueOf = Int32Array.from({ length: lists }, (_, list) => Math.floor(list / banks));
    this.bitOf = Int32Array.from({ length: lists }, (_, list) => 1 << (list % banks));
    for (let channel = 0; channel < channels; channel++) this.linkFree(channel);
  }

  list(channel: number, kind: number, bank: number): number {
    return (channel * 2 + kind) * this.banks + bank;
  }

  /** Where a request stands in the order of service: smaller is served first. */
  rank(place: number): number {
    return this.ranks[place >> 1]!;
  }

  /** A free place of the channel; the caller fills `bank`, `row`, `bursts` and the like, then calls `add`. */
  take(channel: number): number {
    const place = this.free[channel]!;
    if (place < 0) throw new RangeError('more requests than a DRAM channel holds');
    this.free[channel] = this.words[place + Q.next]!;
    this.words[place + Q.outcome] = RowOutcome.unknown;
    return place;
  }

  release(channel: number, place: number): void {
    this.words[place + Q.next] = this.free[channel]!;
    this.free[channel] = place;
  }

  /** Queues a place by its priority level (higher is served first) and age. */
  add(channel: number, place: number, level: number, openRow: number): void {
    const list = this.list(channel, this.words[place + Q.kind]!, this.words[place + Q.bank]!);
    this.ranks[place >> 1] = this.age[channel]!++ - level * LEVEL_STEP;
    this.count[channel * 2 + this.words[place + Q.kind]!]!++;
    this.insert(list, place);
    this.offer(list, place, openRow);
  }

  /** Takes a request out of its list; its place stays in use. */
  remove(channel: number, place: number, openRow: number): void {
    const list = this.list(channel, this.words[place + Q.kind]!, this.words[place + Q.bank]!);
    const after = this.words[place + Q.next]!;
    const before = this.words[place + Q.previous]!;
    if (before < 0) this.head[list] = after;
    else this.words[before + Q.next] = after;
    if (after < 0) this.tail[list] = before;
    else this.words[after + Q.previous] = before;
    this.count[channel * 2 + this.words[place + Q.kind]!]!--;
    if (this.hit[list] === place) this.setHit(list, this.firstFrom(after, openRow, true));
    else if (this.miss[list] === place) this.setMiss(list, this.firstFrom(after, openRow, false));
  }

  /** Looks again for hits and misses of a bank whose open row has changed (-1: closed). */
  rowChanged(channel: number, bank: number, openRow: number): void {
    for (let kind = 0; kind < 2; kind++) {
      const list = this.list(channel, kind, bank);
      const head = this.head[list]!;
      this.setHit(list, openRow < 0 ? -1 : this.firstFrom(head, openRow, true));
      this.setMiss(list, openRow < 0 ? head : this.firstFrom(head, openRow, false));
    }
  }

  /** Ranks the queued requests of a channel anew after priorities have changed. */
  rerank(channel: number, levelOf: (application: number) => number, openRow: Int32Array): void {
    for (let bank = 0; bank < this.banks; bank++) {
      for (let kind = 0; kind < 2; kind++) {
        const list = this.list(channel, kind, bank);
        const places: number[] = [];
        for (let place = this.head[list]!; place >= 0; place = this.words[place + Q.next]!)
          places.push(place);
        this.head[list] = -1;
        this.tail[list] = -1;
        for (const place of places) {
          const age = ((this.ranks[place >> 1]! % LEVEL_STEP) + LEVEL_STEP) % LEVEL_STEP;
          this.ranks[place >> 1] = age - levelOf(this.words[place + Q.application]!) * LEVEL_STEP;
          this.insert(list, place);
        }
      }
      this.rowChanged(channel, bank, openRow[channel * this.banks + bank]!);
    }
  }

  private linkFree(channel: number): void {
    const first = channel * this.perChannel * REQUEST_WORDS;
    const last = first + (this.perChannel - 1) * REQUEST_WORDS;
    for (let place = first; place <= last; place += REQUEST_WORDS)
      this.words[place + Q.next] = place < last ? place + REQUEST_WORDS : -1;
    this.free[channel] = first;
  }

  private insert(list: number, place: number): void {
    let before = this.tail[list]!;
    while (before >= 0 && this.ranks[before >> 1]! > this.ranks[place >> 1]!)
      before = this.words[before + Q.previous]!;
    const after = before < 0 ? this.head[list]! : this.words[before + Q.next]!;
    this.words[place + Q.previous] = before;
    this.words[place + Q.next] = after;
    if (before < 0) this.head[list] = place;
    else this.words[before + Q.next] = place;
    if (after < 0) this.tail[list] = place;
    else this.words[after + Q.previous] = place;
  }

  private offer(list: number, place: number, openRow: number): void {
    const hits = this.words[place + Q.row] === openRow;
    const first = hits ? this.hit[list]! : this.miss[list]!;
    if (first >= 0 && this.ranks[place >> 1]! > this.ranks[first >> 1]!) return;
    if (hits) this.setHit(list, place);
    else this.setMiss(list, place);
  }

  private setHit(list: number, place: number): void {
    this.hit[list] = place;
    this.mark(this.hitBanks, list, place >= 0);
  }

  private setMiss(list: number, place: number): void {
    this.miss[list] = place;
    this.mark(this.missBanks, list, place >= 0);
  }

  private mark(masks: Int32Array, list: number, present: boolean): void {
    const queue = this.queueOf[list]!;
    const bit = this.bitOf[list]!;
    if (present) masks[queue]! |= bit;
    else masks[queue]! &= ~bit;
  }

  private firstFrom(start: number, openRow: number, hits: boolean): number {
    let place = start;
    while (place >= 0 && (this.words[place + Q.row] === openRow) !== hits)
      place = this.words[place + Q.next]!;
    return place;
  }
}
