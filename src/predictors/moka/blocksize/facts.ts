import type { SmLimits } from '../../../kernel/gpuSpec';
import type { Sourced } from '../../../kernel/origin';
import { WARP_SIZE } from '../../../kernel/warp';
import { type BlockResources } from '../../../gpu/occupancy';
import type { Classification } from '../classification/classify';

/** Time of the whole kernel at one block size, for the same work. */
export interface BlockTiming {
  readonly threadsPerBlock: number;
  /** In any unit, the same for all timings of a kernel. */
  readonly time: Sourced;
}

/** What is known of a kernel whose block size is to be chosen. */
export interface BlockSizeFacts {
  readonly name: string;
  /** Threads per block today; null while unknown. */
  readonly current: number | null;
  /** 1 when blocks extend in x only, else 2; null while unknown. */
  readonly dimensions: 1 | 2 | null;
  readonly resources: Omit<BlockResources, 'threadsPerBlock'>;
  /** Further dynamic or static shared memory per thread of the block, when it grows with the block. */
  readonly sharedBytesPerThread?: number;
  /** From `__launch_bounds__`; null without. */
  readonly maxThreadsPerBlock: number | null;
  readonly classification: Classification | null;
  /** nvprof metrics in base units; null without a profile. */
  readonly metrics: Readonly<Record<string, number>> | null;
  /** Measured or simulated times at several block sizes, if there are any. */
  readonly timings: readonly BlockTiming[];
  /** Why the work changes with the block (a tile or sort width), so that times of other sizes mean other work. */
  readonly blockDependentWork?: string;
}

/**
 * Block sizes that are considered: whole warps within the limits and launch bounds, and powers of two as
 * long as today's block is one, since tiles and reductions often rely on it.
 */
export function candidateSizes(facts: BlockSizeFacts, limits: SmLimits): readonly number[] {
  const largest = Math.min(limits.maxThreadsPerBlock, facts.maxThreadsPerBlock ?? Infinity);
  const powersOnly = facts.current === null || isPowerOfTwo(facts.current);
  const sizes = Array.from(
    { length: Math.floor(largest / WARP_SIZE) },
    (_, index) => (index + 1) * WARP_SIZE,
  );
  return powersOnly ? sizes.filter(isPowerOfTwo) : sizes;
}

function isPowerOfTwo(value: number): boolean {
  return value > 0 && Number.isInteger(Math.log2(value));
}
