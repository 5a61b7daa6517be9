import Papa from 'papaparse';
import { InputError } from '../../../src/kernel/result';
import { parseNvprofQuantity } from '../../../src/profiles/quantity';

/** One row of a table by column name. */
export type TableRow = Readonly<Record<string, string>>;

/**
 * Rows of a tab-separated table with a header line.
 *
 * @throws InputError when a named column is missing.
 */
export function readTable(text: string, name: string, columns: readonly string[]): readonly TableRow[] {
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    delimiter: '\t',
    skipEmptyLines: true,
  });
  const missing = columns.filter((column) => !meta.fields?.includes(column));
  if (missing.length > 0)
    throw new InputError(`column ${missing.join(', ')} is missing`, 'bad-table', name, 1);
  return data;
}

/** The number of a cell as nvprof prints it, in base units; NaN when it is none. */
export function cellNumber(row: TableRow, column: string): number {
  return parseNvprofQuantity(row[column]?.trim() ?? '')?.value ?? Number.NaN;
}

/** All cells of a row that are numbers, in base units and by column name. */
export function cellMetrics(row: TableRow): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.keys(row)
      .map((column): [string, number] => [column, cellNumber(row, column)])
      .filter(([, value]) => Number.isFinite(value)),
  );
}
