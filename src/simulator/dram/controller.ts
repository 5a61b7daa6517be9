import { countBits, greater, lesser, quotient } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';
import { BankRows } from './bankRows';
import { BankTimers } from './bankTimers';
import { NEVER } from '../core/sizes';
import { Candidates } from './candidates';
import { Command, COMMANDS } from './commandNumbers';
import type { DramSetup } from './dramSetup';
import {
  applicationOf,
  bankOf,
  burstsOf,
  kindOf,
  ONE_BURST,
  outcomeOf,
  Q,
  requestFacts,
  RequestQueues,
  RowOutcome,
  withOutcome,
} from './requestQueues';

/** Shares of the write queue at which draining begins and ends. */
const DRAIN_ABOVE: f64 = 0.8;
const DRAIN_BELOW: f64 = 0.2;

const LEVEL_STEP: f64 = 4294967296.0;

/** Who hears of requests that are done. */
export interface ControllerClient {
  /** The last column command of a request issues at `now`; its place is free again after the call. */
  served(channel: i32, place: i32, now: i32): void;
}

/**
 * Memory controllers of several channels, each with a queue of reads and one of writes, open rows and refresh
 * of all banks. Writes wait until they fill most of their queue or there is nothing to read. A request whose
 * row has been opened for it leaves its queue and is served before the queues are looked at.
 *
 * The order of things within a cycle follows Ramulator 2.1 (one command a cycle, or for HBM a column and a row
 * command), but a channel is looked at only in cycles in which it may issue: in between nothing can change.
 */
export class DramController {
  readonly queues: RequestQueues;
  private readonly rows: BankRows;
  private readonly timers: BankTimers;
  private readonly candidates: Candidates;
  private readonly draining: Uint8Array;
  /** 1 where the channel is to go from reads to writes or back. */
  private readonly turns: Uint8Array;
  private readonly refreshAt: Int32Array;
  private readonly refreshDue: Int32Array;
  private readonly lastTick: Int32Array;
  private readonly nextTick: Int32Array;
  private readonly level: Int32Array;
  private client: ControllerClient | null = null;

  /** @param applications number of applications that priorities tell apart */
  constructor(
    private readonly setup: DramSetup,
    channels: i32,
    applications: i32,
    state: StateArrays,
  ) {
    const banks = setup.banks;
    this.queues = new RequestQueues(channels, banks, setup.readQueue + setup.writeQueue + banks, state);
    this.rows = new BankRows(channels, banks, state);
    this.timers = new BankTimers(setup, channels, state);
    this.candidates = new Candidates(this.queues, this.rows, this.timers, setup, state);
    this.draining = state.uint8(channels);
    this.turns = state.uint8(channels).fill(1);
    this.refreshAt = state.int32(channels).fill(setup.refresh ? setup.nREFI : NEVER);
    this.refreshDue = state.int32(channels);
    this.lastTick = state.int32(channels);
    this.nextTick = state.int32(channels).fill(setup.refresh ? setup.nREFI : NEVER);
    this.level = state.int32(applications);
  }

  connect(client: ControllerClient): void {
    this.client = client;
  }

  hasRoom(channel: i32, kind: i32): boolean {
    const limit = kind === 0 ? this.setup.readQueue : this.setup.writeQueue;
    return this.queues.count[channel * 2 + kind]! < limit;
  }

  /** Tests whether all requests of the channel are served. */
  isIdle(channel: i32): boolean {
    const count = this.queues.count;
    return (count[channel * 2]! | count[channel * 2 + 1]! | this.rows.activatingBanks[channel]!) === 0;
  }

  /** Requests of the channel that are not served yet. */
  pending(channel: i32): i32 {
    const count = this.queues.count;
    return count[channel * 2]! + count[channel * 2 + 1]! + countBits(this.rows.activatingBanks[channel]!);
  }

  /** Next cycle at which the channel may do something. */
  nextCycle(channel: i32): i32 {
    return this.nextTick[channel]!;
  }

