/** Bytes of a line of the caches. */
export const LINE_BYTES = 128;

/** Bytes of a sector, the unit in which caches fetch. */
export const SECTOR_BYTES = 32;

/** Unit occupation is counted in twelfths of a cycle, so that 48 lanes (8 twelfths) are exact. */
export const UNIT_TICKS = 12;

/** Taken branches in a row, without an instruction between them, that cost time: more than compiled code has. */
export const MOST_JUMPS = 4;

/** Places of two units among the kinds of functional units (`UNITS`). */
export const TENSOR_UNIT = 4;
export const MEMORY_UNIT = 6;

/** Cycle that no run reaches. */
export const NEVER = 0x7fffffff;
