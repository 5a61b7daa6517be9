import Papa from 'papaparse';

/** Field separators that tools and hand-made copies use. */
export const DELIMITERS = [',', ';', '\t'] as const;

/** Delimiter of a CSV table. */
export type Delimiter = (typeof DELIMITERS)[number];

/** The cells of one line. */
export function splitRow(line: string, delimiter: Delimiter): string[] {
  return Papa.parse<string[]>(line, { delimiter, newline: '\n' }).data[0] ?? [];
}

/**
 * Tests whether a quoted cell of the line is not closed: the line was cut inside a cell. Cells with a
 * line break inside are written by no profiler.
 */
export function hasOpenQuote(line: string, delimiter: Delimiter): boolean {
  const { errors } = Papa.parse<string[]>(line, { delimiter, newline: '\n' });
  return errors.some((error) => error.code === 'MissingQuotes');
}

/**
 * The cells of several lines. Lines are parsed together, which is several times faster than one
 * by one; when an unclosed quote makes rows run together, each line is parsed alone instead.
 */
export function splitRows(lines: readonly string[], delimiter: Delimiter): string[][] {
  const { data } = Papa.parse<string[]>(lines.join('\n'), { delimiter, newline: '\n' });
  return data.length === lines.length ? data : lines.map((line) => splitRow(line, delimiter));
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
