import type { SmLimits } from '../kernel/gpuSpec';
import { WARP_SIZE } from '../kernel/warp';
import { occupancy, type BlockResources, type Occupancy } from './occupancy';

/** Occupancy at one block size. */
export interface OccupancyPoint extends Occupancy {
  readonly threadsPerBlock: number;
}

/** Shared memory in bytes by block size in threads; the default keeps it constant. */
export type SharedBytesPerBlock = (threadsPerBlock: number) => number;

/**
 * Occupancy over all block sizes that are whole warps, from one warp to the largest block.
 *
 * @param dynamicSharedBytes gives the dynamic shared memory of a block of that many threads.
 */
export function occupancyCurve(
  limits: SmLimits,
  resources: Omit<BlockResources, 'threadsPerBlock'>,
  dynamicSharedBytes: SharedBytesPerBlock = () => resources.dynamicSharedBytes ?? 0,
): readonly OccupancyPoint[] {
  return Array.from({ length: limits.maxThreadsPerBlock / WARP_SIZE }, (_, index) => {
    const threadsPerBlock = (index + 1) * WARP_SIZE;
    return {
      threadsPerBlock,
      ...occupancy(limits, {
        ...resources,
        threadsPerBlock,
        dynamicSharedBytes: dynamicSharedBytes(threadsPerBlock),
      }),
    };
  });
}

/** Shapes of blocks by which curves are found again; beyond, all are forgotten. */
const MOST_KEPT = 1000;
const kept = new WeakMap<SmLimits, Map<string, readonly OccupancyPoint[]>>();

/** The curve of blocks of constant shared memory, computed once: kernels of a workspace have few shapes. */
export function knownOccupancyCurve(
  limits: SmLimits,
  resources: Omit<BlockResources, 'threadsPerBlock'>,
): readonly OccupancyPoint[] {
  const curves = kept.get(limits) ?? new Map<string, readonly OccupancyPoint[]>();
  kept.set(limits, curves);
  const key = JSON.stringify(resources);
  const known = curves.get(key);
  if (known !== undefined) return known;
  if (curves.size >= MOST_KEPT) curves.clear();
  const curve = occupancyCurve(limits, resources);
  curves.set(key, curve);
  return curve;
}
