import fs from 'node:fs';
import path from 'node:path';

/** Recorded rows of a file, one as JSON on each line; none where there is no such file. */
export function readRows<Row>(file: string): Row[] {
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Row);
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
