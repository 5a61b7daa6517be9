import type { StateArrays } from '../core/stateArrays';
import { Command, COMMANDS } from './commandNumbers';
import type { ConstraintTable, DramSetup, FollowerLists } from './dramSetup';

const LONG_AGO = -0x40000000;

/**
 * The next cycle at which each command is allowed: per channel, and per bank, into which the constraints of its
 * bank group go too. A command that is issued moves the timers of what it constrains; whether a command may
 * issue is then a look at two numbers.
 */
export class BankTimers {
  /** By channel and command. */
  readonly wide: Int32Array;
  /** By channel, command and bank, so that what is compared lies together. */
  readonly own: Int32Array;
  private readonly table: ConstraintTable;
  /** Cycles of the last four activates of each channel, as rings. */
  private readonly activates: Int32Array;
  private readonly activateCount: Int32Array;
  private readonly banks: i32;
  private readonly groups: i32;

  constructor(setup: DramSetup, channels: i32, state: StateArrays) {
    this.banks = setup.banks;
    this.groups = setup.bankGroups;
    this.table = setup.table;
    this.wide = state.int32(channels * COMMANDS);
    this.own = state.int32(channels * this.banks * COMMANDS);
    this.activates = state.int32(channels * 4).fill(LONG_AGO);
    this.activateCount = state.int32(channels);
  }

  get splitBuses(): boolean {
    return this.table.splitBuses;
  }

  /** First cycle at which `command` may go to `bank`. */
  readyAt(channel: i32, bank: i32, command: i32): i32 {
    const wide = this.wide[channel * COMMANDS + command]!;
    const own = this.own[(channel * COMMANDS + command) * this.banks + bank]!;
    return wide > own ? wide : own;
  }

  /** Notes that `command` goes to all banks at `now`. */
  recordAll(channel: i32, command: i32, now: i32): void {
    this.delay(this.table.channel, command, this.wide, channel * COMMANDS, 1, now);
  }

  /** Notes that `command` goes to `bank` at `now`. */
  record(channel: i32, bank: i32, command: i32, now: i32): void {
    this.recordAll(channel, command, now);
    const bankGroup = this.table.bankGroup;
    const single = this.table.bank;
    const banks = this.banks;
    const first = channel * COMMANDS * banks;
    this.delay(single, command, this.own, first + bank, banks, now);
    if (bankGroup.start[command] !== bankGroup.start[command + 1])
      for (let peer = bank % this.groups; peer < banks; peer += this.groups)
        this.delay(bankGroup, command, this.own, first + peer, banks, now);
    if (command === Command.activate) this.noteActivate(channel, now);
  }

  private delay(
    lists: FollowerLists,
    command: i32,
    timers: Int32Array,
    base: i32,
    stride: i32,
    now: i32,
  ): void {
    const start = lists.start;
    const follower = lists.follower;
    const delay = lists.delay;
    const end = start[command + 1]!;
    for (let i = start[command]!; i < end; i++) {
      const at = base + follower[i]! * stride;
      const time = now + delay[i]!;
      if (time > timers[at]!) timers[at] = time;
    }
  }

  private noteActivate(channel: i32, now: i32): void {
    const count = this.activateCount[channel]!;
    this.activates[channel * 4 + (count & 3)] = now;
    this.activateCount[channel] = count + 1;
    const fourth = this.activates[channel * 4 + ((count + 1) & 3)]! + this.table.fourActivates;
    const at = channel * COMMANDS + Command.activate;
    if (fourth > this.wide[at]!) this.wide[at] = fourth;
  }
}
