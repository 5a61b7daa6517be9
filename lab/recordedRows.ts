import fs from 'node:fs';
import path from 'node:path';
import { AppendFile } from '../src/files/appendFile';
import { whileLocked } from '../src/files/lock';

/** Recorded rows of a file, one as JSON on each line; none where there is no such file. */
export function readRows<Row>(file: string): Row[] {
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Row);
}

/** Longest wait for other processes that add to a file, each of which takes milliseconds. */
const MOST_WAIT_MS = 60_000;

/** Appends lines, by their rows' keys, whose keys a file lacks; several processes may do so at a time. */
export async function addLines(file: string, lines: ReadonlyMap<string, string>): Promise<void> {
  await whileLocked(file, MOST_WAIT_MS, async () => {
    const output = new AppendFile(file);
    try {
      const known = new Set(readRows<{ readonly key: string }>(file).map(({ key }) => key));
      const fresh = [...lines].filter(([key]) => !known.has(key)).map(([, line]) => line);
      if (fresh.length > 0) output.append(fresh.join('\n'));
    } finally {
      output.close();
    }
  });
}

/** Recorded rows of a file, to which those that are made now are appended: what was ended goes on from there. */
export class RecordedRows<Row extends { readonly key: string }> {
  private readonly known: Map<string, Row>;

  constructor(private readonly file: string) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    this.known = new Map(readRows<Row>(file).map((row) => [row.key, row]));
  }

  get rows(): readonly Row[] {
    return [...this.known.values()];
  }

  get(key: string): Row | undefined {
    return this.known.get(key);
  }

  /** Adds rows that were made elsewhere. */
  async add(rows: readonly Row[]): Promise<void> {
    await addLines(this.file, new Map(rows.map((row) => [row.key, JSON.stringify(row)])));
    for (const row of rows) if (!this.known.has(row.key)) this.known.set(row.key, row);
  }

  /** The row with that key, which is made where it is not known. */
  row<R extends Row>(key: string, make: () => R): R {
    const found = this.known.get(key);
    if (found !== undefined) return found as R;
    const row = make();
    this.known.set(key, row);
    fs.appendFileSync(this.file, `${JSON.stringify(row)}\n`);
    return row;
  }
}
