import type { Words } from './message';
import type { Assumption, Origin } from './origin';

/** Ways in which applications share a GPU. */
export const SHARING_MODES = ['streams', 'time-slice', 'mps', 'spatial', 'mig', 'intra-sm'] as const;

/** Way in which applications share a GPU. */
export type SharingMode = (typeof SHARING_MODES)[number];

/** The papers' error metrics; every comparison names its own. */
export type ErrorMetric = 'errSD' | 'errNP' | 'errDeg' | 'errMax';

/** A predictor's error from its own validation, or the reason why there is none. */
export type ErrorBound =
  | { readonly metric: ErrorMetric; readonly mean: number; readonly worst: number; readonly evidence: Words }
  | { readonly metric: null; readonly evidence: Words };

/**
 * What an application loses most to. The L2 cache is its room and its ports: kernels that stream and use nothing
 * twice wait for the ports too.
 */
export type SlowdownCause = 'fewer SMs' | 'L2 cache' | 'DRAM bandwidth' | 'nothing';

/** Slowdown of one kernel of an application, with its factors. */
export interface KernelPart {
  readonly name: string;
  readonly slowdown: number;
  readonly scalability: number;
  readonly interference: number;
}

/** A split of the SMs between two kernels by which both are slowed down as nearly alike as can be, the subject first. */
export interface FairSplit {
  readonly sms: readonly [number, number];
  readonly slowdowns: readonly [number, number];
  /** Whether green contexts of the GPU have just these SMs; where it has none, single SMs were counted. */
  readonly isApplicable: boolean;
  /** Whether an input lies outside of what the model was trained on. */
  readonly isUnsure: boolean;
}

/** Slowdown of one application (or kernel) under a co-run. */
export interface Prediction {
  /** Who is slowed down. */
  readonly subject: string;
  /** Who runs beside it. */
  readonly partners: readonly string[];
  /** SD = T_colo / T_solo; reported as it comes out, also below 1. */
  readonly slowdown: number;
  /** Named factors or parts whose composition gives `slowdown`, e.g. scalability and interference. */
  readonly parts: Readonly<Record<string, number>>;
  /** Set where the largest of the parts is the slowdown, which a product may equal by chance. */
  readonly composition?: 'largest';
  readonly mode: SharingMode;
  readonly predictor: string;
  readonly origin: Origin;
  readonly inputs: Readonly<Record<string, number>>;
  readonly assumptions: readonly Assumption[];
  readonly error: ErrorBound;
  /** Conditions under which the number holds. */
  readonly validOnly: readonly Words[];
  /** Those of `validOnly` that hold for all numbers of the predictor in this mode. */
  readonly general?: readonly Words[];
  /** SMs of the subject and its partners, in the order of the question; absent where nobody has its own. */
  readonly split?: readonly number[];
  /** What the subject loses most to. */
  readonly cause?: SlowdownCause;
  /** Kernel by kernel, those that ran while counters were read. */
  readonly kernels?: readonly KernelPart[];
  /** Inputs outside of what the predictor was trained on. */
  readonly warnings?: readonly Words[];
  /** A better split of the pair than `split`. */
  readonly fairSplit?: FairSplit;
}
