import type { RunHooks, SimulatorRun } from '../../../simulator/run/simulatorRun';
import { GpuTurns } from '../../counting/gpuTurns';
import { PhaseSeries } from '../../counting/phaseSeries';
import { DEFAULT_MAX_DISTANCE } from '../../forecast';
import type { AllocationPolicy, SplitSearch } from '../../port';
import { constantInterference } from '../../splits/curveForecast';
import { ProgressCurve } from '../../splits/progressCurve';
import { bubbleSlowdown } from './bubbleSlowdown';

/** Core cycles of a phase-in or phase-out stage in Themis' comparison. */
export const BUBBLE_STAGE_CYCLES = 300_000;

export interface BubbleFluxOptions {
  readonly stageCycles?: number;
  /** Reallocates SMs after every profile of all applications (Bubble-PSP). */
  readonly reallocation?: { readonly policy: AllocationPolicy; readonly search: SplitSearch };
  readonly maxDistance?: number;
}

/**
 * Bubble-Flux (Yang et al., ISCA 2013) on a spatially shared GPU, reconstructed: stages in which all
 * applications run alternate with stages in which all but one are phased out, each application in turn, and an
 * application's slowdown is its instruction rate alone over that of the stage before. Phasing out is preemption
 * through the simulator, with the time and traffic of the contexts. Assumed: the profiled application gets the
 * whole GPU, and in the allocation engine (Bubble-PSP) all of the slowdown counts as scalability, since this
 * measurement cannot tell the two apart.
 */
export class BubbleFlux {
  private readonly series: PhaseSeries;
  private readonly turns: GpuTurns;
  private allocation: readonly number[];
  private readonly curves: readonly ProgressCurve[];

  constructor(
    private readonly run: SimulatorRun,
    private readonly options: BubbleFluxOptions = {},
  ) {
    const { apps, sms } = run.machine.partition;
    this.series = new PhaseSeries(run);
    this.turns = new GpuTurns(run, this.series, (isRoundOver) => this.sharedSms(isRoundOver));
    this.allocation = Array.from({ length: apps }, (_, app) => run.machine.partition.smCount(app));
    this.curves = Array.from({ length: apps }, () => new ProgressCurve(sms));
  }

  /** Slowdown of each application by its last profile; null before the first. */
  get slowdowns(): readonly (number | null)[] {
    return this.allocation.map((_, app) => bubbleSlowdown(this.series.phases, app));
  }

  /** To be handed to the run. */
  hooks(): RunHooks {
    return {
      epochCycles: this.options.stageCycles ?? BUBBLE_STAGE_CYCLES,
      onEpoch: () => this.turns.next(),
    };
  }

  private sharedSms(isRoundOver: boolean): readonly number[] {
    const { reallocation, maxDistance = DEFAULT_MAX_DISTANCE } = this.options;
    const { slowdowns } = this;
    if (!isRoundOver || reallocation === undefined || !slowdowns.every((slowdown) => slowdown !== null))
      return this.allocation;
    slowdowns.forEach((slowdown, app) => this.curves[app]!.add(this.allocation[app]!, 1 / slowdown));
    const forecasts = this.curves.map((curve, app) => constantInterference(app, curve, 1));
    this.allocation = reallocation.search(this.allocation, forecasts, reallocation.policy, maxDistance);
    return this.allocation;
  }
}
