/** Qualifiers of PTX loads that no L1 cache serves: cached in L2 only, or seen by other SMs as they are written. */
const PAST_L1 = /^(cg|cv|volatile|relaxed|acquire|mmio)$/;

/** Tests whether a load passes the L1 cache by; `opcode` is its name at the dots. */
export const goesPastL1 = (opcode: readonly string[]): boolean => opcode.some((part) => PAST_L1.test(part));
