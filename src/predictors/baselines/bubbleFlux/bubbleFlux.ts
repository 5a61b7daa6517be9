import { warpInstructions } from '../../../simulator/core/counters';
import type { RunHooks, SimulatorRun } from '../../../simulator/run/simulatorRun';
import { constantInterference } from '../../themis/allocation/curveForecast';
import { DEFAULT_MAX_DISTANCE } from '../../forecast';
import type { AllocationPolicy, SplitSearch } from '../../port';
import { phaseCycles, PhaseSeries, type Phase } from '../../counting/phaseSeries';
import { ProgressCurve } from '../../themis/progressCurve';

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
  private stage: Phase[] = [];
  /** Application that runs alone in this stage, −1 while all share, and the one whose turn is next. */
  private alone = -1;
  private turn = 0;
  private allocation: number[];
  private readonly sharedRate: number[];
  private readonly measured: (number | null)[];
  private readonly curves: readonly ProgressCurve[];

  constructor(
    private readonly run: SimulatorRun,
    private readonly options: BubbleFluxOptions = {},
  ) {
    const { apps, sms } = run.machine.partition;
    this.series = new PhaseSeries(run);
    this.allocation = Array.from({ length: apps }, (_, app) => run.machine.partition.smCount(app));
    this.sharedRate = new Array<number>(apps).fill(0);
    this.measured = new Array<null>(apps).fill(null);
    this.curves = Array.from({ length: apps }, () => new ProgressCurve(sms));
  }

  /** Slowdown of each application by its last profile; null before the first. */
  get slowdowns(): readonly (number | null)[] {
    return this.measured;
  }

  /** To be handed to the run. */
  hooks(): RunHooks {
    const cut = (): void => {
      const phase = this.series.cut();
      if (phase !== null) this.stage.push(phase);
    };
    return {
      epochCycles: this.options.stageCycles ?? BUBBLE_STAGE_CYCLES,
      onEpoch: () => {
        cut();
        this.endStage();
        this.stage = [];
      },
    };
  }

  private endStage(): void {
    if (this.alone < 0) {
      this.sharedRate.forEach((_, app) => (this.sharedRate[app] = rateOf(this.stage, app)));
      this.alone = this.turn;
      this.run.grantAll(this.alone, 'switch');
      return;
    }
    const shared = this.sharedRate[this.alone]!;
    if (shared > 0) this.measured[this.alone] = rateOf(this.stage, this.alone) / shared;
    this.turn = (this.turn + 1) % this.allocation.length;
    if (this.turn === 0) this.reallocate();
    this.alone = -1;
    this.run.repartition(this.allocation, 'switch');
  }

  private reallocate(): void {
    const { reallocation, maxDistance = DEFAULT_MAX_DISTANCE } = this.options;
    const slowdowns = this.measured;
    if (reallocation === undefined || !slowdowns.every((slowdown) => slowdown !== null)) return;
    slowdowns.forEach((slowdown, app) => this.curves[app]!.add(this.allocation[app]!, 1 / slowdown));
    const forecasts = this.curves.map((curve, app) => constantInterference(app, curve, 1));
    this.allocation = reallocation.search(this.allocation, forecasts, reallocation.policy, maxDistance);
  }
}

/** Warp instructions per cycle of an application over some phases. */
function rateOf(phases: readonly Phase[], app: number): number {
  const cycles = phases.reduce((sum, phase) => sum + phaseCycles(phase), 0);
  const work = phases.reduce((sum, phase) => sum + warpInstructions(phase.apps[app]!.counters), 0);
  return cycles > 0 ? work / cycles : 0;
}
