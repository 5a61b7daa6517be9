import { InputError } from '../../../kernel/result';
import { C, COUNTER_COLUMNS } from '../../../simulator/core/counters';
import type { RepartitionPolicy, RunHooks, SimulatorRun } from '../../../simulator/run/simulatorRun';
import type { SlowdownEstimator } from '../estimator';
import { PhaseSeries, type Phase } from '../phaseSeries';
import { PriorityRotation } from '../priorityRotation';
import { ProgressCurve } from '../progressCurve';
import type { KernelSlowdown } from '../slowdownModel';
import type { AllocationPolicy } from './policy';
import { betterAllocation, DEFAULT_MAX_DISTANCE } from './search';

export interface ControllerOptions {
  readonly estimator: SlowdownEstimator;
  readonly policy: AllocationPolicy;
  /** Core cycles between two decisions. */
  readonly epochCycles: number;
  /** Priority in the memory controllers goes round every so many cycles, for predictors that sample so (ASM). */
  readonly rotationCycles?: number;
  readonly maxDistance?: number;
  /** How SMs change hands; default `switch`, preemption as in Tanasic et al. */
  readonly repartition?: RepartitionPolicy;
  /** A whole curve of an application in a phase, where the predictor knows one (GPM). */
  readonly curveOf?: (phase: Phase, app: number) => ProgressCurve;
}

/** One decision of the engine. */
export interface AllocationStep {
  readonly cycle: number;
  /** SMs in the epoch that ended, and what the predictor said about it. */
  readonly sms: readonly number[];
  readonly predicted: readonly KernelSlowdown[];
  /** SMs from here on. */
  readonly next: readonly number[];
}

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
 * slowdowns, adds what it has seen to the progress curves of the kernels, and moves SMs (algorithm 1).
 */
export class AllocationController {
  readonly steps: AllocationStep[] = [];
  readonly series: PhaseSeries;
  private readonly curves = new Map<number, ProgressCurve>();
  private epoch: Phase[] = [];
  private repartitions = 0;
  private smsMoved = 0;
  private nextDecision: number;
  private readonly rotation: PriorityRotation | null;

  constructor(
    private readonly run: SimulatorRun,
    private readonly options: ControllerOptions,
  ) {
    const { apps, sms } = run.machine.partition;
    if (apps > sms) throw new InputError(`apps: ${apps} applications share ${sms} SMs; each needs one`);
    this.series = new PhaseSeries(run);
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
      onKernelChange: cut,
      onEpoch: () => {
        cut();
        this.rotation?.next();
        if (this.run.cycles < this.nextDecision) return;
        this.nextDecision = this.run.cycles + epochCycles;
        this.decide();
      },
    };
  }

  /** Progress curve of what an application runs now. */
  curve(app: number): ProgressCurve {
    return this.curveOfKernel(this.epoch.at(-1)?.apps[app]!.kernel ?? this.run.machine.queue.kernel(app));
  }

  get cost(): RepartitionCost {
    return { repartitions: this.repartitions, smsMoved: this.smsMoved, ...contextCost(this.run) };
  }

  private decide(): void {
    const { run, epoch } = this;
    const last = epoch.at(-1);
    if (last === undefined) return;
    const predicted = this.predictEpoch();
    const sms = last.apps.map((share) => share.sms);
    const apps = predicted.map(({ interference }, app) => ({
      curve: this.curveFor(last, app),
      interference,
    }));
    const { policy, maxDistance = DEFAULT_MAX_DISTANCE, repartition = 'switch' } = this.options;
    const next = betterAllocation(sms, apps, policy, maxDistance);
    this.steps.push({ cycle: run.cycles, sms, predicted, next });
    this.epoch = [];
    const moved = next.reduce((sum, count, app) => sum + Math.max(0, count - sms[app]!), 0);
    if (moved === 0) return;
    this.repartitions++;
    this.smsMoved += moved;
    run.repartition(next, repartition);
  }

  /**
   * What the current kernel of every application lost in this epoch, with its points on the curves. A kernel that
   * has only just been launched has no events yet: what its application lost in the epoch stands in.
   */
  private predictEpoch(): KernelSlowdown[] {
    const { epoch, options } = this;
    const overall = options.estimator.estimate(epoch);
    return epoch.at(-1)!.apps.map(({ kernel, sms }, app) => {
      const own = epoch.filter(({ apps }) => apps[app]!.active && apps[app]!.kernel === kernel);
      if (own.length === 0) return overall[app]!;
      const slowdown = options.estimator.estimate(own)[app]!;
      this.curveOfKernel(kernel).add(sms, 1 / slowdown.scalability);
      return slowdown;
    });
  }

  private curveFor(phase: Phase, app: number): ProgressCurve {
    return this.options.curveOf?.(phase, app) ?? this.curveOfKernel(phase.apps[app]!.kernel);
  }

  private curveOfKernel(kernel: number): ProgressCurve {
    const found = this.curves.get(kernel) ?? new ProgressCurve(this.run.loaded.spec.sms);
    this.curves.set(kernel, found);
    return found;
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
