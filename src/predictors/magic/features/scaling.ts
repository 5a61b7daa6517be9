import { mean } from '../../../stats/means';

/**
 * Variance, once scaled to 0 to 1, of a metric that sets some kernels apart from all others: a measure for how much a metric
 * has to vary to stay. The text gives no threshold (120 metrics became 64): see DEVIATIONS.
 */
export const apartVariance = (apart: number, kernels: number): number =>
  (apart * (kernels - apart)) / kernels ** 2;

/** Tests whether a metric varies enough; a constant one never does. */
export const variesEnough = (variance: number, least: number): boolean =>
  // What sets just as many kernels apart is to suffice however values round.
  variance > 0 && variance >= least * (1 - 1e-9);

// Min-max scaling (section 5.2.1): a new kernel beyond what was seen in training is cut off there.
export { scaled, scalingOf } from '../../../stats/minMax';

/** Variance of each column (of the whole population). */
export function columnVariances(rows: readonly (readonly number[])[]): number[] {
  return rows[0]!.map((_, column) => {
    const values = rows.map((row) => row[column]!);
    const middle = mean(values);
    return mean(values.map((value) => (value - middle) ** 2));
  });
}
