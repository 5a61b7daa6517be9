import {
  COLUMN_COMMANDS,
  COMMAND_NAMES,
  ROW_COMMANDS,
  type CommandName,
} from '../../src/simulator/dram/commands';
import { PROTOCOLS } from '../../src/simulator/dram/constraints';
import type { ControllerPolicy } from '../../src/simulator/dram/controllerPolicy';
import type { DramTiming, TimingParameter } from '../../src/simulator/dram/dramTiming';

export interface SteppedRequest {
  readonly id: number;
  readonly write: boolean;
  readonly bank: number;
  readonly row: number;
  readonly bursts: number;
  readonly application: number;
  readonly arrival: number;
}

interface Waiting extends SteppedRequest {
  left: number;
  openedAt: number;
  /** Priority when the row was opened. */
  openedLevel: number;
}

interface Issued {
  readonly command: CommandName;
  readonly bank: number;
  readonly time: number;
}

/**
 * The same memory controller the slow way, as a reference: every cycle is stepped, every request is asked, and
 * whether a command may issue is read off the list of constraints and the commands issued so far.
 */
export class SteppedChannel {
  readonly issued: Issued[] = [];
  /** Request ids with the cycle of their last column command. */
  readonly served: { id: number; time: number }[] = [];
  /** Priority of each application. */
  levels: readonly number[] = [0, 0];
  private clock = 0;
  private queues: [Waiting[], Waiting[]] = [[], []];
  private openers: Waiting[] = [];
  private readonly open: number[];
  private readonly passed: number[];
  private writing = false;
  private refreshes = 0;

  constructor(
    private readonly timing: DramTiming,
    private readonly policy: ControllerPolicy,
  ) {
    const banks = timing.bankGroups * timing.banksPerGroup;
    this.open = new Array<number>(banks).fill(-1);
    this.passed = new Array<number>(banks).fill(0);
  }

  get now(): number {
    return this.clock;
  }

  get pending(): number {
    return this.queues[0].length + this.queues[1].length + this.openers.length;
  }

  hasRoom(write: boolean): boolean {
    return this.queue(write).length < (write ? this.policy.writeQueue : this.policy.readQueue);
  }

  send(request: SteppedRequest): void {
    this.queue(request.write).push({ ...request, left: request.bursts, openedAt: -1, openedLevel: 0 });
  }

  step(): void {
    this.clock++;
    if (this.policy.refresh && this.clock % this.timing.nREFI === 0) this.refreshes++;
    if (PROTOCOLS[this.timing.protocol].splitBuses) {
      this.issueOne(COLUMN_COMMANDS);
      this.issueOne(ROW_COMMANDS);
    } else this.issueOne(COMMAND_NAMES);
  }

  private queue(write: boolean): Waiting[] {
    return this.queues[write ? 1 : 0];
  }

  private issueOne(bus: readonly CommandName[]): void {
    const opener = bus.includes('read') ? this.readyOpener() : undefined;
    if (opener) this.issueFor(opener);
    else if (this.refreshes > 0) this.refresh(bus);
    else {
      this.turn();
      const chosen = this.choose(bus);
      if (chosen) this.issueFor(chosen);
    }
  }

  private readyOpener(): Waiting | undefined {
    return this.openers
      .filter((request) => this.ready(this.commandOf(request), request.bank))
      .sort((a, b) => b.openedLevel - a.openedLevel || a.arrival - b.arrival || a.openedAt - b.openedAt)[0];
  }

  private refresh(bus: readonly CommandName[]): void {
    const command = this.open.some((row) => row >= 0) ? 'prechargeAll' : 'refresh';
    if (!bus.includes(command) || this.openers.length > 0 || !this.ready(command, -1)) return;
    this.issued.push({ command, bank: -1, time: this.clock });
    this.open.fill(-1);
    if (command === 'refresh') this.refreshes--;
  }

  private turn(): void {
    const [reads, writes] = this.queues;
    const full = this.policy.writeQueue;
    if (!this.writing) this.writing = writes.length > 0.8 * full || reads.length === 0;
    else if (writes.length < 0.2 * full && reads.length > 0) this.writing = false;
  }

  private choose(bus: readonly CommandName[]): Waiting | undefined {
    return this.queue(this.writing)
      .filter((request) => {
        const command = this.commandOf(request);
        return bus.includes(command) && this.allowed(request, command) && this.ready(command, request.bank);
      })
      .sort((a, b) => this.order(a, b))[0];
  }

