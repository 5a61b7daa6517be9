/** Index of the lowest set bit of a non-zero 32-bit word. */
export function lowestBit(word: i32): i32 {
  return ctz(word);
}

/** Number of set bits of a 32-bit word. */
export function countBits(word: i32): i32 {
  return popcnt(word);
}

/** A word with the `n` lowest bits set, 0 ≤ n ≤ 32. */
export function lowMask(n: i32): i32 {
  return n >= 32 ? -1 : (1 << n) - 1;
}

/** The smaller of two whole numbers. */
export function lesser(a: i32, b: i32): i32 {
  return a < b ? a : b;
}

/** The greater of two whole numbers. */
export function greater(a: i32, b: i32): i32 {
  return a > b ? a : b;
}

/** How often one number that is not negative goes into another. */
export function quotient(a: i32, b: i32): i32 {
  return (a / b) | 0;
}

/** The same, rounded up. */
export function quotientUp(a: i32, b: i32): i32 {
  return ((a + b - 1) / b) | 0;
}

/** The smallest of some of the numbers of an array. */
export function smallestOf(numbers: Float64Array, first: i32, count: i32): f64 {
  let smallest = numbers[first]!;
  for (let i = first + 1; i < first + count; i++) if (numbers[i]! < smallest) smallest = numbers[i]!;
  return smallest;
}

/** The largest of some of the numbers of an array. */
export function largestOf(numbers: Float64Array, first: i32, count: i32): f64 {
  let largest = numbers[first]!;
  for (let i = first + 1; i < first + count; i++) if (numbers[i]! > largest) largest = numbers[i]!;
  return largest;
}

/** The smallest power of two that is at least `n`, up to 2^30; a whole number of 32 bits for the engine, too. */
export function powerOfTwoAtLeast(n: i32): i32 {
  return n <= 1 ? 1 : 1 << (32 - clz(n - 1));
}

/** The exponent of a power of two up to 2^30. */
export function exponentOf(powerOfTwo: i32): i32 {
  return 31 - clz(powerOfTwo);
}

/**
 * A well-mixed 32-bit hash of two words (the finaliser of MurmurHash3 around a Weyl step). Random numbers of
 * a simulation are hashes of who draws and how often it has drawn, so they do not depend on timing.
 */
export function hash2(a: i32, b: i32): i32 {
  let h = a ^ imul(b, -0x61c8864f);
  h ^= h >>> 16;
  h = imul(h, -0x7a143595);
  h ^= h >>> 13;
  h = imul(h, -0x3d4d51cb);
  return h ^ (h >>> 16);
}

/** `hash2` of three words. */
export function hash3(a: i32, b: i32, c: i32): i32 {
  return hash2(hash2(a, b), c);
}

/** A hash as a fraction in [0, 1). */
export function fraction(hash: i32): f64 {
  return f64(u32(hash)) / 4294967296.0;
}
