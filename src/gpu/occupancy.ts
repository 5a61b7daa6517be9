import { message, type Message } from '../kernel/message';
import type { SmLimits } from '../kernel/gpuSpec';
import { InputError } from '../kernel/result';
import { WARP_SIZE } from '../kernel/warp';

/** Resources that one block of a kernel needs. */
export interface BlockResources {
  readonly threadsPerBlock: number;
  readonly registersPerThread: number;
  readonly staticSharedBytes?: number;
  readonly dynamicSharedBytes?: number;
  /** Preferred share of shared memory, 0 to 100 % of the maximum; 100 when left out. */
  readonly carveoutPercent?: number;
  /** Barriers that a block uses; 1 when left out. */
  readonly barriersPerBlock?: number;
}

/** In the order in which a tie is named. */
export const OCCUPANCY_RESOURCES = ['warps', 'registers', 'shared', 'barriers', 'blocks'] as const;

/** Resource that limits the blocks of an SM. */
export type OccupancyLimiter = (typeof OCCUPANCY_RESOURCES)[number];

/** Occupancy of an SM by blocks of one kernel. */
export interface Occupancy {
  readonly blocksPerSm: number;
  readonly warpsPerSm: number;
  /** Resident warps over the most that fit, 0 to 1. */
  readonly occupancy: number;
  /** The resource that allows the fewest blocks; the first in the order of `OCCUPANCY_RESOURCES` on a tie. */
  readonly limiter: OccupancyLimiter;
  /** Every resource that allows no more blocks than the limiter. */
  readonly limiters: readonly OccupancyLimiter[];
  /** Blocks that each resource alone would allow; null where the kernel does not use it. */
  readonly limits: Readonly<Record<OccupancyLimiter, number | null>>;
  /** Shared memory of one block as allocated, reserve and rounding included. */
  readonly sharedBytesAllocated: number;
  /** Shared memory of the SM under the carve-out. */
  readonly sharedBytesAvailable: number;
  /** True when the block needs more shared memory than a launch gets without opting in. */
  readonly needsSharedOptIn: boolean;
  /** Why not even one block fits; absent otherwise. */
  readonly reason?: Message;
}

/**
 * Resident blocks per SM by the rules of NVIDIA's cuda_occupancy.h: registers are allocated per warp and
 * live in sub-partitions, shared memory per block with a reserve, and the carve-out is the largest one
 * unless `carveoutPercent` says otherwise.
 *
 * @throws InputError when a quantity is negative, fractional or no number.
 */
export function occupancy(limits: SmLimits, resources: BlockResources): Occupancy {
  checkResources(resources);
  const warps = Math.ceil(resources.threadsPerBlock / WARP_SIZE);
  const shared = sharedUse(limits, resources);
  const allowed = {
    warps: warpLimit(limits, resources.threadsPerBlock),
    registers: registerLimit(limits, warps, resources.registersPerThread),
    shared: shared.blocks,
    barriers: barrierLimit(limits, resources.barriersPerBlock ?? 1),
    blocks: limits.maxBlocks,
  };
  const blocksPerSm = Math.min(...Object.values(allowed).map((blocks) => blocks ?? Infinity));
  const limiters = OCCUPANCY_RESOURCES.filter((resource) => allowed[resource] === blocksPerSm);
  const result = {
    blocksPerSm,
    warpsPerSm: blocksPerSm * warps,
    occupancy: (blocksPerSm * warps) / limits.maxWarps,
    limiter: limiters[0]!,
    limiters,
    limits: allowed,
    sharedBytesAllocated: shared.allocated,
    sharedBytesAvailable: shared.available,
    needsSharedOptIn: shared.requested > limits.sharedBytesPerBlockDefault,
  };
  return blocksPerSm > 0 ? result : { ...result, reason: reasonForNone(limits, resources, limiters[0]!) };
}

function checkResources(resources: BlockResources): void {
  for (const [name, value] of Object.entries(resources) as [string, number][])
    if (!Number.isSafeInteger(value) || value < 0)
      throw new InputError(message('gpu.notWhole', { name, value }), 'invalid-resources');
  if (resources.threadsPerBlock === 0) throw new InputError(message('gpu.noThreads'), 'invalid-resources');
  if ((resources.carveoutPercent ?? 0) > 100)
    throw new InputError(message('gpu.carveout'), 'invalid-resources');
}

