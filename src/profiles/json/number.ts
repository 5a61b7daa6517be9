const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const DOT = 0x2e;
const QUOTE = 0x22;
/** Digits that a double holds whole. */
const EXACT_DIGITS = 15;

const decoder = new TextDecoder('latin1');

/**
 * Reads numbers of JSON as a whole part and thousandths: times of a trace in µs since 1970 with ns behind the point
 * have more digits than a double holds.
 */
export class NumberReader {
  /** Whole part of the last number, towards zero; not-a-number when it was none. */
  whole = Number.NaN;
  /** What is behind the point, in thousandths, with the sign of the number. */
  thousandths = 0;

  /** The last number as a double. */
  get value(): number {
    return this.whole + this.thousandths / 1000;
  }

  /** Reads the number in [from, to), also one in quotes. */
  read(bytes: Uint8Array, from: number, to: number): void {
    const isQuoted = bytes[from] === QUOTE;
    this.digits(bytes, isQuoted ? from + 1 : from, isQuoted ? to - 1 : to);
  }

  private digits(bytes: Uint8Array, from: number, to: number): void {
    const isNegative = bytes[from] === MINUS;
    let whole = 0;
    let i = isNegative ? from + 1 : from;
    const first = i;
    for (; i < to; i++) {
      const digit = (bytes[i] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      whole = whole * 10 + digit;
    }
    const count = i - first;
    let fraction = 0;
    if (bytes[i] === DOT && i < to) {
      let scale = 100;
      for (i++; i < to; i++, scale /= 10) {
        const byte = bytes[i] ?? 0;
        if (byte < ZERO || byte > NINE) break;
        fraction += (byte - ZERO) * scale;
      }
    }
    if (i < to || count === 0 || count > EXACT_DIGITS + 1) return this.other(bytes, from, to);
    this.whole = isNegative ? -whole : whole;
    this.thousandths = isNegative ? -fraction : fraction;
  }

  /** Numbers with an exponent or with more digits than are exact, and what is no number. */
  private other(bytes: Uint8Array, from: number, to: number): void {
    const text = decoder.decode(bytes.subarray(from, to));
    const value = /^-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
    this.whole = Number.isFinite(value) ? Math.trunc(value) : Number.NaN;
    this.thousandths = Number.isFinite(value) ? (value - this.whole) * 1000 : 0;
  }
}
