/** A cell: null, an integer, a double (as an object, since 1 and 1.0 are one number), a text or a blob. */
export type Cell = null | number | bigint | string | Uint8Array | { readonly double: number };

/** A table to write: its CREATE statement and rows; a row number of its own per row, or 1, 2, 3 … */
export interface WrittenTable {
  readonly name: string;
  readonly sql: string;
  readonly rows: Iterable<readonly Cell[]>;
  readonly rowids?: readonly number[];
}

/** Options of a written file. */
export interface WriterOptions {
  readonly pageSize?: number;
  readonly reserved?: number;
  /** Children of an interior page; default 3, so that small tables have several levels. */
  readonly fanOut?: number;
}

const utf8 = new TextEncoder();

function varint(value: number | bigint): number[] {
  let rest = BigInt.asUintN(64, BigInt(value));
  if (rest >= 1n << 56n) {
    const bytes = [Number(rest & 0xffn)];
    rest >>= 8n;
    for (let i = 0; i < 8; i++, rest >>= 7n) bytes.unshift(Number(rest & 0x7fn) | 0x80);
    return bytes;
  }
  const bytes = [Number(rest & 0x7fn)];
  for (rest >>= 7n; rest > 0n; rest >>= 7n) bytes.unshift(Number(rest & 0x7fn) | 0x80);
  return bytes;
}

function bigEndian(value: bigint, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, i) => Number((value >> BigInt(8 * (bytes - 1 - i))) & 0xffn));
}

function integer(value: bigint): readonly [number, number[]] {
  if (value === 0n || value === 1n) return [8 + Number(value), []];
  const sizes = [1, 2, 3, 4, 6, 8];
  const type = sizes.findIndex((size) => BigInt.asIntN(8 * size, value) === value);
  return [type + 1, bigEndian(value, sizes[type]!)];
}

function serial(cell: Cell): readonly [number, readonly number[]] {
  if (cell === null) return [0, []];
  if (typeof cell === 'string') {
    const bytes = utf8.encode(cell);
    return [13 + 2 * bytes.length, [...bytes]];
  }
  if (cell instanceof Uint8Array) return [12 + 2 * cell.length, [...cell]];
  if (typeof cell !== 'object') return integer(BigInt(cell));
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, cell.double);
  return [7, [...bytes]];
}

/** A record: the length of its header, the types, the values. */
function record(cells: readonly Cell[]): number[] {
  const parts = cells.map(serial);
  const types = parts.flatMap(([type]) => varint(type));
  const length = types.length + 1 < 128 ? types.length + 1 : types.length + 2;
  return [...varint(length), ...types, ...parts.flatMap(([, bytes]) => bytes)];
}

/** Writes SQLite files of version 3 by the rules of sqlite.org/fileformat2.html, for tests of the reader. */
class Writer {
  private readonly pages: Uint8Array[] = [];
  private readonly usable: number;

  constructor(
    private readonly pageSize: number,
    private readonly reserved: number,
    private readonly fanOut: number,
  ) {
    this.usable = pageSize - reserved;
    this.newPage();
  }

  write(tables: readonly WrittenTable[]): Uint8Array {
    const schema = tables.map((table): Cell[] => {
      const root = this.tree(table.rows, table.rowids);
      return ['table', table.name, table.name, root, table.sql];
    });
    this.schema(schema);
    const file = new Uint8Array(this.pages.length * this.pageSize);
    this.pages.forEach((page, i) => file.set(page, i * this.pageSize));
    this.header(new DataView(file.buffer));
    return file;
  }

  private header(view: DataView): void {
    utf8.encode('SQLite format 3\u0000').forEach((byte, i) => view.setUint8(i, byte));
    view.setUint16(16, this.pageSize === 65536 ? 1 : this.pageSize);
    view.setUint8(18, 1);
    view.setUint8(19, 1);
    view.setUint8(20, this.reserved);
    // Shares of a page that cells take, the only ones there are; SQLite opens no file without them.
    [64, 32, 32].forEach((share, i) => view.setUint8(21 + i, share));
    view.setUint32(24, 7);
    view.setUint32(28, this.pages.length);
    view.setUint32(44, 4);
    view.setUint32(56, 1);
    view.setUint32(92, 7);
  }

  private newPage(): number {
    return this.pages.push(new Uint8Array(this.pageSize));
  }

