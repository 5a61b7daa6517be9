import { warpInstructions, type Counters } from '../../simulator/core/counters';
import { EpochSeries } from '../../simulator/run/epochSeries';
import type { RunHooks, SimulatorRun } from '../../simulator/run/simulatorRun';
import { ratesOf, type CounterRates } from './rates';

/** Table I's events of one application in one phase. */
export interface EventShare {
  /** SMs that the application owned. */
  readonly sms: number;
  /** False while it had nothing on the GPU: between two launches, before its arrival, after its end. */
  readonly active: boolean;
  readonly events: CounterRates;
}

/** A stretch of a co-run in which every application ran one kernel (section IV, figure 3). */
export interface EventPhase {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly apps: readonly EventShare[];
}

/** What one application did in one phase. */
export interface PhaseShare extends EventShare {
  /** Number of the kernel in the run; the application's kernels count on through all applications. */
  readonly kernel: number;
  readonly counters: Counters;
}

/** A phase with all that was counted in it. */
export interface Phase extends EventPhase {
  /** Application whose requests went first in the memory controllers; null when none did. */
  readonly favoured: number | null;
  /** Application that had the GPU to itself; null while all shared it. */
  readonly alone: number | null;
  readonly apps: readonly PhaseShare[];
}

export const phaseCycles = (phase: EventPhase): number => phase.toCycle - phase.fromCycle;

/** Cuts a run into phases: at every launch and completion of a kernel, and at every period where one is given. */
export class PhaseSeries {
  readonly phases: Phase[] = [];
  /** Application that the memory controllers favour from here on; whoever changes that says so here. */
  favoured: number | null = null;
  /** Application that has the GPU to itself from here on; whoever grants it says so here. */
  alone: number | null = null;
  private readonly epochs: EpochSeries;
  /** Kernel that each application runs, or ran last, by its number in the run; as of the last cut. */
  kernels: readonly number[];
  private from: number;

  constructor(private readonly run: SimulatorRun) {
    this.epochs = new EpochSeries(run);
    this.kernels = this.currentKernels();
    this.from = run.cycles;
  }

  /** Hooks that keep the series while the run goes on; `cut` closes it. */
  hooks(periodCycles?: number): RunHooks {
    return {
      onKernelChange: () => void this.cut(),
      ...(periodCycles === undefined ? {} : { epochCycles: periodCycles, onEpoch: () => void this.cut() }),
    };
  }

  /** Ends the current phase here; null when it has no length. */
  cut(): Phase | null {
    const { run, kernels } = this;
    this.kernels = this.currentKernels();
    if (run.cycles === this.from) return null;
    const { fromCycle, toCycle, apps, sms } = this.epochs.cut();
    this.from = toCycle;
    const phase = {
      fromCycle,
      toCycle,
      favoured: this.favoured,
      alone: this.alone,
      apps: apps.map((counters, app) => ({
        kernel: kernels[app]!,
        sms: sms[app]!,
        active: counters.smCycles > 0 && warpInstructions(counters) > 0,
        events: ratesOf(counters, toCycle - fromCycle, run.loaded.spec),
        counters,
      })),
    };
    this.phases.push(phase);
    return phase;
  }

  private currentKernels(): number[] {
    const { queue } = this.run.machine;
    return queue.plans.map((plan, app) => (queue.isFinished(app) ? plan.kernels.at(-1)! : queue.kernel(app)));
  }
}
