import type { TableCell, TableModel } from './table';

/** One column of a sortable table: what it holds of a row, and how that is shown. */
export interface Column<R> {
  readonly id: string;
  readonly title: string;
  /** Base units; what is not known is null. Sorted by this. */
  readonly value: (row: R) => TableCell;
  /** A number on screen. Columns of numbers have it: they stand to the right and sort from the top down. */
  readonly format?: (value: number, row: R) => string;
  /** A text on screen, where it is not the value itself. */
  readonly text?: (row: R) => string;
  /** Title in CSV, with the base unit, where it differs from the one on screen. */
  readonly csvTitle?: string;
  /** What is copied, where it is not the value. */
  readonly csv?: (row: R) => TableCell;
  /** Draw a bar for the share of the largest value in the column. */
  readonly bar?: boolean;
  /** Width in average characters; the first column takes what is left over and has it as its minimum. */
  readonly width: number;
  /** More to know about the cell, as a tooltip. */
  readonly hint?: (row: R) => string;
}

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Text before what is not known, names as people count, null last in both directions. */
export function sortRows<R>(
  rows: readonly R[],
  value: (row: R) => TableCell,
  descending: boolean,
): readonly R[] {
  const direction = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: value(row) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      if (typeof a.key === 'number' && typeof b.key === 'number') return direction * (a.key - b.key);
      return direction * collator.compare(String(a.key), String(b.key));
    })
    .map(({ row }) => row);
}

/** Rows of which the text contains every word of the filter, whatever the case. */
export function filterRows<R>(rows: readonly R[], filter: string, text: (row: R) => string): readonly R[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const lower = text(row).toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}

/** Columns that say something about at least one row; the first always stays. */
export function tellingColumns<R>(columns: readonly Column<R>[], rows: readonly R[]): readonly Column<R>[] {
  return columns.filter((column, index) => index === 0 || rows.some((row) => column.value(row) !== null));
}

/** The sort that a click on a column's title asks for. */
export function toggledSort<R>(sort: Sort, { id, format }: Column<R>): Sort {
  const descending = sort.column === id ? !sort.descending : format !== undefined;
  return { column: id, descending };
}

/** The largest number of a column; 0 where there is none. */
export function largestValue<R>({ value }: Column<R>, rows: readonly R[]): number {
  let largest = 0;
  for (const row of rows) {
    const cell = value(row);
    if (typeof cell === 'number' && cell > largest) largest = cell;
  }
  return largest;
}

/** Text of a cell on screen. */
export function shownCell<R>({ value, format, text }: Column<R>, row: R): string {
  const cell = value(row);
  if (cell === null) return '–';
  if (text !== undefined) return text(row);
  if (typeof cell === 'string') return cell;
  return format === undefined ? String(cell) : format(cell, row);
}

/** The rows as they are copied: base units. */
export function rowsAsTable<R>(columns: readonly Column<R>[], rows: readonly R[]): TableModel {
  return {
    columns: columns.map(({ title, csvTitle }) => ({ title: csvTitle ?? title })),
    rows: rows.map((row) => columns.map(({ value, csv }) => (csv ?? value)(row))),
  };
}
