import type { ScenarioApp } from '../../kernel/scenario';
import type { RunHooks, RunProgress } from '../../simulator/run/simulatorRun';
import { blocksOf, instructionsPerBlock } from './launchWork';

/** Cycles between two looks at how far a launch is. */
const LOOK_CYCLES = 1024;
/** Its first cycles count for nothing: caches are cold, and blocks in step with each other. */
const COLD_CYCLES = 5_000;
/** It is looked at for so long at least. */
const LEAST_CYCLES = 40_000;
/** The pace stands still where those of the three thirds of the time lie no further apart. */
const TOLERANCE = 0.03;

/**
 * A launch alone that is not simulated to its end anyway: its run ends once its pace stands still, and what is left is
 * reckoned by that. A launch that would end within the limit runs whole.
 */
export class SteadyLaunch {
  private readonly looks: { readonly cycle: number; readonly instructions: number }[] = [];
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
    this.looks.push({ cycle: cycles, instructions: warpInstructions });
    if (cycles < LEAST_CYCLES) return true;
    const from = this.latency + COLD_CYCLES;
    const done = [0, 1, 2, 3].map((third) => this.doneBy(from + ((cycles - from) * third) / 3));
    const paces = [0, 1, 2].map((third) => done[third + 1]! - done[third]!);
    const isSteady = Math.max(...paces) <= (1 + TOLERANCE) * Math.min(...paces) && paces[0]! > 0;
    const pace = (warpInstructions - done[0]!) / (cycles - from);
    const end = cycles + (this.instructions - warpInstructions) / pace;
    if (isSteady && end > this.limit) this.found = pace;
    return this.found === null;
  }

  /** Warp instructions by a cycle, in a straight line between two looks. */
  private doneBy(cycle: number): number {
    const next = this.looks.findIndex((look) => look.cycle >= cycle);
    const [before, after] = [this.looks[next - 1] ?? { cycle: 0, instructions: 0 }, this.looks[next]!];
    const way = (cycle - before.cycle) / (after.cycle - before.cycle);
    return before.instructions + way * (after.instructions - before.instructions);
  }
}
