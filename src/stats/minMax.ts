/** Smallest and largest value of each column of a table, by which other rows are scaled, too. */
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
 * Min-max scaling: rows of the table become 0 to 1, and a column that did not vary 0. A new row beyond what was seen is
 * cut off there, so that no single column outweighs all others.
 */
export function scaled(row: readonly number[], { least, most }: Scaling): number[] {
  return row.map((value, column) => {
    const range = most[column]! - least[column]!;
    return range > 0 ? Math.min(1, Math.max(0, (value - least[column]!) / range)) : 0;
  });
}
