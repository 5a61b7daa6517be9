/** A cell: text, a number in base units, or nothing known. */
export type TableCell = string | number | null;

export interface TableColumn {
  readonly title: string;
  /** Of numbers as they are copied; on screen `format` says it. */
  readonly unit?: string;
  /** How a number of this column is shown; numbers without it are shown plainly. */
  readonly format?: (value: number) => string;
}

/** The table behind a chart; it is shown on request and copied as CSV. */
export interface TableModel {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
}

/** Text of a cell on screen. */
export function cellText(column: TableColumn, cell: TableCell): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  return column.format === undefined ? String(cell) : column.format(cell);
}

/**
 * The table as CSV (RFC 4180, lines end with CRLF), numbers unformatted in base units. Text that a
 * spreadsheet would run as a formula gets a leading apostrophe: names come from untrusted files.
 */
export function toCsv(table: TableModel): string {
  const lines = [
    table.columns.map(({ title, unit }) => csvText(unit === undefined ? title : `${title} (${unit})`)),
    ...table.rows.map((row) => row.map(csvCell)),
  ];
  return lines.map((line) => line.join(',') + '\r\n').join('');
}

function csvCell(cell: TableCell): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? String(cell) : csvText(cell);
}

function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
