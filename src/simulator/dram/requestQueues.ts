import type { StateArrays } from '../core/stateArrays';

/** What the first command of a request found: its row open, the bank closed, or another row open. */
export const RowOutcome = { unknown: 0, hit: 1, closed: 2, conflict: 3 } as const;

/** Levels of priority are kept apart by more than any number of requests. */
const LEVEL_STEP = 2 ** 40;

/**
 * Requests that wait in the queues of DRAM channels, listed per direction and bank in the order in which they
 * are to be served: by priority, then by age. The first request of each list that hits the bank's open row and
 * the first that does not are always known, for nothing else can be chosen.
 *
 * A place of the pool belongs to one channel: `channel * perChannel + i`.
 */
export class RequestQueues {
  readonly bank: Int32Array;
  readonly row: Int32Array;
  /** 0 reads, 1 writes. */
  readonly kind: Uint8Array;
  /** Column bursts that are still to be moved. */
  readonly bursts: Int32Array;
  /** Cycle of arrival. */
  readonly arrival: Int32Array;
  readonly application: Int32Array;
  readonly outcome: Uint8Array;
  /** Smaller is served first. */
  readonly rank: Float64Array;
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
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
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
    this.bank = state.int32(places);
    this.row = state.int32(places);
    this.kind = state.uint8(places);
    this.bursts = state.int32(places);
    this.arrival = state.int32(places);
    this.application = state.int32(places);
    this.outcome = state.uint8(places);
    this.rank = state.float64(places);
    this.hit = state.int32(lists).fill(-1);
    this.miss = state.int32(lists).fill(-1);
    this.hitBanks = state.int32(channels * 2);
    this.missBanks = state.int32(channels * 2);
    this.count = state.int32(channels * 2);
    this.head = state.int32(lists).fill(-1);
    this.tail = state.int32(lists).fill(-1);
    this.next = state.int32(places);
    this.previous = state.int32(places);
    this.free = state.int32(channels);
    this.age = state.float64(channels);
    this.queueOf = Int32Array.from({ length: lists }, (_, list) => Math.floor(list / banks));
    this.bitOf = Int32Array.from({ length: lists }, (_, list) => 1 << (list % banks));
    for (let channel = 0; channel < channels; channel++) this.linkFree(channel);
  }

  list(channel: number, kind: number, bank: number): number {
    return (channel * 2 + kind) * this.banks + bank;
  }

  /** A free place of the channel; the caller fills `bank`, `row`, `bursts` and the like, then calls `add`. */
  take(channel: number): number {
    const place = this.free[channel]!;
    if (place < 0) throw new RangeError('more requests than a DRAM channel holds');
    this.free[channel] = this.next[place]!;
    this.outcome[place] = RowOutcome.unknown;
    return place;
  }

  release(channel: number, place: number): void {
    this.next[place] = this.free[channel]!;
    this.free[channel] = place;
  }

  /** Queues a place by its priority level (higher is served first) and age. */
  add(channel: number, place: number, level: number, openRow: number): void {
    const list = this.list(channel, this.kind[place]!, this.bank[place]!);
    this.rank[place] = this.age[channel]!++ - level * LEVEL_STEP;
    this.count[channel * 2 + this.kind[place]!]!++;
    this.insert(list, place);
    this.offer(list, place, openRow);
  }

  /** Takes a request out of its list; its place stays in use. */
  remove(channel: number, place: number, openRow: number): void {
    const list = this.list(channel, this.kind[place]!, this.bank[place]!);
    const after = this.next[place]!;
    const before = this.previous[place]!;
    if (before < 0) this.head[list] = after;
    else this.next[before] = after;
    if (after < 0) this.tail[list] = before;
    else this.previous[after] = before;
    this.count[channel * 2 + this.kind[place]!]!--;
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
        for (let place = this.head[list]!; place >= 0; place = this.next[place]!) places.push(place);
        this.head[list] = -1;
        this.tail[list] = -1;
        for (const place of places) {
          const age = ((this.rank[place]! % LEVEL_STEP) + LEVEL_STEP) % LEVEL_STEP;
          this.rank[place] = age - levelOf(this.application[place]!) * LEVEL_STEP;
          this.insert(list, place);
        }
      }
      this.rowChanged(channel, bank, openRow[channel * this.banks + bank]!);
    }
  }

  private linkFree(channel: number): void {
    const first = channel * this.perChannel;
    for (let i = 0; i < this.perChannel; i++)
      this.next[first + i] = i + 1 < this.perChannel ? first + i + 1 : -1;
    this.free[channel] = first;
  }

  private insert(list: number, place: number): void {
    let before = this.tail[list]!;
    while (before >= 0 && this.rank[before]! > this.rank[place]!) before = this.previous[before]!;
    const after = before < 0 ? this.head[list]! : this.next[before]!;
    this.previous[place] = before;
    this.next[place] = after;
    if (before < 0) this.head[list] = place;
    else this.next[before] = place;
    if (after < 0) this.tail[list] = place;
    else this.previous[after] = place;
  }

  private offer(list: number, place: number, openRow: number): void {
    const hits = this.row[place] === openRow;
    const first = hits ? this.hit[list]! : this.miss[list]!;
    if (first >= 0 && this.rank[place]! > this.rank[first]!) return;
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
    while (place >= 0 && (this.row[place] === openRow) !== hits) place = this.next[place]!;
    return place;
  }
}
