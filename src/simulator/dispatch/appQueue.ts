import type { StateArrays } from '../core/stateArrays';
import { NEVER } from '../sm/schedulers';

/** One application of a run: its kernels in order, by kernel number. */
export interface AppPlan {
  readonly name: string;
  readonly kernels: readonly number[];
  /** How often the sequence runs; Infinity relaunches for ever. */
  readonly repeat: number;
  readonly startCycle: number;
}

const Phase = { waiting: 0, running: 1, finished: 2 } as const;

/** Where each application is in its sequence of kernels, and what its kernels have done. */
export class AppQueue {
  private readonly phase: Uint8Array;
  /** Place in the sequence, and completed rounds. */
  private readonly place: Int32Array;
  readonly rounds: Int32Array;
  /** Cycle from which the current kernel may place blocks. */
  private readonly startAt: Int32Array;
  /** Cycle of the end of the first round, -1 before. */
  readonly firstFinish: Int32Array;
  /** Order of launches over all applications. */
  private readonly order: Int32Array;
  private readonly clock: Int32Array;
  /** Launches and completions of kernels so far. */
  private readonly changeCount: Int32Array;
  readonly nextBlock: Int32Array;
  private readonly blocksDone: Int32Array;
  readonly launchedAt: Int32Array;
  /** Completed runs of a kernel and their cycles, launch latency included. */
  readonly runs: Int32Array;
  readonly runCycles: Float64Array;

  constructor(
    readonly plans: readonly AppPlan[],
    private readonly blockCounts: Int32Array,
    private readonly launchCycles: number,
    state: StateArrays,
  ) {
    this.phase = state.uint8(plans.length);
    this.place = state.int32(plans.length);
    this.rounds = state.int32(plans.length);
    this.startAt = state.int32(plans.length);
    this.firstFinish = state.int32(plans.length).fill(-1);
    this.order = state.int32(plans.length);
    this.clock = state.int32(1);
    this.changeCount = state.int32(1);
    this.nextBlock = state.int32(blockCounts.length);
    this.blocksDone = state.int32(blockCounts.length);
    this.launchedAt = state.int32(blockCounts.length);
    this.runs = state.int32(blockCounts.length);
    this.runCycles = state.float64(blockCounts.length);
    plans.forEach((plan, app) => this.prepare(app, plan.startCycle));
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

  /** How often a kernel has begun to run or has completed, over all applications. */
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

  /** Starts what may start now; the next cycle at which something starts, or `NEVER`. */
  start(now: number): number {
    let next = NEVER;
    for (let app = 0; app < this.plans.length; app++) {
      if (this.phase[app] !== Phase.waiting) continue;
      if (this.startAt[app]! <= now) {
        this.phase[app] = Phase.running;
        this.changeCount[0]!++;
      } else next = Math.min(next, this.startAt[app]!);
    }
    return next;
  }

  /** Whether the application has a kernel that has started and not ended. */
  isRunning(app: number): boolean {
    return this.phase[app] === Phase.running;
  }

  /** The application's kernel with a block left to place, -1 when there is none. */
  placeable(app: number): number {
    if (this.phase[app] !== Phase.running) return -1;
    const kernel = this.kernel(app);
    return this.nextBlock[kernel]! < this.blockCounts[kernel]! ? kernel : -1;
  }

  /** Applications by the age of their launch, oldest first. */
  byAge(): number[] {
    return this.plans.map((_, app) => app).sort((a, b) => this.order[a]! - this.order[b]!);
  }

  /** Counts a finished block; true when the application goes on to another kernel or round, or ends. */
  blockDone(app: number, kernel: number, now: number): boolean {
    if (++this.blocksDone[kernel]! < this.blockCounts[kernel]!) return false;
    this.runs[kernel]!++;
    this.changeCount[0]!++;
    this.runCycles[kernel]! += now + 1 - this.launchedAt[kernel]!;
    this.advance(app, now);
    return true;
  }

  private advance(app: number, now: number): void {
    const plan = this.plans[app]!;
    if (++this.place[app]! === plan.kernels.length) {
      this.place[app] = 0;
      const rounds = ++this.rounds[app]!;
      if (rounds === 1) this.firstFinish[app] = now + 1;
      if (rounds >= plan.repeat) {
        this.phase[app] = Phase.finished;
        return;
      }
    }
    this.prepare(app, now + 1);
  }
}
