import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A measured or computed set of numbers, as a file of this folder has it: numbers, and where they are from. */
interface Table {
  readonly about: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Measured times in ns of copies to the device of 1, 2, 3 … floats, and of 1, 2, 3 … bytes. */
interface Copies {
  readonly floats: readonly number[];
  readonly bytes: readonly number[];
}

/** What a file of this folder holds; `root` is the folder of the project. */
export function readData<T>(root: string, name: string): T {
  return JSON.parse(readFileSync(path.join(root, 'lab/data', `${name}.json`), 'utf8')) as T;
}

/** A table as tab-separated text with a header line; `root` is the folder of the project. */
export function tableText(root: string, name: string): string {
  const { columns, rows } = readData<Table>(root, name);
  return [columns, ...rows].map((row) => row.join('\t')).join('\n');
}

/** The rows of a table by column name, every cell as text. */
export function tableRows(root: string, name: string): readonly Readonly<Record<string, string>>[] {
  const { columns, rows } = readData<Table>(root, name);
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, String(row[at])])));
}

/** Measured copies as lines of a count and the time in µs. */
export function copiesText(root: string, unit: keyof Copies): string {
  const times = readData<Copies>(root, 'copies_gtx950')[unit];
  return times.map((ns, at) => `${at + 1},${ns / 1000}`).join('\n');
}
