import type { StateArrays } from '../core/stateArrays';

/**
 * Which row each bank has open, and for whom. A request for which a row was opened (the bank's opener) keeps it
 * open until it is served. Banks are counted over all channels here; masks have a bit per bank of a channel.
 */
export class BankRows {
  /** -1 while closed. */
  readonly open: Int32Array;
  /** Place of the opener while it is not served, else -1. */
  readonly opener: Int32Array;
  /** Order among openers: by priority and arrival, then by when the row was opened. */
  readonly rank: Float64Array;
  readonly openedAt: Int32Array;
  /** Hits that passed an older miss since the row was opened. */
  readonly passed: Int32Array;
  readonly openBanks: Int32Array;
  readonly openerBanks: Int32Array;
  /** Those of the banks with an opener whose opener writes. */
  readonly writingBanks: Int32Array;

  constructor(
    channels: number,
    readonly banks: number,
    state: StateArrays,
  ) {
    this.open = state.int32(channels * banks).fill(-1);
    this.opener = state.int32(channels * banks).fill(-1);
    this.rank = state.float64(channels * banks);
    this.openedAt = state.int32(channels * banks);
    this.passed = state.int32(channels * banks);
    this.openBanks = state.int32(channels);
    this.openerBanks = state.int32(channels);
    this.writingBanks = state.int32(channels);
  }

  openFor(
    channel: number,
    bank: number,
    row: number,
    place: number,
    kind: number,
    rank: number,
    now: number,
  ): void {
    const at = channel * this.banks + bank;
    this.open[at] = row;
    this.opener[at] = place;
    this.rank[at] = rank;
    this.openedAt[at] = now;
    this.passed[at] = 0;
    this.openBanks[channel]! |= 1 << bank;
    this.openerBanks[channel]! |= 1 << bank;
    if (kind === 0) this.writingBanks[channel]! &= ~(1 << bank);
    else this.writingBanks[channel]! |= 1 << bank;
  }

  openerServed(channel: number, bank: number): void {
    this.opener[channel * this.banks + bank] = -1;
    this.openerBanks[channel]! &= ~(1 << bank);
  }

  close(channel: number, bank: number): void {
    this.open[channel * this.banks + bank] = -1;
    this.openBanks[channel]! &= ~(1 << bank);
  }

  /** Whether the opener of bank `a` comes before that of bank `b`. */
  precedes(a: number, b: number): boolean {
    const difference = this.rank[a]! - this.rank[b]!;
    return difference < 0 || (difference === 0 && this.openedAt[a]! < this.openedAt[b]!);
  }
}
