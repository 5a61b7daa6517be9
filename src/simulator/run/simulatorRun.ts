import { message } from '../../kernel/message';
import { fieldFault } from '../../kernel/result';
import { MAX_CYCLES, type Scenario } from '../../kernel/scenario';
import { COUNTER_COLUMNS } from '../core/counterColumns';
import { INSTRUCTION_COUNTERS } from '../core/counters';
import type { LoadedSpec } from '../spec/loadSpec';
import { restore, save } from '../core/snapshot';
import { Machine } from './machine';
import { NEVER } from '../core/sizes';
import type { MachinePlan } from './machinePlan';
import { YieldedBlocks, yieldingApp } from './yielding';
import { applyMode } from './sharing';

/** Progress of a run. */
export interface RunProgress {
  readonly cycles: number;
  readonly warpInstructions: number;
  readonly simulatedMs: number;
}

/** Callbacks of a run in progress. */
export interface RunHooks {
  /** Called between stretches of `progressCycles`; the run ends early when it returns false. */
  readonly onProgress?: (progress: RunProgress) => boolean;
  readonly progressCycles?: number;
  /** Called every `epochCycles` with the run, which may be repartitioned; `nextEpochIn` moves the next call. */
  readonly onEpoch?: (run: SimulatorRun) => void;
  readonly epochCycles?: number;
  /** Called after a cycle in which a kernel began to run or completed; the run may be repartitioned. */
  readonly onKernelChange?: (run: SimulatorRun) => void;
}

/** Why a run has ended. */
export type RunEnd = 'finished' | 'cycles' | 'instructions' | 'cancelled';

const CHECK_CYCLES = 1024;

/** Everything that is needed to go on from a point of a run. */
export interface RunSnapshot {
  readonly state: Uint8Array;
  readonly baseline: Float64Array;
  readonly baselineCycle: number;
  readonly baselineWaits: Float64Array;
  readonly savedBlocks: Machine['dispatcher']['savedBlocks'];
  readonly copies: Machine['copies']['submitted'];
}

/**
 * Way in which an SM changes hands: its blocks run to their end, or are moved off at once with their context.
 */
export type RepartitionPolicy = 'drain' | 'switch';

/** One simulation under way: it can be stepped, looked into, repartitioned, saved and forked. */
export class SimulatorRun {
  readonly machine: Machine;
  /** Counters and cycle at the end of the warm-up. */
  baseline: Float64Array;
  baselineCycle = 0;
  private nextEpoch = Infinity;
  /** Blocks that an application gives to others while they run; null where none does. */
  private readonly yielded: YieldedBlocks | null;
  /** Cycles that each application had waited for SMs by then. */
  baselineWaits: Float64Array;

  constructor(
    readonly scenario: Scenario,
    readonly loaded: LoadedSpec,
    private readonly plan: MachinePlan,
    /** True if one application runs alone, on the whole GPU. */
    private readonly solo = false,
  ) {
    this.machine = new Machine(plan);
    this.baseline = new Float64Array(this.machine.counters.length);
    this.baselineWaits = new Float64Array(plan.apps.length);
    if (!solo) applyMode(scenario, loaded.spec, this.machine.partition);
    const yields = solo ? undefined : yieldingApp(scenario);
    this.yielded = yields === undefined ? null : new YieldedBlocks(this.machine, yields);
  }

  get cycles(): number {
    return this.machine.now;
  }

  get warpInstructions(): number {
    let sum = 0;
    const { counters } = this.machine;
    for (let row = 0; row < counters.length; row += COUNTER_COLUMNS)
      for (let column = 0; column < INSTRUCTION_COUNTERS.length; column++) sum += counters[row + column]!;
    return sum;
  }

  get progress(): RunProgress {
    return {
      cycles: this.cycles,
      warpInstructions: this.warpInstructions,
      simulatedMs: this.cycles / this.loaded.spec.coreClockMHz / 1000,
    };
  }

  /**
   * Runs to the scenario's limits.
   *
   * @param cycles behind the warm-up in place of those of the scenario: a run that has ended there goes on
   */
  run(hooks: RunHooks = {}, cycles = this.limitCycles): RunEnd {
    const warmup = this.scenario.warmupCycles ?? 0;
    const last = Math.min(MAX_CYCLES, warmup + cycles);
    this.nextEpochIn(hooks.epochCycles ?? Infinity);
    let nextProgress = this.cycles + (hooks.progressCycles ?? 65536);
    const { queue } = this.machine;
    let changes = queue.changes;
    const watches = hooks.onKernelChange !== undefined || this.yielded !== null;
    const hasChanged = (): boolean => watches && queue.changes !== changes;
    for (;;) {
      const end = this.endAt(last);
      if (end !== null) return end;
      const back = this.yielded?.nextCycle ?? NEVER;
      const stop = Math.min(last, this.nextEpoch, nextProgress, this.nextCheck(warmup), back);
      this.machine.run(stop, () => this.isFinished() || hasChanged());
      if (this.baselineCycle === 0 && warmup > 0 && this.cycles >= warmup) this.endWarmup();
      if (hasChanged()) {
        changes = queue.changes;
        this.kernelChanged(hooks);
      }
      if (this.cycles >= back) this.yielded?.update(this.cycles);
      if (this.cycles >= this.nextEpoch) {
        this.machine.settleCounters();
        this.nextEpochIn(hooks.epochCycles!);
        hooks.onEpoch?.(this);
      }
      if (this.cycles >= nextProgress) {
        if (hooks.onProgress?.(this.progress) === false) return 'cancelled';
        nextProgress = this.cycles + (hooks.progressCycles ?? 65536);
      }
    }
  }

