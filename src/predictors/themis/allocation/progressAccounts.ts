import { warpInstructions } from '../../../simulator/core/counters';
import { ApplicationSlowdown } from '../applicationSlowdown';
import { phaseCycles, type Phase } from '../phaseSeries';
import type { KernelSlowdown } from '../slowdownModel';
import type { ProgressAccount } from './policy';

/**
 * Core cycles that a warp instruction takes when its kernel runs alone on the whole GPU, by the number of the kernel
 * in the run: what a run alone has shown. Undefined of a kernel that has not been run alone.
 */
export type PaceAlone = (kernel: number) => number | undefined;

/**
 * How far the applications of a co-run have come, epoch by epoch: by the instructions they have done where their
 * pace alone is known, else by the slowdown that was predicted of each epoch (equation 5).
 */
export class ProgressAccounts {
  private readonly measured: ApplicationSlowdown[];

  constructor(
    apps: number,
    private readonly paceAlone: PaceAlone = () => undefined,
  ) {
    this.measured = Array.from({ length: apps }, () => new ApplicationSlowdown());
  }

  /** @param predicted slowdown of each application over the epoch */
  add(epoch: readonly Phase[], predicted: readonly KernelSlowdown[]): void {
    this.measured.forEach((account, app) => {
      for (const phase of epoch)
        account.add(phaseCycles(phase), this.slowdownIn(phase, app) ?? predicted[app]!);
    });
  }

  get list(): readonly ProgressAccount[] {
    return this.measured.map((account) => account.cycles);
  }

  /** Null where nothing but the prediction tells. The latency of a launch is the same alone. */
  private slowdownIn(phase: Phase, app: number): KernelSlowdown | null {
    const { active, kernel, counters } = phase.apps[app]!;
    if (!active) return { scalability: 1, interference: 1 };
    const pace = this.paceAlone(kernel);
    if (pace === undefined) return null;
    return { scalability: phaseCycles(phase) / (pace * warpInstructions(counters)), interference: 1 };
  }
}
