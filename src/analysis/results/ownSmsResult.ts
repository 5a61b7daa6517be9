import type { ErrorBound } from '../../kernel/prediction';
import type { SlowdownCause } from '../corun/cause';

/** What a kernel loses beside another when each has half of the SMs, as Themis predicts it. */
export interface OwnSmsSlowdown {
  readonly slowdown: number;
  /** SD = scalability (fewer SMs) · interference (shared cache and memory). */
  readonly scalability: number;
  readonly interference: number;
  readonly cause: SlowdownCause;
  /** Inputs outside of what the model was trained on, with the numbers. */
  readonly warnings: readonly string[];
}

/** Pairs of kernels on half of the SMs each: `cells[victim][aggressor]`. */
export interface OwnSmsPairs {
  readonly kernelIds: readonly string[];
  readonly names: readonly string[];
  /** Null where the model gives no number; `refusals` then says why. */
  readonly cells: readonly (readonly (OwnSmsSlowdown | null)[])[];
  readonly refusals: readonly { readonly kernelId: string; readonly reason: string }[];
  /** SMs of each kernel. */
  readonly sms: number;
  readonly predictor: string;
  readonly error: ErrorBound;
}

/** What a kernel loses to one partner. */
export interface OwnSmsPartner extends OwnSmsSlowdown {
  readonly kernelId: string;
  readonly name: string;
}

/** The row of one kernel, in short. */
export interface OwnSmsRange {
  readonly best: OwnSmsPartner;
  readonly worst: OwnSmsPartner;
}
