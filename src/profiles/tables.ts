import type { ProfileBuilder } from './builder';
import { hasOpenQuote, splitRow, type Columns, type Delimiter } from './csv';

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
  /**
   * Takes a row whose text shows what it is without its cells, since it differs from rows before in few of them;
   * false where the cells are wanted.
   */
  unsplit?(line: string, number: number): boolean;
  /** The table is over: another one begins, or the file ends. */
  end?(): void;
}

/** A part of a text file that takes lines until another part begins. */
export interface Table {
  push(line: string, number: number): void;
  /** @param cut whether the file ended without a line end: its last row may be incomplete. */
  end(cut: boolean): void;
}

/** A CSV table between other text: its lines are rows for its reader. */
export class CsvTable implements Table {
  /** The last line: whether it is cut shows only when the next one or the end comes. */
  private held: string | null = null;
  private number = 0;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly delimiter: Delimiter,
    private readonly reader: RowReader,
  ) {}

  push(line: string, number: number): void {
    const { held } = this;
    if (held !== null && this.reader.unsplit?.(held, this.number) !== true) this.row(held, false);
    this.held = line;
    this.number = number;
  }

  end(cut: boolean): void {
    const { held } = this;
    this.held = null;
    if (held !== null) {
      if (cut && hasOpenQuote(held, this.delimiter)) this.builder.damagedRow(this.number);
      else this.row(held, cut);
    }
    this.reader.end?.();
  }

  private row(line: string, cut: boolean): void {
    const cells = splitRow(line, this.delimiter);
    // Spreadsheets keep empty lines as rows of empty cells.
    if (cells.every((cell) => cell === '')) return;
    if (this.reader.row(cells, this.number, cut) === 'damaged') this.builder.damagedRow(this.number);
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