  private order(a: Waiting, b: Waiting): number {
    return this.levels[b.application]! - this.levels[a.application]! || a.id - b.id;
  }

  private allowed(request: Waiting, command: CommandName): boolean {
    if (command === 'activate') return true;
    const queue = this.queue(this.writing).filter(({ bank }) => bank === request.bank);
    const hits = queue.filter(({ row }) => row === this.open[request.bank]).sort((a, b) => this.order(a, b));
    const misses = queue
      .filter(({ row }) => row !== this.open[request.bank])
      .sort((a, b) => this.order(a, b));
    const capped =
      this.policy.rowHitCap > 0 &&
      this.passed[request.bank]! >= this.policy.rowHitCap &&
      hits.length > 0 &&
      misses.length > 0 &&
      this.order(misses[0]!, hits[0]!) < 0;
    if (command !== 'precharge') return !capped;
    if (this.openers.some(({ bank }) => bank === request.bank)) return false;
    if (this.policy.scheduler === 'frfcfs' || hits.length === 0 || capped) return true;
    if (this.policy.scheduler === 'hitfirst') return false;
    return this.order(request, hits[0]!) < 0 && request.arrival !== hits[0]!.arrival;
  }

  private commandOf(request: Waiting): CommandName {
    const row = this.open[request.bank]!;
    if (row === request.row) return request.write ? 'write' : 'read';
    return row < 0 ? 'activate' : 'precharge';
  }

  private issueFor(request: Waiting): void {
    const command = this.commandOf(request);
    this.issued.push({ command, bank: request.bank, time: this.clock });
    if (command === 'precharge') this.open[request.bank] = -1;
    else if (command === 'activate') {
      this.remove(request);
      const openedLevel = this.levels[request.application]!;
      this.openers.push({ ...request, openedAt: this.clock, openedLevel });
      this.open[request.bank] = request.row;
      this.passed[request.bank] = 0;
    } else if (--request.left === 0) this.serve(request);
  }

  private serve(request: Waiting): void {
    this.served.push({ id: request.id, time: this.clock });
    if (this.openers.includes(request)) {
      this.openers = this.openers.filter((other) => other !== request);
      return;
    }
    const older = this.queue(request.write).some(
      (other) => other.bank === request.bank && other.row !== request.row && this.order(other, request) < 0,
    );
    if (older) this.passed[request.bank]!++;
    this.remove(request);
  }

  private remove(request: Waiting): void {
    const queue = this.queue(request.write);
    queue.splice(queue.indexOf(request), 1);
  }

  /** Whether every constraint lets `command` go to `bank` (-1: all banks) in this cycle. */
  private ready(command: CommandName, bank: number): boolean {
    const { constraints, splitBuses, commandCycles } = PROTOCOLS[this.timing.protocol];
    const cycles = (name: CommandName) => commandCycles(name, this.timing);
    const sameBus = (name: CommandName) =>
      !splitBuses || COLUMN_COMMANDS.includes(name) === COLUMN_COMMANDS.includes(command);
    const free = this.issued
      .slice(-8)
      .every(({ command: name, time }) => !sameBus(name) || this.clock >= time + cycles(name));
    return (
      free &&
      constraints
        .filter(({ before }) => before.includes(command))
        .every((item) =>
          item.after.every((after) => {
            const time = this.lastTime(after, item.scope, bank, item.window ?? 1);
            const wait = item.cycles.reduce<number>((sum, term) => sum + this.value(term), 0);
            return time === undefined || this.clock >= time + wait + cycles(after) - cycles(command);
          }),
        )
    );
  }

  private lastTime(command: CommandName, scope: string, bank: number, nth: number): number | undefined {
    const groups = this.timing.bankGroups;
    const inScope = (other: number) =>
      scope === 'channel' ||
      (bank >= 0 && other >= 0 && (scope === 'bank' ? other === bank : other % groups === bank % groups));
    let left = nth;
    for (let i = this.issued.length - 1; i >= 0; i--) {
      const { command: name, bank: other, time } = this.issued[i]!;
      if (name === command && inScope(other) && --left === 0) return time;
    }
    return undefined;
  }

  private value(term: string | number): number {
    if (typeof term === 'number') return term;
    return term.startsWith('-')
      ? -this.timing[term.slice(1) as TimingParameter]
      : this.timing[term as TimingParameter];
  }
}
