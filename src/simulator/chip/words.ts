/**
 * What AssemblyScript has built in, for the sources of the chip where JavaScript runs them: in tests, and where the rest
 * of the simulator shares a helper with the chip. `i32` and `u32` cut off what follows the point.
 */
export function i32(value: number): number {
  return value | 0;
}

export function u32(value: number): number {
  return value >>> 0;
}

export function f64(value: number): number {
  return value;
}

/** Product of two words, as a word. */
export function imul(a: number, b: number): number {
  return Math.imul(a, b);
}

/** Leading zeros of a word. */
export function clz(word: number): number {
  return Math.clz32(word);
}

/** Trailing zeros of a word. */
export function ctz(word: number): number {
  return word === 0 ? 32 : 31 - Math.clz32(word & -word);
}

/** Bits of a word that are set. */
export function popcnt(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Arrays of any kind, in order. */
export class Views {
  readonly list: ArrayBufferView[] = [];

  push(array: ArrayBufferView): void {
    this.list.push(array);
  }
}

/** The words of an array of doubles, in the same memory. */
export function wordsOf(array: Float64Array): Int32Array {
  return new Int32Array(array.buffer, array.byteOffset, array.length * 2);
}

/** The halves of an array of words, in the same memory. */
export function halvesOf(array: Int32Array): Uint16Array {
  return new Uint16Array(array.buffer, array.byteOffset, array.length * 2);
}

/** A whole number cut off to a word, as one that is too large goes round. */
export function wordOf(value: number): number {
  return value | 0;
}

// Arrays of zeros. Memory that is new is zero already: WebAssembly does not write it once more.

export function newInts(length: number): Int32Array {
  return new Int32Array(length);
}

export function newFloats(length: number): Float64Array {
  return new Float64Array(length);
}

export function newBytes(length: number): Uint8Array {
  return new Uint8Array(length);
}

export function newHalves(length: number): Uint16Array {
  return new Uint16Array(length);
}