  /**
   * Queues a request that arrives in cycle `now`, to which the channel must have been run; it can be served
   * from the next cycle on. Returns its place, which the caller may tag until `served`.
   */
  enqueue(channel: i32, kind: i32, bank: i32, row: i32, bursts: i32, application: i32, now: i32): i32 {
    if (this.lastTick[channel]! < now) this.idleTick(channel, now);
    const queues = this.queues;
    const rows = this.rows;
    const place = queues.take(channel);
    queues.words[place + Q.row] = row;
    queues.words[place + Q.arrival] = now;
    queues.words[place + Q.facts] = requestFacts(kind, bank, bursts, application);
    const open = rows.open[channel * rows.banks + bank]!;
    const isFirst = queues.add(channel, place, this.level[application]!, open);
    this.countChanged(channel);
    if (isFirst) {
      this.candidates.changed(channel, this.draining[channel]!, bank);
      this.plan(channel, now + 1);
    } else if (this.turns[channel] === 1) this.plan(channel, now + 1);
    return place;
  }

  /** Runs a channel up to and including cycle `end`. */
  run(channel: i32, end: i32): void {
    while (this.nextTick[channel]! <= end) {
      if (this.refreshAt[channel]! <= end - this.setup.nREFI) this.skipRefreshes(channel, end);
      this.tick(channel, this.nextTick[channel]!);
    }
  }

  /**
   * Gives each application a priority level; requests of higher levels are served first, those that wait
   * included. The channels must have been run to cycle `now`.
   */
  setPriorities(levels: Int32Array, now: i32): void {
    for (let i = 0; i < levels.length; i++) this.level[i] = levels[i]!;
    for (let channel = 0; channel < this.queues.channels; channel++) {
      if (this.lastTick[channel]! < now) this.idleTick(channel, now);
      this.queues.rerank(channel, this.level, this.rows.open);
      this.candidates.allChanged(channel);
      this.plan(channel, now + 1);
    }
  }

  private tick(channel: i32, now: i32): void {
    this.lastTick[channel] = now;
    if (now >= this.refreshAt[channel]!) {
      this.refreshAt[channel]! += this.setup.nREFI;
      this.refreshDue[channel]!++;
    }
    if (this.timers.splitBuses) this.issueOnTwoBuses(channel, now);
    else this.issueOnOneBus(channel, now);
    this.plan(channel, now + 1);
  }

  /** A cycle without commands, before requests arrive at its end: all that happens is a turn. */
  private idleTick(channel: i32, now: i32): void {
    this.lastTick[channel] = now;
    if (this.refreshDue[channel] === 0) this.chooseDirection(channel);
  }

  /** Sets the next cycle to look at the channel, `earliest` or later. */
  private plan(channel: i32, earliest: i32): void {
    const candidates = this.candidates;
    let next = lesser(this.refreshAt[channel]!, candidates.activatingTime(channel));
    if (this.refreshDue[channel]! > 0) next = lesser(next, this.refreshTime(channel));
    else if (this.turns[channel] === 1) next = earliest;
    else next = lesser(next, candidates.queuedTime(channel, this.draining[channel]!));
    this.nextTick[channel] = greater(next, earliest);
  }

  private issueOnOneBus(channel: i32, now: i32): void {
    const candidates = this.candidates;
    const activating = candidates.activatingRequest(channel, now);
    if (activating >= 0) this.advance(channel, activating, now);
    else if (this.refreshDue[channel]! > 0) this.issueRefresh(channel, now);
    else {
      this.chooseDirection(channel);
      const first = candidates.any(channel, this.draining[channel]!, now);
      if (first >= 0) this.advance(channel, first, now);
    }
  }

  private issueOnTwoBuses(channel: i32, now: i32): void {
    const candidates = this.candidates;
    const refreshing = this.refreshDue[channel]! > 0;
    let column = candidates.activatingRequest(channel, now);
    if (column < 0 && !refreshing) {
      this.chooseDirection(channel);
      column = candidates.column(channel, this.draining[channel]!, now);
    }
    if (column >= 0) this.advance(channel, column, now);
    if (refreshing) {
      this.issueRefresh(channel, now);
      return;
    }
    this.chooseDirection(channel);
    const row = candidates.row(channel, this.draining[channel]!, now);
    if (row >= 0) this.advance(channel, row, now);
  }

  private chooseDirection(channel: i32): void {
    if (this.turns[channel] === 0) return;
    this.draining[channel]! ^= 1;
    this.countChanged(channel);
    this.candidates.allChanged(channel);
  }

  /** Notes whether the channel is to turn, after its direction or the number of its requests has changed. */
  private countChanged(channel: i32): void {
    const reads = this.queues.count[channel * 2]!;
    const writes = this.queues.count[channel * 2 + 1]!;
    const writeQueue = this.setup.writeQueue;
    const turns =
      this.draining[channel] === 0
        ? writes > DRAIN_ABOVE * writeQueue || reads === 0
        : writes < DRAIN_BELOW * writeQueue && reads !== 0;
    this.turns[channel] = turns ? 1 : 0;
  }

