import Papa from 'papaparse';

/** Field separators that tools and hand-made copies use. */
export const DELIMITERS = [',', ';', '\t'] as const;

/** Delimiter of a CSV table. */
export type Delimiter = (typeof DELIMITERS)[number];

const QUOTE = 34;

/** The cells of one line. */
export function splitRow(line: string, delimiter: Delimiter): string[] {
  return quickRow(line, delimiter) ?? Papa.parse<string[]>(line, { delimiter, newline: '\n' }).data[0] ?? [];
}

/** The cells of a line whose quotes stand around whole cells, as profilers write them; null for others. */
function quickRow(line: string, delimiter: Delimiter): string[] | null {
  if (line === '') return null;
  const cells: string[] = [];
  for (let at = 0; ;) {
    const quoted = line.charCodeAt(at) === QUOTE;
    const end = quoted ? line.indexOf('"', at + 1) + 1 : line.indexOf(delimiter, at);
    if (quoted && (end === 0 || (end < line.length && line[end] !== delimiter))) return null;
    const stop = end < 0 ? line.length : end;
    cells.push(quoted ? line.slice(at + 1, stop - 1) : line.slice(at, stop));
    if (stop === line.length) return cells;
    at = stop + 1;
  }
}

/**
 * Tests whether a quoted cell of the line is not closed: the line was cut inside a cell. Cells with a
 * line break inside are written by no profiler.
 */
export function hasOpenQuote(line: string, delimiter: Delimiter): boolean {
  const { errors } = Papa.parse<string[]>(line, { delimiter, newline: '\n' });
  return errors.some((error) => error.code === 'MissingQuotes');
}

/** Columns of a header, looked up by name: the order of columns is never relied on. */
export class Columns {
  private readonly index = new Map<string, number>();

  constructor(readonly names: readonly string[]) {
    names.forEach((name, i) => {
      if (!this.index.has(name)) this.index.set(name, i);
    });
  }

  /** A column that stands there twice; null where there is none. */
  get repeated(): string | null {
    return this.names.find((name, i) => name !== '' && this.index.get(name) !== i) ?? null;
  }

  get count(): number {
    return this.names.length;
  }

  has(...names: readonly string[]): boolean {
    return names.every((name) => this.index.has(name));
  }

  /** Index of a column, or −1. */
  at(name: string): number {
    return this.index.get(name) ?? -1;
  }
}
