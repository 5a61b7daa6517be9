import { textOf } from './bytes';
import { isSame } from './knownKeys';

/**
 * Numbers the distinct texts of a file by their bytes: a trace of millions of events has some hundred names, and
 * making a string of each occurrence would be most of the work of reading it.
 */
export class ByteTexts {
  private readonly buckets = new Map<number, number[]>();
  private readonly raw: Uint8Array[] = [];
  private readonly decoded: (string | undefined)[] = [];

  /** @param known texts that are there from the start, numbered in order from 0. */
  constructor(known: readonly string[] = []) {
    const encoder = new TextEncoder();
    for (const text of known) {
      const bytes = encoder.encode(text);
      this.of(bytes, 0, bytes.length);
    }
  }

  get count(): number {
    return this.raw.length;
  }

  /** Number of the text in [from, to); a new one is added. */
  of(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(bytes, from, to);
    const found = this.among(this.buckets.get(hash), bytes, from, to);
    if (found >= 0) return found;
    const index = this.raw.push(bytes.slice(from, to)) - 1;
    const bucket = this.buckets.get(hash);
    if (bucket === undefined) this.buckets.set(hash, [index]);
    else bucket.push(index);
    return index;
  }

  /** Number of the text in [from, to); -1 when it is not there. */
  find(bytes: Uint8Array, from: number, to: number): number {
    return this.among(this.buckets.get(hashOf(bytes, from, to)), bytes, from, to);
  }

  /** A text by its number. */
  text(index: number): string {
    const raw = this.raw[index];
    return (this.decoded[index] ??= raw === undefined ? '' : textOf(raw, 0, raw.length));
  }

  private among(bucket: readonly number[] | undefined, bytes: Uint8Array, from: number, to: number): number {
    if (bucket !== undefined)
      for (const index of bucket) if (isSame(this.raw[index]!, bytes, from, to)) return index;
    return -1;
  }
}

/** FNV-1a over words of four bytes. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  let i = from;
  for (; i + 4 <= to; i += 4)
    hash = mixed(hash, bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
  for (; i < to; i++) hash = mixed(hash, bytes[i]!);
  return hash;
}

/** The upper bits come down: a product alone carries upwards only. */
function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x01000193);
  return product ^ (product >>> 15);
}