  /** Sets when `onEpoch` is called next, once; to be called from hooks. */
  nextEpochIn(cycles: number): void {
    this.nextEpoch = this.cycles + cycles;
  }

  private get limitCycles(): number {
    return this.scenario.limits?.cycles ?? MAX_CYCLES;
  }

  private endAt(last: number): RunEnd | null {
    if (this.isFinished()) return 'finished';
    if (this.cycles >= last) return 'cycles';
    return this.hasReachedInstructions() ? 'instructions' : null;
  }

  private kernelChanged(hooks: RunHooks): void {
    this.machine.settleCounters();
    this.yielded?.update(this.cycles);
    hooks.onKernelChange?.(this);
  }

  private nextCheck(warmup: number): number {
    const beforeEnd = this.cycles < warmup ? warmup : Infinity;
    return this.scenario.limits?.instructions === undefined
      ? beforeEnd
      : Math.min(beforeEnd, this.cycles + CHECK_CYCLES);
  }

  private endWarmup(): void {
    this.machine.settleCounters();
    this.baseline = this.machine.counters.slice();
    this.baselineCycle = this.cycles;
    this.baselineWaits = this.machine.queue.waited.slice();
  }

  private isFinished(): boolean {
    const { queue } = this.machine;
    const untilOnce = this.scenario.limits?.untilEachFinishedOnce ?? this.scenario.limits === undefined;
    const until = this.scenario.limits?.untilFinished;
    if (until !== undefined && !this.solo && queue.firstFinish[until]! >= 0) return true;
    return queue.allFinished || (untilOnce && queue.allFinishedOnce);
  }

  private hasReachedInstructions(): boolean {
    const limit = this.scenario.limits?.instructions;
    return limit !== undefined && this.warpInstructions >= limit;
  }

  /**
   * Changes how many SMs each application owns, from now on.
   *
   * @throws InputError when the counts do not fit the GPU.
   */
  repartition(sms: readonly number[], policy: RepartitionPolicy): void {
    const { partition, dispatcher } = this.machine;
    checkCounts(sms, partition.apps, partition.sms);
    partition.reassign(sms);
    if (policy === 'switch') dispatcher.evict();
    dispatcher.reconsider();
  }

  /**
   * Lets an application start at another cycle that is to come, as if the scenario said so.
   *
   * @throws Error where a block of it has been placed.
   */
  postpone(app: number, startCycle: number): void {
    const { queue, dispatcher } = this.machine;
    if (queue.nextBlock[queue.kernel(app)]! > 0) throw new Error(`application ${app} is under way`);
    queue.postpone(app, startCycle);
    dispatcher.reconsider();
  }

  /** Takes blocks off the SMs that their application does not own any more, in mid-block. */
  evict(): void {
    this.machine.dispatcher.evict();
  }

  /** Gives the whole GPU to one application until the next repartition; the others stand still. */
  grantAll(app: number, policy: RepartitionPolicy): void {
    const { partition, dispatcher } = this.machine;
    if (!Number.isInteger(app) || app < 0 || app >= partition.apps)
      throw fieldFault('app', message('simulator.noApplication', { app }));
    partition.grantAll(app);
    if (policy === 'switch') dispatcher.evict();
    dispatcher.reconsider();
  }

  /**
   * Gives each application a priority in the memory controllers, from now on: requests of applications with a
   * higher level go first.
   *
   * @throws InputError unless there is a whole number from 0 to 63 for each application.
   */
  prioritizeMemory(levels: readonly number[]): void {
    const { apps } = this.machine.partition;
    if (levels.length !== apps)
      throw fieldFault('levels', message('kernel.entriesForApps', { entries: levels.length, apps }));
    if (!levels.every((level) => Number.isInteger(level) && level >= 0 && level <= 63))
      throw fieldFault('levels', message('simulator.wholeNumbers', { min: 0, max: 63 }));
    this.machine.prioritizeMemory(levels);
  }

  /** Everything that the rest of the run depends on. */
  snapshot(): RunSnapshot {
    return {
      state: save(this.machine.state),
      baseline: this.baseline.slice(),
      baselineCycle: this.baselineCycle,
      baselineWaits: this.baselineWaits.slice(),
      savedBlocks: this.machine.dispatcher.savedBlocks,
      copies: this.machine.copies.submitted,
    };
  }

  /** Goes back to a snapshot of this run or of a fork. */
  restore(snapshot: RunSnapshot): void {
    restore(this.machine.state, snapshot.state);
    this.baseline = snapshot.baseline.slice();
    this.baselineCycle = snapshot.baselineCycle;
    this.baselineWaits = snapshot.baselineWaits.slice();
    this.machine.dispatcher.savedBlocks = snapshot.savedBlocks;
    this.machine.copies.restore(snapshot.copies, this.machine.now);
  }

  /** A second run that goes on from here independently. */
  fork(): SimulatorRun {
    const fork = new SimulatorRun(this.scenario, this.loaded, this.plan, this.solo);
    fork.restore(this.snapshot());
    return fork;
  }
}

function checkCounts(sms: readonly number[], apps: number, total: number): void {
  const sum = sms.reduce((a, b) => a + b, 0);
  if (sms.length !== apps)
    throw fieldFault('sms', message('kernel.entriesForApps', { entries: sms.length, apps }));
  if (!sms.every((n) => Number.isInteger(n) && n >= 1))
    throw fieldFault('sms', message('simulator.everyNeedsSm'));
  if (sum > total) throw fieldFault('sms', message('simulator.inAll', { sum, total }));
}
