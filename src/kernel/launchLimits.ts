import type { Dim3 } from './symbolic';

/**
 * Bounds of a launch on every compute capability from 3.0 on (CUDA C++ Programming Guide, table "Technical
 * Specifications per Compute Capability"), for input that names no GPU. Where the GPU is known, the catalogue's
 * limits hold.
 */

/** Largest extents of a block, in threads. */
export const MAX_BLOCK: Dim3 = [1024, 1024, 64];

/** Largest number of threads of a block. */
export const MAX_THREADS_PER_BLOCK = 1024;

/** Largest extents of a grid, in blocks. */
export const MAX_GRID: Dim3 = [2 ** 31 - 1, 65535, 65535];
