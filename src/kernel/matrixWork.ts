/** Types of the factors that tensor cores multiply. */
export const MATRIX_TYPES = [
  'fp64',
  'tf32',
  'bf16',
  'fp16',
  'fp8',
  'fp6',
  'fp4',
  'int8',
  'int4',
  'int1',
] as const;

/** Type of the factors of a matrix instruction. */
export type MatrixType = (typeof MATRIX_TYPES)[number];

/** What one warp's matrix instruction computes. */
export interface MatrixWork {
  readonly type: MatrixType;
  /**
   * Multiply-adds that the tensor core carries out for the warp: rows × columns × depth, half of it for a sparse left
   * side, a quarter for a warp of a group of four.
   */
  readonly multiplyAdds: number;
  /** True where floating-point sums are kept in 16 bits; else they have 32, or 64 for doubles. */
  readonly halfSums?: boolean | undefined;
  /** True for instructions of four warps together, which read their factors from shared memory (`wgmma`). */
  readonly warpGroup?: boolean | undefined;
}

/** The same text for the same work. */
export function matrixKey({ type, multiplyAdds, halfSums, warpGroup }: MatrixWork): string {
  return [type, multiplyAdds, halfSums === true ? 'half' : '', warpGroup === true ? 'group' : ''].join(' ');
}
