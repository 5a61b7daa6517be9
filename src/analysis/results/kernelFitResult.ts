import type { Words } from '../../kernel/message';
import type { FitCheck } from './fitResult';
import type { CalibratedParameter } from '../../fitting/calibrate';
import type { Origin, SourceLocation } from '../../kernel/origin';
import type { Dim3 } from '../../kernel/symbolic';

/** A kernel's program beside its profile, after short simulations have decided what counts leave open. */
export interface KernelFitCheck extends FitCheck {
  /** With what counts decided alone. */
  readonly scoreBefore: number;
  readonly simulations: number;
  /** Part of the profile's GPU that was simulated in its place, 0 to 1. */
  readonly gpuShare: number;
}

/** How a kernel's program was fitted to a profile of it. */
export interface KernelFit {
  readonly profile: SourceLocation;
  /** GPU of the profile, as the file names it; null where it does not. */
  readonly device: string | null;
  /** Whether the profile's numbers were measured, or made up like those of the samples. */
  readonly origin: Origin;
  /** The launch that the counters are of; null where the file does not tell. */
  readonly grid: Dim3 | null;
  readonly block: Dim3 | null;
  /** What became of each number that the source leaves open, at the profile's launch. */
  readonly parameters: readonly CalibratedParameter[];
  /** Mean distance of instruction and request counts, as a logarithm of ratios; null where it was not fitted. */
  readonly distance: { readonly before: number; readonly after: number } | null;
  /** `waiting` while it is under way or yet to come, `refused` with a reason where it cannot be simulated. */
  readonly status: 'waiting' | 'done' | 'refused';
  readonly reason: Words | null;
  /** The program in the simulator, on the profile's GPU; null unless done. */
  readonly check: KernelFitCheck | null;
  /** How rows of the profile were put together, where there was a choice. */
  readonly notes: readonly Words[];
}