function warpLimit(limits: SmLimits, threadsPerBlock: number): number {
  if (threadsPerBlock > limits.maxThreadsPerBlock) return 0;
  const warpsPerSm = Math.floor(limits.maxThreads / WARP_SIZE);
  return Math.floor(warpsPerSm / Math.ceil(threadsPerBlock / WARP_SIZE));
}

/**
 * A warp lives in one sub-partition, so what counts is how many warps one sub-partition holds. Only the
 * check against the registers of a single block rounds its warps up to whole rows of sub-partitions.
 */
function registerLimit(limits: SmLimits, warps: number, registersPerThread: number): number | null {
  const perWarp = roundUp(registersPerThread * WARP_SIZE, limits.registerAllocationUnit);
  if (registersPerThread > limits.occupancyRegistersPerThread) return 0;
  if (perWarp * roundUp(warps, limits.subPartitions) > limits.maxRegistersPerBlock) return 0;
  if (perWarp === 0) return null;
  const perSubPartition = Math.floor(limits.registers / limits.subPartitions / perWarp);
  return Math.floor((perSubPartition * limits.subPartitions) / warps);
}

/** Blocks of an SM share twice as many barriers as it has block slots (cuda_occupancy.h, recalled). */
function barrierLimit(limits: SmLimits, barriersPerBlock: number): number | null {
  return barriersPerBlock === 0 ? null : Math.floor((2 * limits.maxBlocks) / barriersPerBlock);
}

interface SharedUse {
  readonly requested: number;
  readonly allocated: number;
  readonly available: number;
  readonly blocks: number | null;
}

function sharedUse(limits: SmLimits, resources: BlockResources): SharedUse {
  const requested = (resources.staticSharedBytes ?? 0) + (resources.dynamicSharedBytes ?? 0);
  const allocated = roundUp(requested + limits.sharedBytesReservedPerBlock, limits.sharedAllocationUnit);
  const available = sharedAvailable(limits, resources.carveoutPercent, allocated);
  if (requested > limits.sharedBytesPerBlockOptIn) return { requested, allocated, available, blocks: 0 };
  const blocks = allocated === 0 ? null : Math.floor(available / allocated);
  return { requested, allocated, available, blocks };
}

/**
 * The carve-out preference is rounded up to a size that the hardware has, and never below what one block
 * needs. Without a preference the whole shared memory counts.
 */
function sharedAvailable(limits: SmLimits, carveoutPercent: number | undefined, allocated: number): number {
  if (carveoutPercent === undefined) return limits.sharedBytes;
  const wanted = Math.max(Math.floor((limits.sharedBytes * carveoutPercent) / 100), allocated);
  const sizes = limits.sharedCarveoutsKiB.map((kib) => kib * 1024);
  return sizes.find((bytes) => bytes >= wanted) ?? limits.sharedBytes;
}

function reasonForNone(limits: SmLimits, resources: BlockResources, limiter: OccupancyLimiter): Message {
  const { threadsPerBlock, registersPerThread } = resources;
  if (limiter === 'warps')
    return message('gpu.tooManyThreads', { threads: threadsPerBlock, max: limits.maxThreadsPerBlock });
  if (limiter === 'registers') return reasonOfRegisters(limits, threadsPerBlock, registersPerThread);
  if (limiter === 'shared')
    return message('gpu.tooMuchShared', {
      bytes: (resources.staticSharedBytes ?? 0) + (resources.dynamicSharedBytes ?? 0),
      max: limits.sharedBytesPerBlockOptIn,
    });
  return message('gpu.tooManyBarriers', { barriers: resources.barriersPerBlock ?? 1 });
}

function reasonOfRegisters(limits: SmLimits, threads: number, registers: number): Message {
  const max = limits.occupancyRegistersPerThread;
  return registers > max
    ? message('gpu.tooManyRegisters', { registers, max })
    : message('gpu.registersOfBlock', { threads, registers, max: limits.maxRegistersPerBlock });
}

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}