  /** Issues the next command of a request, and notes when its bank may do something next. */
  private advance(channel: i32, place: i32, now: i32): void {
    const queues = this.queues;
    const rows = this.rows;
    const facts = queues.words[place + Q.facts]!;
    const bank = bankOf(facts);
    const open = rows.open[channel * rows.banks + bank]!;
    if (open === queues.words[place + Q.row]) this.moveBurst(channel, place, now);
    else {
      if (outcomeOf(facts) === RowOutcome.unknown)
        queues.words[place + Q.facts] = withOutcome(
          facts,
          open < 0 ? RowOutcome.closed : RowOutcome.conflict,
        );
      if (open < 0) this.activate(channel, place, now);
      else this.precharge(channel, bank, now);
    }
    this.candidates.changed(channel, this.draining[channel]!, bank);
  }

  private precharge(channel: i32, bank: i32, now: i32): void {
    this.timers.record(channel, bank, Command.precharge, now);
    this.rows.close(channel, bank);
    this.queues.rowClosed(channel, bank);
  }

  private activate(channel: i32, place: i32, now: i32): void {
    const queues = this.queues;
    const rows = this.rows;
    const facts = queues.words[place + Q.facts]!;
    const bank = bankOf(facts);
    const row = queues.words[place + Q.row]!;
    const level = this.level[applicationOf(facts)]!;
    this.timers.record(channel, bank, Command.activate, now);
    const rank = f64(queues.words[place + Q.arrival]!) - level * LEVEL_STEP;
    rows.openFor(channel, bank, row, place, kindOf(facts), rank, now);
    queues.removeOpener(channel, place, row);
    this.countChanged(channel);
  }

  private moveBurst(channel: i32, place: i32, now: i32): void {
    const queues = this.queues;
    const rows = this.rows;
    let facts = queues.words[place + Q.facts]! - ONE_BURST;
    const bank = bankOf(facts);
    const kind = kindOf(facts);
    const at = channel * rows.banks + bank;
    if (outcomeOf(facts) === RowOutcome.unknown) facts = withOutcome(facts, RowOutcome.hit);
    queues.words[place + Q.facts] = facts;
    this.timers.record(channel, bank, Command.read + kind, now);
    if (burstsOf(facts) > 0) return;
    if (rows.activating[at] === place) rows.activationServed(channel, bank);
    else {
      const miss = queues.miss[queues.list(channel, kind, bank)]!;
      if (miss >= 0 && queues.rank(miss) < queues.rank(place)) rows.passed[at]!++;
      queues.remove(channel, place, rows.open[at]!);
      this.countChanged(channel);
    }
    this.client!.served(channel, place, now);
    queues.release(channel, place);
  }

  /** Closes all banks, then refreshes them, as soon as requests with a row opened for them are done. */
  private issueRefresh(channel: i32, now: i32): void {
    if (this.refreshTime(channel) > now) return;
    const open = this.rows.openBanks[channel] !== 0;
    this.timers.recordAll(channel, open ? Command.prechargeAll : Command.refresh, now);
    if (open) this.closeAll(channel);
    else this.refreshDue[channel]!--;
  }

  /** When the next command of a refresh may issue, as things stand. */
  private refreshTime(channel: i32): i32 {
    if (this.rows.activatingBanks[channel] !== 0) return NEVER;
    const command = this.rows.openBanks[channel] !== 0 ? Command.prechargeAll : Command.refresh;
    return this.timers.wide[channel * COMMANDS + command]!;
  }

  private closeAll(channel: i32): void {
    for (let bank = 0; bank < this.rows.banks; bank++) {
      this.rows.close(channel, bank);
      this.queues.rowClosed(channel, bank);
    }
    this.candidates.allChanged(channel);
  }

  /** Of the refreshes that fall into a time without requests, only the last one still matters. */
  private skipRefreshes(channel: i32, end: i32): void {
    const at = this.refreshAt[channel]!;
    if (this.nextTick[channel] !== at || this.pending(channel) > 0 || this.rows.openBanks[channel] !== 0)
      return;
    const nREFI = this.setup.nREFI;
    this.refreshAt[channel] = at + quotient(end - at, nREFI) * nREFI;
    this.nextTick[channel] = this.refreshAt[channel]!;
  }
}
