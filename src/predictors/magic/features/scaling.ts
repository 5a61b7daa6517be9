import { mean } from '../../../stats/means';

/**
 * The least variance that a metric scaled to 0 to 1 needs to stay: that of one which is 1 for two kernels and 0 for all
 * others. What sets a single kernel apart describes that kernel, no kind of kernels. The text gives no threshold (120
 * metrics became 64); see DEVIATIONS.
 */
export const leastVariance = (kernels: number): number => (2 * (kernels - 2)) / kernels ** 2;

/** Tests whether a metric varies enough; a constant one never does. */
export const variesEnough = (variance: number, least: number): boolean =>
  // Two kernels apart are to suffice however their values round.
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
