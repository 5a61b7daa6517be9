/** Index of the lowest set bit of a non-zero 32-bit word. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Number of set bits of a 32-bit word. */
export function countBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A word with the `n` lowest bits set, 0 ≤ n ≤ 32. */
export function lowMask(n: number): number {
  return n >= 32 ? -1 : (1 << n) - 1;
}

/** The smallest power of two that is at least `n`, up to 2^30; a whole number of 32 bits for the engine, too. */
export function powerOfTwoAtLeast(n: number): number {
  return n <= 1 ? 1 : 1 << (32 - Math.clz32(n - 1));
}

/** The exponent of a power of two up to 2^30. */
export function exponentOf(powerOfTwo: number): number {
  return 31 - Math.clz32(powerOfTwo);
}

/**
 * A well-mixed 32-bit hash of two words (the finaliser of MurmurHash3 around a Weyl step). Random numbers of
 * a simulation are hashes of who draws and how often it has drawn, so they do not depend on timing.
 */
export function hash2(a: number, b: number): number {
  let h = (a ^ Math.imul(b, 0x9e3779b1)) | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** `hash2` of three words. */
export function hash3(a: number, b: number, c: number): number {
  return hash2(hash2(a, b), c);
}

/** `hash2` over the characters of a text. */
export function hashText(text: string): number {
  let h = 0;
  for (let i = 0; i < text.length; i++) h = hash2(h, text.charCodeAt(i));
  return h;
}

/** A hash as a fraction in [0, 1). */
export function fraction(hash: number): number {
  return (hash >>> 0) / 4294967296;
}
