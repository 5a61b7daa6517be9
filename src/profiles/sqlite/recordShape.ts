import { integerAt } from './integers';

/** Where a cell of a record is: its serial type and its bytes from the record's first. */
export interface CellPlace {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** A page in two forms: words of a view are compared faster than bytes. */
export interface PageBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/**
 * A record that others may be equal to in all but some columns of their own: those are told by comparing bytes, and
 * only what is their own is decoded. Rows of a recording are mostly of few kinds.
 */
export class RecordShape {
  /** Starts and ends of the stretches of bytes that are the same: the header, then cells. */
  private readonly stretches: Int32Array;
  private readonly ownTypes: Int32Array;
  private readonly ownStarts: Int32Array;
  private readonly record: DataView;

  /**
   * @param record the bytes of one such record; kept, so a copy of what may change
   * @param headerLength bytes of its header, which tells the types of all columns
   * @param same cells in which the others are equal
   * @param own cells in which they are not; null for a column that the record does not have
   */
  constructor(
    record: Uint8Array,
    headerLength: number,
    same: readonly CellPlace[],
    own: readonly (CellPlace | null)[],
  ) {
    this.record = new DataView(record.buffer, record.byteOffset, record.length);
    const bounds = [0, headerLength];
    for (const { start, end } of same.toSorted((a, b) => a.start - b.start))
      if (start === bounds.at(-1)) bounds[bounds.length - 1] = end;
      else if (end > start) bounds.push(start, end);
    this.stretches = Int32Array.from(bounds);
    this.ownTypes = Int32Array.from(own, (cell) => cell?.type ?? 0);
    this.ownStarts = Int32Array.from(own, (cell) => cell?.start ?? 0);
  }

  /** Whether the record of `length` bytes at `from` is one of these. */
  matches({ view }: PageBytes, from: number, length: number): boolean {
    const { record, stretches } = this;
    if (length !== record.byteLength) return false;
    for (let k = 0; k < stretches.length; k += 2) {
      const end = stretches[k + 1]!;
      let i = stretches[k]!;
      for (; i + 4 <= end; i += 4) if (record.getInt32(i) !== view.getInt32(from + i)) return false;
      for (; i < end; i++) if (record.getUint8(i) !== view.getUint8(from + i)) return false;
    }
    return true;
  }

  /** Numbers of a matching record's own columns, in the order in which they were given; not-a-number for none. */
  own({ bytes }: PageBytes, from: number, into: Float64Array): void {
    const { ownTypes, ownStarts } = this;
    for (let i = 0; i < ownTypes.length; i++) into[i] = integerAt(bytes, ownTypes[i]!, from + ownStarts[i]!);
  }
}
