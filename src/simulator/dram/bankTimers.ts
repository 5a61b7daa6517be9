import type { StateArrays } from '../core/stateArrays';
import { Command, COMMANDS } from './commands';
import { compileConstraints, type ConstraintTable, type FollowerLists } from './constraintTable';
import { bankCount, type DramTiming } from './dramTiming';

const LONG_AGO = -(2 ** 30);

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
  private readonly banks: number;
  private readonly groups: number;

  constructor(timing: DramTiming, channels: number, state: StateArrays) {
    this.banks = bankCount(timing);
    this.groups = timing.bankGroups;
    this.table = compileConstraints(timing);
    this.wide = state.int32(channels * COMMANDS);
    this.own = state.int32(channels * this.banks * COMMANDS);
    this.activates = state.int32(channels * 4).fill(LONG_AGO);
    this.activateCount = state.int32(channels);
  }

  get splitBuses(): boolean {
    return this.table.splitBuses;
  }

  /** First cycle at which `command` may go to `bank`. */
  readyAt(channel: number, bank: number, command: number): number {
    const wide = this.wide[channel * COMMANDS + command]!;
    const own = this.own[(channel * COMMANDS + command) * this.banks + bank]!;
    return wide > own ? wide : own;
  }

  /** Notes that `command` goes to all banks at `now`. */
  recordAll(channel: number, command: number, now: number): void {
    this.delay(this.table.lists.channel, command, this.wide, channel * COMMANDS, 1, now);
  }

  /** Notes that `command` goes to `bank` at `now`. */
  record(channel: number, bank: number, command: number, now: number): void {
    this.recordAll(channel, command, now);
    const { bankGroup, bank: single } = this.table.lists;
    const { banks } = this;
    const first = channel * COMMANDS * banks;
    this.delay(single, command, this.own, first + bank, banks, now);
    if (bankGroup.start[command] !== bankGroup.start[command + 1])
      for (let peer = bank % this.groups; peer < banks; peer += this.groups)
        this.delay(bankGroup, command, this.own, first + peer, banks, now);
    if (command === Command.activate) this.noteActivate(channel, now);
  }

  private delay(
    lists: FollowerLists,
    command: number,
    timers: Int32Array,
    base: number,
    stride: number,
    now: number,
  ): void {
    const { start, follower, delay } = lists;
    const end = start[command + 1]!;
    for (let i = start[command]!; i < end; i++) {
      const at = base + follower[i]! * stride;
      const time = now + delay[i]!;
      if (time > timers[at]!) timers[at] = time;
    }
  }

  private noteActivate(channel: number, now: number): void {
    const count = this.activateCount[channel]!;
    this.activates[channel * 4 + (count & 3)] = now;
    this.activateCount[channel] = count + 1;
    const fourth = this.activates[channel * 4 + ((count + 1) & 3)]! + this.table.fourActivates;
    const at = channel * COMMANDS + Command.activate;
    if (fourth > this.wide[at]!) this.wide[at] = fourth;
  }
}
