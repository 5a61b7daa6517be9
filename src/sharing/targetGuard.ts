import type { Words } from '../kernel/message';
import type { ProgressRatios } from '../predictors/port';

/** How surely progress targets are to be kept, in percent; 50 aims at the target itself. */
export const CONFIDENCES = [50, 75, 90] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** With 90 % a target of 0.8 asks for all of the GPU; 75 % is what the allocation engine's runs on training workloads speak for. */
export const DEFAULT_CONFIDENCE: Confidence = 75;

/** What progress targets are guarded with against the predictor's error. */
export interface TargetGuard {
  readonly confidence: Confidence;
  /** Measured progress reaches this share of predicted as often. */
  readonly ratio: number;
  /** Where that was found. */
  readonly evidence: Words;
}

/** The guard of a model for progress targets; null where none is asked for or none is known of the model. */
export function targetGuard(
  { progressRatios }: { readonly progressRatios?: ProgressRatios },
  confidence: Confidence = DEFAULT_CONFIDENCE,
): TargetGuard | null {
  if (confidence === 50 || !progressRatios) return null;
  const { quarter, tenth, evidence } = progressRatios;
  return { confidence, ratio: confidence === 75 ? quarter : tenth, evidence };
}
