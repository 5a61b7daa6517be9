import type { StateArrays } from '../core/stateArrays';
import type { CopyLink, PlannedCopy } from '../hostlink/copyLink';
import { NEVER } from '../core/sizes';

/** Work of the host, in core cycles. */
export interface PlannedGap {
  readonly gapCycles: number;
}

/** What an application does between two kernels. */
export type PlannedStep = PlannedCopy | PlannedGap;

/** One application of a run: its kernels in order, by kernel number. */
export interface AppPlan {
  readonly name: string;
  readonly kernels: readonly number[];
  /** Copies and work of the host before each kernel, and behind the last one. */
  readonly steps: readonly (readonly PlannedStep[])[];
  /** Repetitions of the sequence; Infinity relaunches for ever. */
  readonly repeat: number;
  readonly startCycle: number;
}

/** Number of the step of an application that has come to the steps of its place and begun none of them. */
const BEFORE_FIRST = -1;

const Phase = { waiting: 0, running: 1, finished: 2, stepping: 3, idle: 4 } as const;

/** Where each application is in its sequence of kernels, and what its kernels have done. */
export class AppQueue {
  private readonly phase: Uint8Array;
  /** Place in the sequence, and completed rounds. */
  private readonly place: Int32Array;
  readonly rounds: Int32Array;
  /** Number of the step under way among those of its place, and since when it is a copy. */
  private readonly step: Int32Array;
  private readonly copySince: Int32Array;
  /** Copies that have ended, and cycles from when they were asked for to their end. */
  readonly copiesDone: Int32Array;
  readonly copyCycles: Float64Array;
  /** Cycle from which the current kernel may place blocks. */
  private readonly startAt: Int32Array;
  /** Cycle of the end of the first round, -1 before. */
  readonly firstFinish: Int32Array;
  /** Order of launches over all applications; decides between those of one cycle. */
  private readonly order: Int32Array;
  private readonly clock: Int32Array;
  /** Launches and completions of kernels so far. */
  private readonly changeCount: Int32Array;
  readonly nextBlock: Int32Array;
  private readonly blocksDone: Int32Array;
  readonly launchedAt: Int32Array;
  /** Cycles in which an application's kernel had started and none of its blocks was on an SM. */
  readonly waited: Float64Array;
  /** Those of its first round, and of all rounds that have ended. */
  readonly firstRoundWaited: Float64Array;
  readonly roundsWaited: Float64Array;
  /** Cycle since which it waits so; -1 while it does not. */
  private readonly waitsSince: Int32Array;
  /** Completed runs of a kernel and their cycles, launch latency included. */
  readonly runs: Int32Array;
  readonly runCycles: Float64Array;

  constructor(
    readonly plans: readonly AppPlan[],
    private readonly blockCounts: Int32Array,
    private readonly launchCycles: number,
    private readonly link: Pick<CopyLink, 'advance' | 'submit' | 'nextCycle'>,
    state: StateArrays,
  ) {
    this.phase = state.uint8(plans.length);
    this.place = state.int32(plans.length);
    this.rounds = state.int32(plans.length);
    this.step = state.int32(plans.length);
    this.copySince = state.int32(plans.length);
    this.copiesDone = state.int32(plans.length);
    this.copyCycles = state.float64(plans.length);
    this.startAt = state.int32(plans.length);
    this.firstFinish = state.int32(plans.length).fill(-1);
    this.order = state.int32(plans.length);
    this.clock = state.int32(1);
    this.changeCount = state.int32(1);
    this.nextBlock = state.int32(blockCounts.length);
    this.blocksDone = state.int32(blockCounts.length);
    this.launchedAt = state.int32(blockCounts.length);
    this.waited = state.float64(plans.length);
    this.firstRoundWaited = state.float64(plans.length);
    this.roundsWaited = state.float64(plans.length);
    this.waitsSince = state.int32(plans.length).fill(-1);
    this.runs = state.int32(blockCounts.length);
    this.runCycles = state.float64(blockCounts.length);
    plans.forEach((plan, app) => this.goOn(app, plan.startCycle));
  }

  private prepare(app: number, now: number): void {
    const kernel = this.kernel(app);
    this.phase[app] = Phase.waiting;
    this.startAt[app] = now + this.launchCycles;
    this.order[app] = this.clock[0]!++;
    this.nextBlock[kernel] = 0;
    this.blocksDone[kernel] = 0;
    this.launchedAt[kernel] = now;
  }

  /** The first launch of an application that has placed no block yet begins at another cycle, as if it was to all along. */
  postpone(app: number, at: number): void {
    this.phase[app] = Phase.waiting;
    this.startAt[app] = at + this.launchCycles;
    this.launchedAt[this.kernel(app)] = at;
    this.waited[app] = 0;
    this.waitsSince[app] = -1;
  }

  /** Starts and completions of kernels so far, over all applications. */
  get changes(): number {
    return this.changeCount[0]!;
  }

  /** The kernel that the application is at. */
  kernel(app: number): number {
    return this.plans[app]!.kernels[this.place[app]!]!;
  }

  isFinished(app: number): boolean {
    return this.phase[app] === Phase.finished;
  }

