/**
 * Reads SQLite's integers of 1 to 9 bytes, most significant first, seven bits a byte and eight in the ninth
 * (sqlite.org/fileformat2.html, section 1.6). One reader serves millions: it keeps the last value instead of
 * returning objects.
 */
export class VarintReader {
  private _value = 0;
  private _end = 0;

  /** The last value; beyond 2^53 it is rounded: no length and no row number of a file is that large. */
  get value(): number {
    return this._value;
  }

  /** Offset behind the last value. */
  get end(): number {
    return this._end;
  }

  /** Reads the value at an offset; false where the bytes end before it does. */
  read(bytes: Uint8Array, at: number): boolean {
    const first = bytes[at]!;
    if (first < 0x80) {
      this._value = first;
      this._end = at + 1;
      return true;
    }
    // Row numbers of two and three bytes are most of those of a table.
    const second = bytes[at + 1]!;
    if (second < 0x80) {
      this._value = ((first & 0x7f) << 7) | second;
      this._end = at + 2;
      return true;
    }
    const third = bytes[at + 2]!;
    if (third < 0x80) {
      this._value = ((first & 0x7f) << 14) | ((second & 0x7f) << 7) | third;
      this._end = at + 3;
      return true;
    }
    return this.readLong(bytes, at);
  }

  private readLong(bytes: Uint8Array, at: number): boolean {
    let value = 0;
    for (let i = 0; i < 9; i++) {
      const byte = bytes[at + i];
      if (byte === undefined) return false;
      if (i < 8 && byte >= 0x80) {
        value = value * 128 + (byte & 0x7f);
        continue;
      }
      this._value = i === 8 ? value * 256 + byte : value * 128 + byte;
      this._end = at + i + 1;
      return true;
    }
    return false;
  }
}
