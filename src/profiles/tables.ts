import type { ProfileBuilder } from './builder';
import { hasOpenQuote, splitRows, type Columns, type Delimiter } from './csv';

/** Classification of a line in a table by its row reader. */
export type RowKind = 'row' | 'units' | 'damaged' | 'foreign';

/** Reads the rows of one kind of table. */
export interface RowReader {
  /**
   * @param cells the cells of the line, never empty.
   * @param cut whether the file ends right behind this row without a line end: its last cell may
   * be incomplete.
   * @returns `foreign` for a line that is no row of this table (program output between the rows),
   * `damaged` for a row with cells missing.
   */
  row(cells: readonly string[], line: number, cut: boolean): RowKind;
  /** The table is over: another one begins, or the file ends. */
  end?(): void;
}

/** A part of a text file that takes lines until another part begins. */
export interface Table {
  push(line: string, number: number): void;
  /** @param cut whether the file ended without a line end: its last row may be incomplete. */
  end(cut: boolean): void;
}

const BATCH_LINES = 512;

/** A CSV table between other text: parses lines in batches and hands rows to its reader. */
export class CsvTable implements Table {
  private lines: string[] = [];
  private numbers: number[] = [];

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly delimiter: Delimiter,
    private readonly reader: RowReader,
  ) {}

  push(line: string, number: number): void {
    this.lines.push(line);
    this.numbers.push(number);
    if (this.lines.length >= BATCH_LINES) this.flush(false);
  }

  end(cut: boolean): void {
    const last = this.lines.at(-1);
    if (cut && last !== undefined && hasOpenQuote(last, this.delimiter)) {
      this.lines.pop();
      this.builder.damagedRow(this.numbers.pop() ?? 0);
    }
    this.flush(cut);
    this.reader.end?.();
  }

  private flush(cut: boolean): void {
    const rows = splitRows(this.lines, this.delimiter);
    for (let i = 0; i < rows.length; i++) {
      const cells = rows[i] ?? [];
      // Spreadsheets keep empty lines as rows of empty cells.
      if (cells.every((cell) => cell === '')) continue;
      const number = this.numbers[i] ?? 0;
      const last = cut && i === rows.length - 1;
      if (this.reader.row(cells, number, last) === 'damaged') this.builder.damagedRow(number);
    }
    this.lines = [];
    this.numbers = [];
  }
}

/**
 * The cells of a row under their header. A name that lost its quotes has its commas split into
 * cells; the surplus cells are the name's. Null when cells are missing.
 */
export function fitCells(
  cells: readonly string[],
  columns: Columns,
  nameColumn: number,
  delimiter: Delimiter,
): readonly string[] | null {
  const surplus = cells.length - columns.count;
  if (surplus === 0) return cells;
  if (surplus < 0 || nameColumn < 0) return null;
  const name = cells.slice(nameColumn, nameColumn + surplus + 1).join(delimiter);
  return [...cells.slice(0, nameColumn), name, ...cells.slice(nameColumn + surplus + 1)];
}
