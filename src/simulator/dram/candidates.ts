import { lowestBit } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';
import type { BankRows } from './bankRows';
import type { BankTimers } from './bankTimers';
import { Command, COMMANDS } from './commands';
import { Q, type RequestQueues } from './requestQueues';

/**
 * Scheduling policies of a memory controller, by what they prefer among requests whose next command may issue
 * now; the oldest of them is always served first.
 * - `frfcfs`: nothing else
 * - `rowhit`: a row is not closed for a request while an older one hits it
 * - `hitfirst`: a row is not closed while any queued request hits it
 */
export const DRAM_SCHEDULERS = ['frfcfs', 'rowhit', 'hitfirst'] as const;

/** Scheduling policy of a memory controller. */
export type DramScheduler = (typeof DRAM_SCHEDULERS)[number];

/** No cycle of a simulation lies this far. */
export const NEVER = 0x7fffffff;

/** Who may go first, beside the constraints of the memory. */
export interface SchedulingPolicy {
  readonly scheduler: DramScheduler;
  /** Hits that may pass an older request of the same bank that misses; 0 for any number. */
  readonly rowHitCap: number;
}

/**
 * Looks for the request to serve. Per bank only the first hit and the first miss can be chosen, so the search
 * goes over banks, as bit masks. What is not ready leaves a time before which there is no need to look again:
 * constraints only ever move later, and whatever changes in a bank is noted with `changed`.
 */
export class Candidates {
  /** By channel: no activating request may issue before this cycle. */
  private readonly activatingNext: Int32Array;
  /** By channel and command: no queued request may issue the command before this cycle. */
  private readonly next: Int32Array;

  constructor(
    private readonly queues: RequestQueues,
    private readonly rows: BankRows,
    private readonly timers: BankTimers,
    private readonly policy: SchedulingPolicy,
    state: StateArrays,
  ) {
    this.activatingNext = state.int32(queues.channels).fill(NEVER);
    this.next = state.int32(queues.channels * COMMANDS).fill(NEVER);
  }

  /** Earliest cycle at which an activating request may issue. */
  activatingTime(channel: number): number {
    const { wide } = this.timers;
    const next = this.activatingNext[channel]!;
    const reads = wide[channel * COMMANDS + Command.read]!;
    const writes = wide[channel * COMMANDS + Command.write]!;
    const soonest = reads < writes ? reads : writes;
    return next > soonest ? next : soonest;
  }

  /** Earliest cycle at which a queued request in direction `kind` may issue something. */
  queuedTime(channel: number, kind: number): number {
    const { next } = this;
    const { wide } = this.timers;
    const first = channel * COMMANDS;
    const data = first + Command.read + kind;
    const open = first + Command.activate;
    const close = first + Command.precharge;
    return Math.min(
      Math.max(next[data]!, wide[data]!),
      Math.max(next[open]!, wide[open]!),
      Math.max(next[close]!, wide[close]!),
    );
  }

  /** The first activating request that may issue now, or -1. */
  activatingRequest(channel: number, now: number): number {
    if (this.activatingTime(channel) > now) return -1;
    const { rows, timers } = this;
    const first = channel * rows.banks;
    const writing = rows.writingBanks[channel]!;
    let best = -1;
    let next = NEVER;
    for (let banks = rows.activatingBanks[channel]!; banks !== 0; banks &= banks - 1) {
      const bank = lowestBit(banks);
      const time = timers.readyAt(channel, bank, Command.read + ((writing >> bank) & 1));
      if (time > now) next = time < next ? time : next;
      else {
        if (best >= 0) next = now + 1;
        if (best < 0 || rows.precedes(first + bank, best)) best = first + bank;
      }
    }
    this.activatingNext[channel] = next;
    return best < 0 ? -1 : rows.activating[best]!;
  }

  /** The first queued request whose next command, of whatever kind, may issue now, or -1. */
  any(channel: number, kind: number, now: number): number {
    const column = this.column(channel, kind, now);
    const row = this.row(channel, kind, now);
    if (column < 0 || row < 0) return column < 0 ? row : column;
    if (this.queues.rank(row) < this.queues.rank(column)) {
      this.keep(channel, Command.read + kind);
      return row;
    }
    this.keep(channel, Command.activate);
    this.keep(channel, Command.precharge);
    return column;
  }

  /** The first queued request that may move data now, or -1. */
  column(channel: number, kind: number, now: number): number {
    const command = Command.read + kind;
    if (this.due(channel, command) > now) return -1;
    let banks = this.queues.hitBanks[channel * 2 + kind]!;
    if (this.policy.rowHitCap > 0) banks &= ~this.cappedBanks(channel, kind);
    return this.first(channel, kind, banks, command, now);
  }

