import type { WarpCounts } from './warpCounts';

/** Clocks per instruction of each class of equations 4.9 and 4.10. */
export type ClassClocks = Readonly<Record<keyof WarpCounts, number>>;

/**
 * Clocks of one warp instruction on a GTX 950 (dissertation, tables 4.2 and 4.3, microbenchmarks without ptxas
 * optimisation; the columns of table 4.2 are lost in the text, and its rows were put together again), with which the
 * author's own ratios of 65 kernels come out. Integer and load/store compute instructions are taken at the common 15
 * clocks, since metrics do not tell IMUL (86) and IMAD (101) apart, and double precision at 48, of which DFMA has 51.
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
