import type { ScenarioApp } from '../../kernel/scenario';
import type { RunHooks, RunProgress } from '../../simulator/run/simulatorRun';
import { blocksOf, instructionsPerBlock } from './launchWork';
import { PaceRecord } from './paceRecord';

/** Cycles between two looks at how far a launch is. */
const LOOK_CYCLES = 1024;
/** Its first cycles count for nothing: caches are cold, and blocks in step with each other. */
const COLD_CYCLES = 5_000;
/** It is looked at for so long at least. */
const LEAST_CYCLES = 40_000;

/**
 * A launch alone that is not simulated to its end anyway: its run ends once its pace stands still, and what is left is
 * reckoned by that. A launch that would end within the limit runs whole.
 */
export class SteadyLaunch {
  private readonly record = new PaceRecord();
  private readonly instructions: number;
  private found: number | null = null;

  /**
   * @param latency cycles until its first block starts
   * @param limit cycles that are simulated at most
   */
  constructor(
    app: ScenarioApp,
    private readonly latency: number,
    private readonly limit: number,
  ) {
    this.instructions = instructionsPerBlock(app) * blocksOf(app);
  }

  /** Warp instructions a cycle once these stand still; null before. */
  get pace(): number | null {
    return this.found;
  }

  readonly hooks: RunHooks = {
    progressCycles: LOOK_CYCLES,
    onProgress: (progress) => this.goesOn(progress),
  };

  /** Notes how far the launch is; false once that is enough. */
  goesOn({ cycles, warpInstructions }: Pick<RunProgress, 'cycles' | 'warpInstructions'>): boolean {
    this.record.note(cycles, warpInstructions);
    if (cycles < LEAST_CYCLES) return true;
    const pace = this.record.steadySince(this.latency + COLD_CYCLES);
    if (pace === null) return true;
    const end = cycles + (this.instructions - warpInstructions) / pace;
    if (end > this.limit) this.found = pace;
    return this.found === null;
  }
}
