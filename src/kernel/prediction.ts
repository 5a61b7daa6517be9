import type { Assumption, Origin } from './origin';

/** Ways in which applications share a GPU. */
export const SHARING_MODES = ['streams', 'time-slice', 'mps', 'spatial', 'mig', 'intra-sm'] as const;

/** Way in which applications share a GPU. */
export type SharingMode = (typeof SHARING_MODES)[number];

/** The papers' error metrics; every comparison names its own. */
export type ErrorMetric = 'errSD' | 'errNP' | 'errDeg' | 'errMax';

/** A predictor's error from its own validation, or the reason why there is none. */
export type ErrorBound =
  | { readonly metric: ErrorMetric; readonly mean: number; readonly worst: number; readonly evidence: string }
  | { readonly metric: null; readonly evidence: string };

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
  readonly mode: SharingMode;
  readonly predictor: string;
  readonly origin: Origin;
  readonly inputs: Readonly<Record<string, number>>;
  readonly assumptions: readonly Assumption[];
  readonly error: ErrorBound;
  /** Conditions under which the number does not hold. */
  readonly validOnly: readonly string[];
}
