import type { Prediction } from '../../kernel/prediction';

/** The best answer for a pair, and beside it what other predictors say of the same pair in the same sharing mode. */
export interface PairPrediction extends Prediction {
  readonly others?: readonly Prediction[];
}

/** A better answer for a pair; the one that stood there stays beside it. */
export function inPlaceOf(cell: PairPrediction | null, better: Prediction): PairPrediction {
  if (cell === null) return better;
  const { others = [], ...former } = cell;
  return { ...better, others: [former, ...others].filter(({ predictor }) => predictor !== better.predictor) };
}

/** Pairwise co-run slowdown: `cells[victim][aggressor]`, null where no prediction is possible. */
export interface CoRunMatrix {
  readonly kernelIds: readonly string[];
  readonly names: readonly string[];
  readonly cells: readonly (readonly (PairPrediction | null)[])[];
  readonly predictor: string;
  /** Conditions of the whole matrix, e.g. that blocks are co-resident. */
  readonly validOnly: readonly string[];
  /** Kernels that are missing in the matrix, with the reason. */
  readonly leftOut: readonly { readonly kernelId: string; readonly reason: string }[];
}
