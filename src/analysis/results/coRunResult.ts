import type { Prediction } from '../../kernel/prediction';

/** Pairwise co-run slowdown: `cells[victim][aggressor]`, null where no prediction is possible. */
export interface CoRunMatrix {
  readonly kernelIds: readonly string[];
  readonly names: readonly string[];
  readonly cells: readonly (readonly (Prediction | null)[])[];
  readonly predictor: string;
  /** Conditions of the whole matrix, e.g. that blocks are co-resident. */
  readonly validOnly: readonly string[];
  /** Kernels that are missing in the matrix, with the reason. */
  readonly leftOut: readonly { readonly kernelId: string; readonly reason: string }[];
}
