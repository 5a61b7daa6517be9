import type { Words } from '../../kernel/message';
import type { ErrorBound, Prediction, SharingMode } from '../../kernel/prediction';

/** Pairwise co-run slowdown of the kernels of a workspace; rows are victims, columns aggressors. */
export interface CoRunMatrix {
  readonly kernelIds: readonly string[];
  readonly names: readonly string[];
  /** The answer that is shown of each pair, `cells[victim][aggressor]`; null where there is none. */
  readonly cells: readonly (readonly (Prediction | null)[])[];
  /** What every predictor says of each pair, the shown answer first; `answers[victim][aggressor]`. */
  readonly answers: readonly (readonly (readonly Prediction[])[])[];
  /** Kernels of which a predictor gives no number, with the last reason. */
  readonly refusals: readonly PairRefusal[];
  /** Labels of the predictors whose answers are shown. */
  readonly predictors: readonly string[];
  /** Conditions of what is shown. */
  readonly validOnly: readonly Words[];
  /** Kernels that are missing in the matrix, with the reason. */
  readonly leftOut: readonly { readonly kernelId: string; readonly reason: Words }[];
}

/** Why a predictor gives no number for a kernel. */
export interface PairRefusal {
  readonly kernelId: string;
  /** Label of the predictor. */
  readonly predictor: string;
  readonly reason: Words;
}

/** A predictor of pairs on the chosen GPU. */
export interface PredictorStatus {
  /** Id, and what its answers are called. */
  readonly id: string;
  readonly label: string;
  readonly modes: readonly SharingMode[];
  readonly error: ErrorBound;
  /** SMs of each kernel of a pair; null where nobody has its own. */
  readonly sms: number | null;
  /** Kernels that there is evidence of. */
  readonly kernelIds: readonly string[];
}

/** A predictor that cannot answer for the GPU, with the reason. */
export interface UnavailablePredictor {
  readonly id: string;
  readonly reason: Words;
}

/** A kernel's answer beside one partner. */
export interface PartnerAnswer {
  readonly kernelId: string;
  readonly name: string;
  readonly prediction: Prediction;
}

/** Best and worst partner of a kernel by one predictor, where every kernel has SMs of its own. */
export interface DividedRange {
  readonly best: PartnerAnswer;
  readonly worst: PartnerAnswer;
}
