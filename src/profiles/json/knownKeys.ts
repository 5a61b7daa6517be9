/** Places for lengths and first letters of keys. */
const SHAPES = 1 << 10;

/** Keys are told apart by length and first letter, as far as these differ. */
const shapeOf = (length: number, first: number): number => ((length << 5) | (first & 31)) & (SHAPES - 1);

/** Finds keys that are known beforehand by their bytes. */
export class KnownKeys {
  /** Of each length and first letter its last key plus one, 0 for none; and of each key the one before it. */
  private readonly newest = new Uint8Array(SHAPES);
  private readonly older: number[] = [];
  private readonly keys: Uint8Array[];

  constructor(keys: readonly string[]) {
    const encoder = new TextEncoder();
    this.keys = keys.map((key) => encoder.encode(key));
    this.keys.forEach((key, i) => {
      const shape = shapeOf(key.length, key[0] ?? 0);
      this.older.push((this.newest[shape] ?? 0) - 1);
      this.newest[shape] = i + 1;
    });
  }

  /** Number of the key in [from, to), in the order of the constructor; -1 for any other. */
  find(bytes: Uint8Array, from: number, to: number): number {
    let key = this.newest[shapeOf(to - from, bytes[from]!)]! - 1;
    while (key >= 0 && !isSame(this.keys[key]!, bytes, from, to)) key = this.older[key]!;
    return key;
  }
}

/** Whether the bytes in [from, to) are those of a text. */
export function isSame(own: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (own.length !== to - from) return false;
  for (let i = 0; i < own.length; i++) if (own[i] !== bytes[from + i]) return false;
  return true;
}
