import { message, type Message } from '../../kernel/message';
import type { RandomAccess, ReadOptions } from '../source';
import { columnsOf } from './columns';
import { PageFile } from './pages';
import type { PageBytes } from './recordShape';
import { Row } from './row';
import { VarintReader } from './varint';

const HEADER_BYTES = 100;
const LEAF = 13;
const INTERIOR = 5;
/** A text of a profile (a kernel name) is some kilobytes; a longer one is a damaged length. */
const MAX_RECORD_BYTES = 1 << 24;

interface TableEntry {
  readonly root: number;
  readonly sql: string;
}

/** A table of the file: its columns by name. */
export interface SqliteTable {
  readonly root: number;
  /** Index of a column, −1 for one that this file's table does not have. */
  readonly at: (column: string) => number;
  readonly rowid: number;
}

/** Reads a column of a table as an integer, row by row; null where the table has no such column. */
export function integerColumn(table: SqliteTable, column: string): (row: Row) => number | null {
  const at = table.at(column);
  return (row) => row.integer(at);
}

/** What is done with each row; `ordinal` counts the rows of the table from 1. */
export type RowVisitor = (row: Row, ordinal: number) => void;

/** What a scan leaves out or knows already. */
export interface ScanOptions {
  /** Tells from its number whether a row is read at all; default: all are. */
  readonly wanted?: (rowid: number) => boolean;
  /** Takes a record by its bytes [from, from + length) without decoding it; false where it has to be visited as a row. */
  readonly known?: (page: PageBytes, from: number, length: number, ordinal: number) => boolean;
}

/**
 * A read-only SQLite file: tables row by row in the order of their row numbers, nothing else. There is no SQL,
 * no index and no journal (sqlite.org/fileformat2.html). Libraries were measured and left: sql.js holds the
 * whole file in memory, node:sqlite is not in every editor's Node, native modules break with its ABI.
 */
export class SqliteDatabase {
  private readonly entries = new Map<string, TableEntry>();
  private _damaged = 0;

  private constructor(
    private readonly pages: PageFile,
    private readonly usable: number,
  ) {}

  /** Opens a file; a message says why it cannot be read. */
  static async open(
    path: string,
    file: RandomAccess,
    options: ReadOptions,
  ): Promise<SqliteDatabase | Message> {
    const head = await file.read(0, HEADER_BYTES);
    if (head.length < HEADER_BYTES) return message('profiles.sqliteCut');
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    const told = view.getUint16(16);
    const pageSize = told === 1 ? 65536 : told;
    if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) return message('profiles.sqliteDamaged');
    if (view.getUint8(18) > 1 || view.getUint8(19) > 1) return message('profiles.sqliteWal', { path });
    if (view.getUint32(56) > 1) return message('profiles.sqliteEncoding', { path });
    const pages = new PageFile(path, file, pageSize, options);
    const database = new SqliteDatabase(pages, pageSize - view.getUint8(20));
    // The count of pages holds only where the last writer knew of it.
    const counted = view.getUint32(24) === view.getUint32(92);
    if (counted && view.getUint32(28) > pages.pageCount) database._damaged++;
    await database.readSchema();
    return database;
  }

  /** Names of all tables; of those that are not asked for nothing else is ever read. */
  get tableNames(): readonly string[] {
    return [...this.entries.keys()];
  }

  /** Pages and rows that could not be read; not 0 when the file is cut or damaged. */
  get damaged(): number {
    return this._damaged;
  }

  /** A table by name; null when the file does not have it. */
  table(name: string): SqliteTable | null {
    const entry = this.entries.get(name);
    if (entry === undefined) return null;
    const { names, rowid } = columnsOf(entry.sql);
    const index = new Map(names.map((column, i) => [column, i]));
    return { root: entry.root, rowid, at: (column) => index.get(column) ?? -1 };
  }

  /**
   * Visits the rows of a table.
   * @throws InputError with code `cancelled` once the signal is aborted.
   */
  async scan(table: SqliteTable, visit: RowVisitor, options: ScanOptions = {}): Promise<void> {
    const seen = new Uint8Array((this.pages.pageCount >> 3) + 1);
    const row = new Row(table.rowid);
    const leaf = new Leaf(this, row, visit, options);
    const stack = [table.root];
    for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
      const bit = 1 << (number & 7);
      const page = ((seen[number >> 3] ?? 0xff) & bit) !== 0 ? null : await this.page(number);
      if (page === null) {
        this._damaged++;
        continue;
      }
      seen[number >> 3] = (seen[number >> 3] ?? 0) | bit;
      const header = number === 1 ? HEADER_BYTES : 0;
      if (page[header] === INTERIOR) this.children(page, header, stack);
      else if (page[header] === LEAF) await leaf.read(page, header);
      else this._damaged++;
    }
  }

  /** A page (1-based), null for one that the file does not have. */
  async page(number: number): Promise<Uint8Array | null> {
    await this.pages.visit();
    if (!(number >= 1 && number <= this.pages.pageCount)) return null;
    const held = this.pages.cached(number);
    return held?.length === this.pages.pageSize ? held : this.pages.load(number);
  }

  /** Records something that could not be read. */
  damage(): void {
    this._damaged++;
  }

  get usableBytes(): number {
    return this.usable;
  }

  /** Puts the children of an interior page on the stack, the first one on top. */
  private children(page: Uint8Array, header: number, stack: number[]): void {
    const view = new DataView(page.buffer, page.byteOffset, page.length);
    const count = Math.min(view.getUint16(header + 3), (page.length - header - 12) >> 1);
    stack.push(view.getUint32(header + 8));
    for (let i = count - 1; i >= 0; i--) {
      const at = view.getUint16(header + 12 + 2 * i);
      if (at + 4 <= page.length) stack.push(view.getUint32(at));
      else this._damaged++;
    }
  }

  private async readSchema(): Promise<void> {
    const schema: SqliteTable = { root: 1, rowid: -1, at: () => -1 };
    await this.scan(schema, (row) => {
      const [type, name, root, sql] = [row.text(0), row.text(1), row.integer(3), row.text(4)];
      if (type === 'table' && name !== null && root !== null && sql !== null)
        this.entries.set(name, { root, sql });
    });
  }
}

