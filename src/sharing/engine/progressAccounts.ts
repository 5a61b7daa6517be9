import { warpInstructions } from '../../simulator/core/counters';
import { phaseCycles, type Phase, type PhaseShare } from '../../predictors/counting/phaseSeries';
import type { ProgressAccount } from '../../predictors/port';

/**
 * Core cycles that a warp instruction takes when its kernel runs alone on the whole GPU, by the number of the kernel
 * in the run: what a run alone has shown.
 */
export type PaceAlone = (kernel: number) => number;

/** How far the applications of a co-run have come, epoch by epoch, by the instructions that they have done. */
export class ProgressAccounts {
  /** By application. */
  list: readonly ProgressAccount[];

  constructor(
    apps: number,
    private readonly paceAlone: PaceAlone,
  ) {
    this.list = Array.from({ length: apps }, () => ({ shared: 0, alone: 0 }));
  }

  add(epoch: readonly Phase[]): void {
    for (const phase of epoch) {
      const cycles = phaseCycles(phase);
      this.list = this.list.map(({ shared, alone }, app) => ({
        shared: shared + cycles,
        alone: alone + this.aloneIn(phase.apps[app]!, cycles),
      }));
    }
  }

  /** The latency of a launch is the same alone. */
  private aloneIn({ active, kernel, counters }: PhaseShare, cycles: number): number {
    return active ? this.paceAlone(kernel) * warpInstructions(counters) : cycles;
  }
}
