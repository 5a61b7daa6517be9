import { NEWLINE } from './bytes';

/** The byte in each of the four places of a word. */
const inEachByte = (byte: number): number => byte * 0x01010101;
const NEWLINES = inEachByte(NEWLINE);
const ONES = inEachByte(0x01);
const TOP_BITS = inEachByte(0x80) | 0;

/** Counts the lines of a text that comes in pieces, four bytes at a time. */
export class LineCounter {
  private bytes: Uint8Array = new Uint8Array(0);
  /** The whole words of the piece, of which the first begins at `firstWord`. */
  private words: Int32Array = new Int32Array(0);
  private firstWord = 0;
  private counted = 0;
  private newlines = 0;

  /** Goes on with the next piece. */
  begin(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.firstWord = -bytes.byteOffset & 3;
    const words = Math.max(0, (bytes.length - this.firstWord) >> 2);
    this.words =
      words === 0
        ? new Int32Array(0)
        : new Int32Array(bytes.buffer, bytes.byteOffset + this.firstWord, words);
    this.counted = 0;
  }

  /** Line of the byte at `at`, from 1; positions only go up within one piece. */
  lineAt(at: number): number {
    const { bytes, words, firstWord } = this;
    let i = this.counted;
    if (at <= i) return this.newlines + 1;
    let newlines = 0;
    for (; i < at && ((i - firstWord) & 3) !== 0; i++) if (bytes[i] === NEWLINE) newlines++;
    for (let word = (i - firstWord) >> 2; i + 4 <= at; i += 4, word++) {
      const other = words[word]! ^ NEWLINES;
      // Some byte of the word is a newline where this is not 0; behind such a byte another one may be taken for one.
      if (((other - ONES) & ~other & TOP_BITS) !== 0)
        for (let k = i; k < i + 4; k++) if (bytes[k] === NEWLINE) newlines++;
    }
    for (; i < at; i++) if (bytes[i] === NEWLINE) newlines++;
    this.counted = at;
    this.newlines += newlines;
    return this.newlines + 1;
  }
}