  /** The schema must begin on page 1: one leaf, or an interior page over the leaves of a tree. */
  private schema(rows: readonly (readonly Cell[])[]): void {
    const cells = rows.map((row, i) => this.cell(i + 1, row));
    const size = cells.reduce((sum, cell) => sum + cell.length + 2, 0);
    if (size + 108 <= this.usable) this.fill(1, 13, cells, null, 100);
    else {
      const root = this.tree(rows, undefined);
      this.fill(1, 5, [], root, 100);
    }
  }

  private tree(rows: Iterable<readonly Cell[]>, rowids: readonly number[] | undefined): number {
    let level: { page: number; last: number }[] = [];
    let cells: number[][] = [];
    let size = 0;
    let last = 0;
    const flush = (): void => {
      const page = this.newPage();
      this.fill(page, 13, cells, null, 0);
      level.push({ page, last });
      [cells, size] = [[], 0];
    };
    let i = 0;
    for (const row of rows) {
      const rowid = rowids?.[i] ?? i + 1;
      i++;
      const cell = this.cell(rowid, row);
      if (size + cell.length + 2 + 8 > this.usable) flush();
      cells.push(cell);
      size += cell.length + 2;
      last = rowid;
    }
    flush();
    const { fanOut } = this;
    // SQLite takes no interior page with one child.
    while (level.length > 1) {
      const above: typeof level = [];
      while (level.length > 0) {
        const children = level.splice(0, level.length === fanOut + 1 ? fanOut - 1 : fanOut);
        const page = this.newPage();
        const right = children.pop()!;
        const inner = children.map((child) => [...bigEndian(BigInt(child.page), 4), ...varint(child.last)]);
        this.fill(page, 5, inner, right.page, 0);
        above.push({ page, last: right.last });
      }
      level = above;
    }
    return level[0]!.page;
  }

  private cell(rowid: number, row: readonly Cell[]): number[] {
    const payload = record(row);
    const head = [...varint(payload.length), ...varint(rowid)];
    const { usable } = this;
    if (payload.length <= usable - 35) return [...head, ...payload];
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const fitting = least + ((payload.length - least) % (usable - 4));
    const local = fitting <= usable - 35 ? fitting : least;
    const parts: number[][] = [];
    for (let at = local; at < payload.length; at += usable - 4)
      parts.push(payload.slice(at, at + usable - 4));
    const numbers = parts.map(() => this.newPage());
    parts.forEach((part, i) => {
      this.pages[numbers[i]! - 1]!.set([...bigEndian(BigInt(numbers[i + 1] ?? 0), 4), ...part]);
    });
    return [...head, ...payload.slice(0, local), ...bigEndian(BigInt(numbers[0]!), 4)];
  }

  private fill(
    page: number,
    type: 5 | 13,
    cells: readonly (readonly number[])[],
    right: number | null,
    at: number,
  ): void {
    const bytes = this.pages[page - 1]!;
    const view = new DataView(bytes.buffer);
    let end = this.usable;
    view.setUint8(at, type);
    view.setUint16(at + 3, cells.length);
    if (right !== null) view.setUint32(at + 8, right);
    cells.forEach((cell, i) => {
      end -= cell.length;
      bytes.set(cell, end);
      view.setUint16(at + (right === null ? 8 : 12) + 2 * i, end);
    });
    view.setUint16(at + 5, end);
  }
}

/** An SQLite file with these tables. */
export function writeSqlite(tables: readonly WrittenTable[], options: WriterOptions = {}): Uint8Array {
  return new Writer(options.pageSize ?? 1024, options.reserved ?? 0, options.fanOut ?? 3).write(tables);
}

/** A table whose columns have no types but `id`, which is the row number. */
export function plainTable(
  name: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
): WrittenTable {
  const id = columns.includes('_id_') ? '_id_' : columns.find((column) => column === 'id');
  const declared = columns.map((column) => (column === id ? `${column} INTEGER PRIMARY KEY` : column));
  return {
    name,
    sql: `CREATE TABLE ${name} (${declared.join(', ')})`,
    rows: rows.map((row) => columns.map((column) => (column === id ? null : (row[column] ?? null)))),
    ...(id !== undefined && { rowids: rows.map((row) => Number(row[id])) }),
  };
}
