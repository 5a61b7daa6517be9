import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { C, COUNTER_COLUMNS } from '../../simulator/core/counterColumns';
import type { RepartitionPolicy, RunHooks, SimulatorRun } from '../../simulator/run/simulatorRun';
import { PhaseSeries, type Phase } from '../../predictors/counting/phaseSeries';
import { PriorityRotation } from '../../predictors/counting/priorityRotation';
import { AllocationEngine, type AllocationStep, type EngineOptions } from './engine';
import { DEFAULT_PREEMPTION, handOver } from './handOver';
import type { SplitForecast } from '../../predictors/forecast';
import { weightedSplit } from '../weightedSplit';

export interface ControllerOptions extends EngineOptions {
  /** Core cycles between two decisions. */
  readonly epochCycles: number;
  /** Priority in the memory controllers goes round every so many cycles, for predictors that sample so (ASM). */
  readonly rotationCycles?: number;
  /** How SMs change hands; `DEFAULT_PREEMPTION` where nothing is said. */
  readonly preemption?: RepartitionPolicy | PreemptionRule;
  /**
   * Core cycles from the end of an epoch until SMs change hands, which the prediction takes; not with `rotationCycles`.
   * Default 0.
   */
  readonly predictionCycles?: number;
  /** Whether an epoch ends and a new one begins with even SMs where an application goes on to another kernel. */
  readonly evenAtOtherKernel?: boolean;
}

/** What was decided and waits for the prediction to be done. */
interface Decision {
  readonly next: readonly number[];
  readonly policy: RepartitionPolicy;
}

/** Chooses at each decision how SMs change hands: from the epoch's phases, and the SMs from here on. */
export type PreemptionRule = (epoch: readonly Phase[], next: readonly number[]) => RepartitionPolicy;

/** What moving SMs has cost. */
export interface RepartitionCost {
  readonly repartitions: number;
  readonly smsMoved: number;
  readonly blocksSwitchedOut: number;
  /** Registers and shared memory written out and read back. */
  readonly contextBytes: number;
}

const ROTATION_SEED = 1;

/**
 * The SM allocation engine inside a running simulation (section VII): at the end of every epoch it predicts
 * slowdowns, there and elsewhere, and moves SMs (algorithm 1).
 */
export class AllocationController {
  readonly series: PhaseSeries;
  private readonly engine: AllocationEngine;
  /** Phases of the last epoch that was decided on; none before. */
  lastEpoch: readonly Phase[] = [];
  private epoch: Phase[] = [];
  private repartitions = 0;
  private smsMoved = 0;
  private nextDecision: number;
  private readonly rotation: PriorityRotation | null;
  private due: Decision | null = null;

  constructor(
    private readonly run: SimulatorRun,
    private readonly options: ControllerOptions,
  ) {
    const { apps, sms } = run.machine.partition;
    if (apps > sms)
      throw new InputError(message('sharing.scenario.eachNeedsOne', { applications: apps, sms }));
    this.series = new PhaseSeries(run);
    this.engine = new AllocationEngine(options, apps);
    this.nextDecision = run.cycles + options.epochCycles;
    this.rotation =
      options.rotationCycles === undefined ? null : new PriorityRotation(run, this.series, ROTATION_SEED);
    this.rotation?.next();
  }

  /** To be handed to the run. */
  hooks(): RunHooks {
    const cut = (): void => {
      const phase = this.series.cut();
      if (phase !== null) this.epoch.push(phase);
    };
    const { epochCycles, rotationCycles } = this.options;
    return {
      epochCycles: Math.min(epochCycles, rotationCycles ?? epochCycles),
      onKernelChange: () => {
        const before = this.series.kernels;
        cut();
        const isOther = this.series.kernels.some((kernel, app) => kernel !== before[app]);
        if (isOther && this.options.evenAtOtherKernel) this.restartEvenly();
      },
      onEpoch: () => {
        cut();
        this.rotation?.next();
        if (this.due !== null) this.apply(this.due);
        if (this.run.cycles < this.nextDecision) return;
        this.nextDecision = this.run.cycles + epochCycles;
        this.decide();
      },
    };
  }

  get steps(): readonly AllocationStep[] {
    return this.engine.steps;
  }

  /** What the last epoch lets expect of each application; none before its end. */
  get forecasts(): readonly SplitForecast[] {
    return this.engine.forecasts;
  }

  get cost(): RepartitionCost {
    return { repartitions: this.repartitions, smsMoved: this.smsMoved, ...contextCost(this.run) };
  }

  private decide(): void {
    const { run, epoch } = this;
    if (epoch.length === 0) return;
    const { predictionCycles = 0 } = this.options;
    const next = this.engine.decide(epoch);
    const decision = { next, policy: this.preemptionFor(next) };
    this.lastEpoch = epoch;
    this.epoch = [];
    if (predictionCycles === 0) return this.apply(decision);
    this.due = decision;
    run.nextEpochIn(predictionCycles);
  }

  private preemptionFor(next: readonly number[]): RepartitionPolicy {
    const { preemption = DEFAULT_PREEMPTION } = this.options;
    if (typeof preemption !== 'function') return preemption;
    return this.epoch.length === 0 ? DEFAULT_PREEMPTION : preemption(this.epoch, next);
  }

  /** SMs change hands; the next call comes when the next decision is due. */
  private apply({ next, policy }: Decision): void {
    const { run } = this;
    const { partition } = run.machine;
    const moved = next.reduce((sum, count, app) => sum + Math.max(0, count - partition.smCount(app)), 0);
    handOver(run, next, policy);
    if (this.due !== null) run.nextEpochIn(this.nextDecision - run.cycles);
    this.due = null;
    if (moved === 0) return;
    this.repartitions++;
    this.smsMoved += moved;
  }

  private restartEvenly(): void {
    const { run, options } = this;
    const { apps, sms } = run.machine.partition;
    const even = weightedSplit(sms, Array<number>(apps).fill(1));
    this.apply({ next: even, policy: this.preemptionFor(even) });
    this.epoch = [];
    this.nextDecision = run.cycles + options.epochCycles;
    run.nextEpochIn(options.epochCycles);
  }
}

/** Blocks that a run has moved off their SMs so far, and the bytes of their contexts, out and in. */
export function contextCost({ machine: { counters } }: SimulatorRun): {
  readonly blocksSwitchedOut: number;
  readonly contextBytes: number;
} {
  let [blocksSwitchedOut, contextBytes] = [0, 0];
  for (let row = 0; row < counters.length; row += COUNTER_COLUMNS) {
    blocksSwitchedOut += counters[row + C.blocksSwitchedOut]!;
    contextBytes += counters[row + C.contextBytes]!;
  }
  return { blocksSwitchedOut, contextBytes };
}
