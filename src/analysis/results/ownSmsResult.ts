import type { ErrorBound } from '../../kernel/prediction';
import type { SlowdownCause } from '../../predictors/themis/cause';
import { factor } from '../../words/format';

/** SMs of a kernel and its partner by which both are slowed down as nearly alike as can be, the kernel first. */
export interface FairSplit {
  readonly sms: readonly [number, number];
  readonly slowdowns: readonly [number, number];
  /** Whether green contexts of the GPU have just these SMs; where it has none, single SMs were counted. */
  readonly isApplicable: boolean;
  /** Whether an input lies outside of what the model was trained on. */
  readonly isUnsure: boolean;
}

/** What a kernel loses beside another when each has half of the SMs, as Themis predicts it. */
export interface OwnSmsSlowdown {
  readonly slowdown: number;
  /** SD = scalability (fewer SMs) · interference (shared cache and memory). */
  readonly scalability: number;
  readonly interference: number;
  readonly cause: SlowdownCause;
  /** Inputs outside of what the model was trained on, with the numbers. */
  readonly warnings: readonly string[];
  /** A better split of the pair; null beside itself, or where the partner has no number. */
  readonly fair: FairSplit | null;
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

/** SMs of a kernel and its partner, and what both lose on them. */
export function fairSplitText({ sms, slowdowns, isApplicable, isUnsure }: FairSplit): string {
  const [own, other] = slowdowns.map(factor);
  const contexts = isApplicable ? ' as green contexts' : '';
  return `${sms.join(' : ')} SMs${contexts}, ${own} and ${other} ○${isUnsure ? ', unsure' : ''}`;
}
