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
/** Serial types of the constants 0 and 1. */
const CONSTANT_ZERO = 8;
const CONSTANT_ONE = 9;
const FIRST_BLOB = 12;

/** Columns that there is room for at the start. */
const FIRST_COLUMNS = 64;

const utf8 = new TextDecoder('utf-8');

function lengthOf(serialType: number): number {
  if (serialType >= FIRST_BLOB) return (serialType - FIRST_BLOB) >> 1;
  return serialType === FLOAT ? 8 : (INTEGER_BYTES[serialType] ?? 0);
}

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
    this._rowid = rowid;
    let at = varint.end;
    let content = headerEnd;
    let count = 0;
    for (; at < headerEnd; count++) {
      let type = bytes[at] ?? 0;
      if (type < 0x80) at++;
      else {
        if (!varint.read(bytes, at)) return false;
        type = varint.value;
        at = varint.end;
      }
      if (count === this.types.length) this.makeRoom();
      this.types[count] = type;
      this.offsets[count] = content;
      content += lengthOf(type);
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
    if (column < 0) return null;
    if (column === this.rowidColumn) return this._rowid;
    const { bytes } = this;
    const at = this.offsets[column]!;
    switch (column < this.count ? this.types[column] : 0) {
      case 1:
        return (bytes[at]! << 24) >> 24;
      case 2:
        return ((bytes[at]! << 24) >> 16) | bytes[at + 1]!;
      case 3:
        return ((bytes[at]! << 24) >> 8) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
      case 4:
        return this.word(at);
      case 5:
        return (((bytes[at]! << 24) >> 16) | bytes[at + 1]!) * HALF + (this.word(at + 2) >>> 0);
      case CONSTANT_ZERO:
        return 0;
      case CONSTANT_ONE:
        return 1;
    }
    if (!this.loadInteger(column)) return null;
    const value = this.high * HALF + this.low;
    return Number.isSafeInteger(value) ? value : null;
  }

  /** The cell as a 64-bit integer; null where it is none. */
  int64(column: number): Int64 | null {
    return this.loadInteger(column) ? { high: this.high, low: this.low } : null;
  }

  /** The distance of an integer cell from `base`, exact up to 2^53; null where the cell is no integer or further off. */
  since(column: number, base: Int64): number | null {
    if (!this.loadInteger(column)) return null;
    const distance = (this.high - base.high) * HALF + (this.low - base.low);
    return Number.isSafeInteger(distance) ? distance : null;
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

  private word(at: number): number {
    const { bytes } = this;
    return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
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