  get allFinished(): boolean {
    return this.phase.every((phase) => phase === Phase.finished);
  }

  get allFinishedOnce(): boolean {
    return this.firstFinish.every((cycle) => cycle >= 0);
  }

  /** Starts what may start now; the next cycle at which something starts or moves on the host link, or `NEVER`. */
  start(now: number): number {
    this.link.advance(now, (app) => this.copyEnded(app, now));
    let next = NEVER;
    for (let app = 0; app < this.plans.length; app++) {
      while (this.comesToStep(app) && this.startAt[app]! <= now) this.nextStep(app, now);
      if (this.comesToStep(app)) next = Math.min(next, this.startAt[app]!);
      if (this.phase[app] !== Phase.waiting) continue;
      if (this.startAt[app]! <= now) {
        this.phase[app] = Phase.running;
        this.changeCount[0]!++;
        this.offAllSms(app, now);
      } else next = Math.min(next, this.startAt[app]!);
    }
    return Math.min(next, Math.max(now + 1, this.link.nextCycle()));
  }

  private copyEnded(app: number, now: number): void {
    this.copiesDone[app]!++;
    this.copyCycles[app]! += now - this.copySince[app]!;
    this.nextStep(app, now);
  }

  /** Tests whether the application begins a step at a time that is known. */
  private comesToStep(app: number): boolean {
    const phase = this.phase[app];
    return phase === Phase.idle || (phase === Phase.stepping && this.step[app] === BEFORE_FIRST);
  }

  /** Hands the next copy of the place to the link, lets the host work, or goes on behind both. */
  private nextStep(app: number, now: number): void {
    const step = this.plans[app]!.steps[this.place[app]!]![++this.step[app]!];
    this.phase[app] = Phase.stepping;
    if (step === undefined) this.afterSteps(app, now);
    else if ('gapCycles' in step) {
      this.phase[app] = Phase.idle;
      this.startAt[app] = now + step.gapCycles;
    } else {
      this.copySince[app] = now;
      this.link.submit(app, step, now);
    }
  }

  /** The application comes to its place at `at`: to the steps there first. */
  private goOn(app: number, at: number): void {
    if (this.plans[app]!.steps[this.place[app]!]!.length === 0) {
      this.afterSteps(app, at);
      return;
    }
    this.phase[app] = Phase.stepping;
    this.step[app] = BEFORE_FIRST;
    this.startAt[app] = at;
  }

  private afterSteps(app: number, at: number): void {
    if (this.place[app]! < this.plans[app]!.kernels.length) this.prepare(app, at);
    else this.endRound(app, at);
  }

  /** Tests whether the application has a kernel that has started and not ended. */
  isRunning(app: number): boolean {
    return this.phase[app] === Phase.running;
  }

  /** The application's kernel with a block left to place, -1 when there is none. */
  placeable(app: number): number {
    if (this.phase[app] !== Phase.running) return -1;
    const kernel = this.kernel(app);
    return this.nextBlock[kernel]! < this.blockCounts[kernel]! ? kernel : -1;
  }

  /** No SM holds a block of the application any more, or yet. */
  offAllSms(app: number, now: number): void {
    this.waitsSince[app] = now;
  }

  /** A block of the application comes to an SM. */
  onSm(app: number, now: number): void {
    this.settleWait(app, now);
    this.waitsSince[app] = -1;
  }

  /** Brings `waited` up to a cycle. */
  settleWaits(now: number): void {
    for (let app = 0; app < this.plans.length; app++) this.settleWait(app, now);
  }

  private settleWait(app: number, now: number): void {
    const since = this.waitsSince[app]!;
    if (since < 0) return;
    this.waited[app]! += now - since;
    this.waitsSince[app] = now;
  }

  /** Applications by the age of their launch, oldest first. */
  byAge(): number[] {
    const { startAt, order } = this;
    return this.plans.map((_, app) => app).sort((a, b) => startAt[a]! - startAt[b]! || order[a]! - order[b]!);
  }

  /** Blocks of a kernel's launch that have not ended. */
  blocksLeft(kernel: number): number {
    return this.blockCounts[kernel]! - this.blocksDone[kernel]!;
  }

  /** Counts a finished block; true when the application goes on to another kernel or round, or ends. */
  blockDone(app: number, kernel: number, now: number): boolean {
    if (++this.blocksDone[kernel]! < this.blockCounts[kernel]!) return false;
    this.runs[kernel]!++;
    this.changeCount[0]!++;
    this.runCycles[kernel]! += now + 1 - this.launchedAt[kernel]!;
    this.waitsSince[app] = -1;
    this.advance(app, now);
    return true;
  }

  private advance(app: number, now: number): void {
    this.place[app]!++;
    this.goOn(app, now + 1);
  }

  private endRound(app: number, now: number): void {
    this.place[app] = 0;
    const rounds = ++this.rounds[app]!;
    this.roundsWaited[app] = this.waited[app]!;
    if (rounds === 1) {
      this.firstFinish[app] = now;
      this.firstRoundWaited[app] = this.waited[app]!;
    }
    if (rounds >= this.plans[app]!.repeat) this.phase[app] = Phase.finished;
    else this.goOn(app, now);
  }
}
