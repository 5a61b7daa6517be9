import study from './blockError.json';

/**
 * How far simulated changes by another block are from an H100's: of the blocks of `command` that simulation takes for
 * faster ones, on cold caches and on warm ones.
 */
export const BLOCK_ERROR: {
  readonly command: string;
  readonly mean: number;
  readonly worst: number;
  readonly comparisons: number;
} = study;

/** Gains below this are within that error. */
export const LEAST_BLOCK_GAIN = 1 - 1 / (1 + BLOCK_ERROR.mean);
