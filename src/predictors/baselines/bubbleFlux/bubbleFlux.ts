import { warpInstructions } from '../../../simulator/core/counters';
import type { RunHooks, SimulatorRun } from '../../../simulator/run/simulatorRun';
import { GpuTurns } from '../../counting/gpuTurns';
import { phaseCycles, PhaseSeries, type Phase } from '../../counting/phaseSeries';
import { DEFAULT_MAX_DISTANCE } from '../../forecast';
import type { AllocationPolicy, SplitSearch } from '../../port';
import { constantInterference } from '../../splits/curveForecast';
import { ProgressCurve } from '../../splits/progressCurve';

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

/**
 * Slowdown of an application by its last turn alone on the GPU: its rate of warp instructions then over that of the
 * stage before, which all shared. Null when it has had no turn, or did nothing before it.
 */
export function bubbleSlowdown(phases: readonly Phase[], app: number): number | null {
  const stages = stagesOf(phases);
  const turn = stages.findLastIndex(([first]) => first!.alone === app);
  if (turn < 1) return null;
  const shared = rateOf(stages[turn - 1]!, app);
  return shared > 0 ? rateOf(stages[turn]!, app) / shared : null;
}

function stagesOf(phases: readonly Phase[]): Phase[][] {
  const stages: Phase[][] = [];
  for (const phase of phases)
    if (stages.at(-1)?.[0]!.alone === phase.alone) stages.at(-1)!.push(phase);
    else stages.push([phase]);
  return stages;
}

/** Warp instructions per cycle of an application over some phases. */
function rateOf(phases: readonly Phase[], app: number): number {
  const cycles = phases.reduce((sum, phase) => sum + phaseCycles(phase), 0);
  const work = phases.reduce((sum, phase) => sum + warpInstructions(phase.apps[app]!.counters), 0);
  return cycles > 0 ? work / cycles : 0;
}
