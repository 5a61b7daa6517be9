import { greater, lesser, lowestBit } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';
import type { BankRows } from './bankRows';
import type { BankTimers } from './bankTimers';
import { Command, COMMANDS } from './commandNumbers';
import { Q, type RequestQueues } from './requestQueues';
import type { DramSetup } from './dramSetup';
import { DramOrder } from '../chip/chipSpec';
import { NEVER } from '../core/sizes';

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
    private readonly policy: DramSetup,
    state: StateArrays,
  ) {
    this.activatingNext = state.int32(queues.channels).fill(NEVER);
    this.next = state.int32(queues.channels * COMMANDS).fill(NEVER);
  }

  /** Earliest cycle at which an activating request may issue. */
  activatingTime(channel: i32): i32 {
    const wide = this.timers.wide;
    const next = this.activatingNext[channel]!;
    const reads = wide[channel * COMMANDS + Command.read]!;
    const writes = wide[channel * COMMANDS + Command.write]!;
    const soonest = reads < writes ? reads : writes;
    return next > soonest ? next : soonest;
  }

  /** Earliest cycle at which a queued request in direction `kind` may issue something. */
  queuedTime(channel: i32, kind: i32): i32 {
    const next = this.next;
    const wide = this.timers.wide;
    const first = channel * COMMANDS;
    const data = first + Command.read + kind;
    const open = first + Command.activate;
    const close = first + Command.precharge;
    const row = lesser(greater(next[open]!, wide[open]!), greater(next[close]!, wide[close]!));
    return lesser(greater(next[data]!, wide[data]!), row);
  }

  /** The first activating request that may issue now, or -1. */
  activatingRequest(channel: i32, now: i32): i32 {
    if (this.activatingTime(channel) > now) return -1;
    const rows = this.rows;
    const timers = this.timers;
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
  any(channel: i32, kind: i32, now: i32): i32 {
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
  column(channel: i32, kind: i32, now: i32): i32 {
    const command = Command.read + kind;
    if (this.due(channel, command) > now) return -1;
    let banks = this.queues.hitBanks[channel * 2 + kind]!;
    if (this.policy.rowHitCap > 0) banks &= ~this.cappedBanks(channel, kind);
    return this.first(channel, kind, banks, command, now);
  }

  /** The first queued request whose bank may be opened or closed for it now, or -1. */
  row(channel: i32, kind: i32, now: i32): i32 {
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
  changed(channel: i32, kind: i32, bank: i32): void {
    const queues = this.queues;
    const rows = this.rows;
    const timers = this.timers;
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
  allChanged(channel: i32): void {
    this.next.fill(0, channel * COMMANDS, (channel + 1) * COMMANDS);
  }

  private due(channel: i32, command: i32): i32 {
    const at = channel * COMMANDS + command;
    return greater(this.next[at]!, this.timers.wide[at]!);
  }

  private lower(channel: i32, bank: i32, command: i32): void {
    const at = channel * COMMANDS + command;
    const time = this.timers.readyAt(channel, bank, command);
    if (time < this.next[at]!) this.next[at] = time;
  }

  /** Keeps the candidate found for `command`, which is not issued yet. */
  private keep(channel: i32, command: i32): void {
    this.next[channel * COMMANDS + command] = 0;
  }

  /** Of the first requests of `banks`, the first for which `command` may issue now. */
  private first(channel: i32, kind: i32, banks: i32, command: i32, now: i32): i32 {
    const isRow = command < Command.read;
    const ranks = isRow ? this.queues.missRank : this.queues.hitRank;
    const own = this.timers.own;
    const list = (channel * 2 + kind) * this.rows.banks;
    const timer = (channel * COMMANDS + command) * this.rows.banks;
    let next = NEVER;
    let chosen = -1;
    let lowest: f64 = Infinity;
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
  private closableBanks(channel: i32, kind: i32, banks: i32): i32 {
    const order = this.policy.order;
    const rowHitCap = this.policy.rowHitCap;
    const contested = banks & this.queues.hitBanks[channel * 2 + kind]!;
    if (order === DramOrder.frfcfs || contested === 0) return banks;
    let closable = banks & ~contested;
    if (order === DramOrder.rowhit)
      for (let rest = contested; rest !== 0; rest &= rest - 1)
        if (this.missIsOlder(channel, kind, lowestBit(rest))) closable |= rest & -rest;
    return rowHitCap > 0 ? closable | (contested & this.cappedBanks(channel, kind)) : closable;
  }

  private missIsOlder(channel: i32, kind: i32, bank: i32): boolean {
    const queues = this.queues;
    const list = queues.list(channel, kind, bank);
    if (queues.missRank[list]! >= queues.hitRank[list]!) return false;
    const words = queues.words;
    return words[queues.miss[list]! + Q.arrival] !== words[queues.hit[list]! + Q.arrival];
  }

  /** Banks in which enough hits have passed the first miss, which is older than the next hit. */
  private cappedBanks(channel: i32, kind: i32): i32 {
    const queues = this.queues;
    const rows = this.rows;
    const policy = this.policy;
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