/** Reads the cells of leaf pages. */
class Leaf {
  private readonly varint = new VarintReader();
  private ordinal = 0;

  constructor(
    private readonly database: SqliteDatabase,
    private readonly row: Row,
    private readonly visit: RowVisitor,
    private readonly options: ScanOptions,
  ) {}

  async read(leaf: Uint8Array, header: number): Promise<void> {
    let page = leaf;
    const held = { bytes: leaf, view: new DataView(leaf.buffer, leaf.byteOffset, leaf.length) };
    const { varint, options } = this;
    const { wanted, known } = options;
    const mostLocal = Math.min(this.database.usableBytes - 35, page.length);
    const cells = (page[header + 3]! << 8) | page[header + 4]!;
    const count = Math.min(cells, (page.length - header - 8) >> 1);
    for (let i = 0; i < count; i++) {
      this.ordinal++;
      const pointer = header + 8 + 2 * i;
      const at = (page[pointer]! << 8) | page[pointer + 1]!;
      const length = varint.read(page, at) ? varint.value : Infinity;
      if (length > MAX_RECORD_BYTES || !varint.read(page, varint.end)) {
        this.database.damage();
        continue;
      }
      const rowid = varint.value;
      const from = varint.end;
      if (wanted?.(rowid) === false) continue;
      const isWhole = length <= mostLocal && from + length <= page.length;
      if (isWhole && page === leaf && known?.(held, from, length, this.ordinal) === true) continue;
      // Pages that a long record goes on on may be put where this one stands.
      if (length > this.database.usableBytes - 35 && page === leaf) page = leaf.slice();
      const taken = this.take(rowid, page, from, length);
      if (typeof taken === 'boolean' ? taken : await taken) this.visit(this.row, this.ordinal);
      else this.database.damage();
    }
  }

  /** A promise only where the record goes on on other pages. */
  private take(rowid: number, page: Uint8Array, from: number, length: number): boolean | Promise<boolean> {
    if (length <= this.database.usableBytes - 35)
      return from + length <= page.length && this.row.take(rowid, page, from, length);
    return this.spilled(page, from, length).then((record) => record !== null && this.row.take(rowid, record));
  }

  /** A record whose end is on overflow pages; null when their chain breaks. */
  private async spilled(page: Uint8Array, at: number, length: number): Promise<Uint8Array | null> {
    const usable = this.database.usableBytes;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const fitting = least + ((length - least) % (usable - 4));
    const local = fitting <= usable - 35 ? fitting : least;
    if (at + local + 4 > page.length) return null;
    const record = new Uint8Array(length);
    record.set(page.subarray(at, at + local));
    let next = uint32(page, at + local);
    for (let filled = local; filled < length;) {
      const overflow = await this.database.page(next);
      if (overflow === null) return null;
      const part = overflow.subarray(4, Math.min(usable, 4 + length - filled));
      record.set(part, filled);
      filled += part.length;
      next = uint32(overflow, 0);
    }
    return record;
  }
}

function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0);
}
