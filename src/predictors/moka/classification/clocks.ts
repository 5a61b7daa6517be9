import type { WarpCounts } from './warpCounts';

/**
 * Clocks of one warp instruction on a GTX 950, dissertation tables 4.2 and 4.3 (microbenchmarks without
 * ptxas optimisation). Table 4.2 lost its columns in the text; the rows were put together again.
 */
export const ARITHMETIC_CLOCKS = {
  integer: {
    IADD: 15,
    ISUB: 15,
    IMNMX: 15,
    ISAD: 15,
    IMUL: 86,
    IMAD: 101,
    ISET: 15,
    SHL: 15,
    SHR: 15,
  },
  fp32: { FADD: 15, FMUL: 15, FMNMX: 15, FSET: 15, FFMA: 15 },
  fp64: { DADD: 48, DMUL: 48, DMNMX: 48, DFMA: 51 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

export type ArithmeticClass = keyof typeof ARITHMETIC_CLOCKS;

/** Clocks per instruction of each class of equations 4.9 and 4.10. */
export type ClassClocks = Readonly<Record<keyof WarpCounts, number>>;

/**
 * The clocks with which the author's own ratios of 65 kernels come out. Integer and load/store compute
 * instructions are taken at the common 15 clocks, since metrics do not tell IMUL and IMAD apart.
 * Equation 4.10 multiplies shared loads by the clocks of shared stores; LDS has 26 of its own (table 4.3).
 */
export const PUBLISHED_CLOCKS: ClassClocks = {
  fp32: 15,
  fp64: 48,
  integer: 15,
  computeLoadStore: 15,
  globalLoad: 650,
  globalStore: 19,
  sharedLoad: 26,
  sharedStore: 19,
};

/** The GPU on which the clocks were measured. */
export const CLOCKS_GPU_ID = 'gtx-950';
