import { mean } from '../../../stats/means';

/**
 * Variance, once scaled to 0 to 1, of a metric that sets some kernels apart from all others: a measure for how much a metric
 * has to vary to stay. The text gives no threshold (120 metrics became 64); see DEVIATIONS.
 */
export const apartVariance = (apart: number, kernels: number): number =>
  (apart * (kernels - apart)) / kernels ** 2;

/** Tests whether a metric varies enough; a constant one never does. */
export const variesEnough = (variance: number, least: number): boolean =>
  // What sets just as many kernels apart is to suffice however values round.
  variance > 0 && variance >= least * (1 - 1e-9);

/** Smallest and largest value of each column of the training kernels, by which new ones are scaled, too. */
export interface Scaling {
  readonly least: readonly number[];
  readonly most: readonly number[];
}

/** @param rows at least one */
export function scalingOf(rows: readonly (readonly number[])[]): Scaling {
  const columns = rows[0]!.map((_, column) => rows.map((row) => row[column]!));
  return {
    least: columns.map((values) => values.reduce((a, b) => Math.min(a, b))),
    most: columns.map((values) => values.reduce((a, b) => Math.max(a, b))),
  };
}

/**
 * Min-max scaling (section 5.2.1): training kernels become 0 to 1, and a column that did not vary 0. A new kernel beyond
 * what was seen is cut off there, so that no single counter outweighs all others.
 */
export function scaled(row: readonly number[], { least, most }: Scaling): number[] {
  return row.map((value, column) => {
    const range = most[column]! - least[column]!;
    return range > 0 ? Math.min(1, Math.max(0, (value - least[column]!) / range)) : 0;
  });
}

/** Variance of each column (of the whole population). */
export function columnVariances(rows: readonly (readonly number[])[]): number[] {
  return rows[0]!.map((_, column) => {
    const values = rows.map((row) => row[column]!);
    const middle = mean(values);
    return mean(values.map((value) => (value - middle) ** 2));
  });
}
