import { CONSTANT_ONE, CONSTANT_ZERO, integerAt } from './integers';
import { RecordShape, type CellPlace } from './recordShape';
import { VarintReader } from './varint';

/** A 64-bit integer as its signed upper and unsigned lower half: times since 1970 in ns exceed a double's 2^53. */
export interface Int64 {
  readonly high: number;
  readonly low: number;
}

/** The integer 0. */
export const ZERO: Int64 = { high: 0, low: 0 };

const HALF = 2 ** 32;
/** Bytes of the integer serial types 1 to 6. */
const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8] as const;
const FLOAT = 7;
const FIRST_BLOB = 12;

/** Columns that there is room for at the start. */
const FIRST_COLUMNS = 64;

const utf8 = new TextDecoder('utf-8');

function lengthOf(serialType: number): number {
  if (serialType >= FIRST_BLOB) return (serialType - FIRST_BLOB) >> 1;
  return serialType === FLOAT ? 8 : (INTEGER_BYTES[serialType] ?? 0);
}

/** Lengths of types that one byte tells, by type: they are asked for at every cell of every row. */
const SHORT_LENGTHS = Uint8Array.from({ length: 0x80 }, (_, serialType) => lengthOf(serialType));

/**
 * One row of a table, decoded cell by cell on demand. The same object stands for row after row: nothing of it
 * may be kept (sqlite.org/fileformat2.html, section 2.1, "Record Format").
 */
export class Row {
  private readonly varint = new VarintReader();
  private bytes: Uint8Array = new Uint8Array();
  private types = new Int32Array(FIRST_COLUMNS);
  private offsets = new Int32Array(FIRST_COLUMNS);
  private count = 0;
  /** Where the record begins in `bytes`, its length and that of its header. */
  private start = 0;
  private length = 0;
  private header = 0;
  private _rowid = 0;
  private high = 0;
  private low = 0;

  /** @param rowidColumn the column that is an alias of the row number and stored as NULL; −1 for none. */
  constructor(private readonly rowidColumn: number) {}

  /**
   * Takes the record of the next row, bytes [from, from + length); false when its header and its content do not agree.
   */
  take(rowid: number, bytes: Uint8Array, from = 0, length = bytes.length): boolean {
    const { varint } = this;
    const end = from + length;
    if (!varint.read(bytes, from) || varint.value > length || varint.end > end) return false;
    const headerEnd = from + varint.value;
    this.bytes = bytes;
    this.start = from;
    this.length = length;
    this.header = headerEnd - from;
    this._rowid = rowid;
    let at = varint.end;
    let content = headerEnd;
    let count = 0;
    for (; at < headerEnd; count++) {
      if (count === this.types.length) this.makeRoom();
      let type = bytes[at]!;
      this.offsets[count] = content;
      if (type < 0x80) {
        at++;
        content += SHORT_LENGTHS[type]!;
      } else {
        if (!varint.read(bytes, at)) return false;
        type = varint.value;
        at = varint.end;
        content += lengthOf(type);
      }
      this.types[count] = type;
    }
    this.count = count;
    return at === headerEnd && content <= end;
  }

  private makeRoom(): void {
    const { types, offsets } = this;
    this.types = new Int32Array(2 * types.length);
    this.offsets = new Int32Array(2 * types.length);
    this.types.set(types);
    this.offsets.set(offsets);
  }

  /** A whole number of at most 2^53; null for NULL, an absent column (−1 or behind the row's end) and other types. */
  integer(column: number): number | null {
    const value = this.number(column);
    return Number.isNaN(value) ? null : value;
  }

  /** The same with not-a-number instead of null. */
  number(column: number): number {
    if (column < 0) return Number.NaN;
    if (column === this.rowidColumn) return this._rowid;
    return column < this.count
      ? integerAt(this.bytes, this.types[column]!, this.offsets[column]!)
      : Number.NaN;
  }

  /**
   * The numbers of several columns: what is read of millions of rows is put into memory that is there, since numbers
   * that are returned one by one cost an object each.
   */
  numbers(columns: Int32Array, into: Float64Array): void {
    for (let i = 0; i < columns.length; i++) into[i] = this.number(columns[i]!);
  }

  /**
   * This record as one that others may be equal to in all of these columns but their own; null where one of them is the
   * row number, which does not stand in the record.
   */
  shape(same: Int32Array, own: Int32Array): RecordShape | null {
    const { rowidColumn } = this;
    if (rowidColumn >= 0 && (same.includes(rowidColumn) || own.includes(rowidColumn))) return null;
    const places = (columns: Int32Array): (CellPlace | null)[] =>
      Array.from(columns, (column) => this.placeOf(column));
    const cells = places(same).filter((cell) => cell !== null);
    const { start, length, header } = this;
    return new RecordShape(this.bytes.slice(start, start + length), header, cells, places(own));
  }

  /** Where a cell is in its record; null for one that is not there. */
  private placeOf(column: number): CellPlace | null {
    if (column < 0 || column >= this.count) return null;
    const start = this.offsets[column]! - this.start;
    const type = this.types[column]!;
    return { type, start, end: start + lengthOf(type) };
  }

  /** The cell as a 64-bit integer; null where it is none. */
  int64(column: number): Int64 | null {
    return this.loadInteger(column) ? { high: this.high, low: this.low } : null;
  }

  /** The distance of an integer cell from `base`, exact up to 2^53; not-a-number where it is no integer or further off. */
  since(column: number, base: Int64): number {
    if (!this.loadInteger(column)) return Number.NaN;
    const distance = (this.high - base.high) * HALF + (this.low - base.low);
    return Number.isSafeInteger(distance) ? distance : Number.NaN;
  }

  /** The text of a cell; null where it is none. */
  text(column: number): string | null {
    const type = this.typeOf(column);
    if (type <= FIRST_BLOB || type % 2 === 0) return null;
    return utf8.decode(this.slice(column, lengthOf(type)));
  }

  /** The bytes of a blob; null where the cell is none. */
  blob(column: number): Uint8Array | null {
    const type = this.typeOf(column);
    return type >= FIRST_BLOB && type % 2 === 0 ? this.slice(column, lengthOf(type)).slice() : null;
  }

  private typeOf(column: number): number {
    return column >= 0 && column < this.count ? (this.types[column] ?? 0) : 0;
  }

  private slice(column: number, length: number): Uint8Array {
    const from = this.offsets[column] ?? 0;
    return this.bytes.subarray(from, from + length);
  }

  /** Leaves the integer of a cell in `high` and `low`. */
  private loadInteger(column: number): boolean {
    const type = this.typeOf(column);
    const from = this.offsets[column] ?? 0;
    const { bytes } = this;
    if (type === CONSTANT_ZERO || type === CONSTANT_ONE) {
      this.high = 0;
      this.low = type - CONSTANT_ZERO;
      return true;
    }
    if (type < 1 || type >= FLOAT) return false;
    const length = INTEGER_BYTES[type] ?? 0;
    const first = bytes[from] ?? 0;
    // The first byte carries the sign of all.
    let high = first >= 0x80 ? -1 : 0;
    if (length <= 4) {
      let value = high;
      for (let i = from; i < from + length; i++) value = (value << 8) | (bytes[i] ?? 0);
      this.high = high;
      this.low = value >>> 0;
      return true;
    }
    let low = high >>> 0;
    for (let i = from; i < from + length; i++) {
      high = (high << 8) | (low >>> 24);
      low = ((low << 8) | (bytes[i] ?? 0)) >>> 0;
    }
    this.high = high;
    this.low = low;
    return true;
  }
}