  /** The first queued request whose bank may be opened or closed for it now, or -1. */
  row(channel: number, kind: number, now: number): number {
    const mayOpen = this.due(channel, Command.activate) <= now;
    const mayClose = this.due(channel, Command.precharge) <= now;
    if (!mayOpen && !mayClose) return -1;
    const misses = this.queues.missBanks[channel * 2 + kind]!;
    const open = this.rows.openBanks[channel]!;
    let opened = -1;
    let closed = -1;
    if (mayOpen) opened = this.first(channel, kind, misses & ~open, Command.activate, now);
    if (mayClose) {
      const closable = this.closableBanks(
        channel,
        kind,
        misses & open & ~this.rows.activatingBanks[channel]!,
      );
      closed = this.first(channel, kind, closable, Command.precharge, now);
    }
    if (opened < 0 || closed < 0) return opened < 0 ? closed : opened;
    const opens = this.queues.rank(opened) < this.queues.rank(closed);
    this.keep(channel, opens ? Command.precharge : Command.activate);
    return opens ? opened : closed;
  }

  /** Notes that requests or the row of a bank have changed, for requests in direction `kind`. */
  changed(channel: number, kind: number, bank: number): void {
    const { queues, rows, timers } = this;
    const bit = 1 << bank;
    const activating = rows.activating[channel * rows.banks + bank]!;
    if (activating >= 0) {
      const time = timers.readyAt(channel, bank, Command.read + ((rows.writingBanks[channel]! >> bank) & 1));
      if (time < this.activatingNext[channel]!) this.activatingNext[channel] = time;
    }
    if ((queues.hitBanks[channel * 2 + kind]! & bit) !== 0) this.lower(channel, bank, Command.read + kind);
    if ((queues.missBanks[channel * 2 + kind]! & bit) === 0) return;
    if ((rows.openBanks[channel]! & bit) === 0) this.lower(channel, bank, Command.activate);
    else if (activating < 0 && this.closableBanks(channel, kind, bit) !== 0)
      this.lower(channel, bank, Command.precharge);
  }

  /** Notes that everything in the queues has to be looked at again. */
  allChanged(channel: number): void {
    this.next.fill(0, channel * COMMANDS, (channel + 1) * COMMANDS);
  }

  private due(channel: number, command: number): number {
    const at = channel * COMMANDS + command;
    return Math.max(this.next[at]!, this.timers.wide[at]!);
  }

  private lower(channel: number, bank: number, command: number): void {
    const at = channel * COMMANDS + command;
    const time = this.timers.readyAt(channel, bank, command);
    if (time < this.next[at]!) this.next[at] = time;
  }

  /** Keeps the candidate found for `command`, which is not issued yet. */
  private keep(channel: number, command: number): void {
    this.next[channel * COMMANDS + command] = 0;
  }

  /** Of the first requests of `banks`, the first for which `command` may issue now. */
  private first(channel: number, kind: number, banks: number, command: number, now: number): number {
    const isRow = command < Command.read;
    const ranks = isRow ? this.queues.missRank : this.queues.hitRank;
    const { own } = this.timers;
    const list = (channel * 2 + kind) * this.rows.banks;
    const timer = (channel * COMMANDS + command) * this.rows.banks;
    let next = NEVER;
    let chosen = -1;
    let lowest = Infinity;
    for (let rest = banks; rest !== 0; rest &= rest - 1) {
      const bank = lowestBit(rest);
      const time = own[timer + bank]!;
      if (time > now) {
        if (time < next) next = time;
        continue;
      }
      if (chosen >= 0) next = now + 1;
      const rank = ranks[list + bank]!;
      if (rank >= lowest) continue;
      lowest = rank;
      chosen = bank;
    }
    this.next[channel * COMMANDS + command] = next;
    if (chosen < 0) return -1;
    return (isRow ? this.queues.miss : this.queues.hit)[list + chosen]!;
  }

  /**
   * Mask of the banks among `banks` (open banks with a miss) that may be precharged although requests may hit
   * their rows.
   */
  private closableBanks(channel: number, kind: number, banks: number): number {
    const { scheduler, rowHitCap } = this.policy;
    const contested = banks & this.queues.hitBanks[channel * 2 + kind]!;
    if (scheduler === 'frfcfs' || contested === 0) return banks;
    let closable = banks & ~contested;
    if (scheduler === 'rowhit')
      for (let rest = contested; rest !== 0; rest &= rest - 1)
        if (this.missIsOlder(channel, kind, lowestBit(rest))) closable |= rest & -rest;
    return rowHitCap > 0 ? closable | (contested & this.cappedBanks(channel, kind)) : closable;
  }

  private missIsOlder(channel: number, kind: number, bank: number): boolean {
    const { queues } = this;
    const list = queues.list(channel, kind, bank);
    if (queues.missRank[list]! >= queues.hitRank[list]!) return false;
    const { words } = queues;
    return words[queues.miss[list]! + Q.arrival] !== words[queues.hit[list]! + Q.arrival];
  }

  /** Banks in which enough hits have passed the first miss, which is older than the next hit. */
  private cappedBanks(channel: number, kind: number): number {
    const { queues, rows, policy } = this;
    const both = queues.hitBanks[channel * 2 + kind]! & queues.missBanks[channel * 2 + kind]!;
    let capped = 0;
    for (let rest = both; rest !== 0; rest &= rest - 1) {
      const bank = lowestBit(rest);
      if (rows.passed[channel * rows.banks + bank]! < policy.rowHitCap) continue;
      const list = queues.list(channel, kind, bank);
      if (queues.missRank[list]! < queues.hitRank[list]!) capped |= 1 << bank;
    }
    return capped;
  }
}
