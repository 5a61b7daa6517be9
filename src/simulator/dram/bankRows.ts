import type { StateArrays } from '../core/stateArrays';

/**
 * Open row of every bank, and the request for which it was activated. The activating request keeps the row open
 * until it is served. Arrays have one entry per bank over all channels; masks have one bit per bank of a channel.
 */
export class BankRows {
  /** Number of the open row; -1 while the bank is closed. */
  readonly open: Int32Array;
  /** Place of the activating request while it is not served, else -1. */
  readonly activating: Int32Array;
  /** Order among activating requests: by priority and arrival, then by when the row was activated. */
  readonly rank: Float64Array;
  readonly openedAt: Int32Array;
  /** Hits that passed an older miss since the row was opened. */
  readonly passed: Int32Array;
  /** By channel, as a mask: banks with an open row. */
  readonly openBanks: Int32Array;
  /** By channel, as a mask: banks whose activating request is not served yet. */
  readonly activatingBanks: Int32Array;
  /** By channel, as a mask: banks whose activating request is a write. */
  readonly writingBanks: Int32Array;

  constructor(
    channels: i32,
    readonly banks: i32,
    state: StateArrays,
  ) {
    this.open = state.int32(channels * banks).fill(-1);
    this.activating = state.int32(channels * banks).fill(-1);
    this.rank = state.float64(channels * banks);
    this.openedAt = state.int32(channels * banks);
    this.passed = state.int32(channels * banks);
    this.openBanks = state.int32(channels);
    this.activatingBanks = state.int32(channels);
    this.writingBanks = state.int32(channels);
  }

  /** Opens a row for the request at `place`; `kind` is 0 for a read, 1 for a write. */
  openFor(channel: i32, bank: i32, row: i32, place: i32, kind: i32, rank: f64, now: i32): void {
    const at = channel * this.banks + bank;
    this.open[at] = row;
    this.activating[at] = place;
    this.rank[at] = rank;
    this.openedAt[at] = now;
    this.passed[at] = 0;
    this.openBanks[channel]! |= 1 << bank;
    this.activatingBanks[channel]! |= 1 << bank;
    if (kind === 0) this.writingBanks[channel]! &= ~(1 << bank);
    else this.writingBanks[channel]! |= 1 << bank;
  }

  /** Lets the row be closed: its activating request has been served. */
  activationServed(channel: i32, bank: i32): void {
    this.activating[channel * this.banks + bank] = -1;
    this.activatingBanks[channel]! &= ~(1 << bank);
  }

  close(channel: i32, bank: i32): void {
    this.open[channel * this.banks + bank] = -1;
    this.openBanks[channel]! &= ~(1 << bank);
  }

  /** Tests whether the activating request of bank `a` comes before that of bank `b`. */
  precedes(a: i32, b: i32): boolean {
    const difference = this.rank[a]! - this.rank[b]!;
    return difference < 0 || (difference === 0 && this.openedAt[a]! < this.openedAt[b]!);
  }
}
