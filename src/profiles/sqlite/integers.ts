const HALF = 2 ** 32;

/** Serial types of the constants 0 and 1. */
export const CONSTANT_ZERO = 8;
export const CONSTANT_ONE = 9;

/**
 * The integer of a serial type whose bytes begin at `at`; not-a-number for other types and beyond 2^53
 * (sqlite.org/fileformat2.html, section 2.1).
 */
export function integerAt(bytes: Uint8Array, serialType: number, at: number): number {
  switch (serialType) {
    case 1:
      return (bytes[at]! << 24) >> 24;
    case 2:
      return ((bytes[at]! << 24) >> 16) | bytes[at + 1]!;
    case 3:
      return ((bytes[at]! << 24) >> 8) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
    case 4:
      return wordAt(bytes, at);
    case 5:
      return (((bytes[at]! << 24) >> 16) | bytes[at + 1]!) * HALF + (wordAt(bytes, at + 2) >>> 0);
    case 6: {
      const value = wordAt(bytes, at) * HALF + (wordAt(bytes, at + 4) >>> 0);
      return Number.isSafeInteger(value) ? value : Number.NaN;
    }
    case CONSTANT_ZERO:
      return 0;
    case CONSTANT_ONE:
      return 1;
    default:
      return Number.NaN;
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}
