import fs from 'node:fs';
import path from 'node:path';

/** Files that can hold CUDA or that CUDA sources include. */
const SOURCE = /\.(cu|cuh|cuknl|h|hpp|hh|hxx|inl|c|cc|cpp|cxx)$/i;

export interface SourceText {
  /** Relative to the corpus, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Corpus {
  readonly name: string;
  readonly texts: readonly SourceText[];
  readonly bytes: number;
}

/** Reads all sources below a folder, sorted by path. */
export function readCorpus(folder: string): Corpus {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  let bytes = 0;
  const texts = files.map((file) => {
    const data = fs.readFileSync(file);
    bytes += data.length;
    return { path: path.relative(folder, file).split(path.sep).join('/'), text: data.toString('utf8') };
  });
  return { name: path.basename(folder), texts, bytes };
}

/** One row of a reference table, by column name. */
export type Row = Readonly<Record<string, string>>;

/** Rows of a tab-separated table; none when the file does not exist. */
export function readTable(file: string): Row[] {
  if (!fs.existsSync(file)) return [];
  const [head, ...lines] = fs.readFileSync(file, 'utf8').split('\n');
  const columns = head!.split('\t');
  return lines
    .filter((line) => line !== '')
    .map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [columns[index] ?? '', cell])));
}
