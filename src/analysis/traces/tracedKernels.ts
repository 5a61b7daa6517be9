import { occupancy } from '../../gpu/occupancy';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message } from '../../kernel/message';
import type { KernelOperationKind, KernelReading } from '../../kernel/kernelReading';
import type { KernelProfile, ProfileFile } from '../../kernel/profile';
import { InputError } from '../../kernel/result';
import { isLaunchable, volume } from '../../kernel/symbolic';
import { classifyFromMetrics } from '../../predictors';
import {
  joinCounters,
  type CountedKernel,
  type CounterIndex,
  type CounterJoin,
} from '../../profiles/counterJoin';
import { readKernel } from '../../profiles/libraries/readKernel';
import { deviceMemoryBytes, meanCounters, type MeanCounters } from '../../profiles/meanCounters';
import { profileGpu } from '../../profiles/transfer';
import type {
  TracedBlocks,
  TracedClass,
  TracedKernelResult,
  TracedKernelsResult,
} from '../results/tracedKernelResult';

/** What operations are usually bound by; those that may be either are left out. */
const USUAL_CLASS: Readonly<Partial<Record<KernelOperationKind, TracedClass['value']>>> = {
  gemm: 'compute-bound',
  convolution: 'compute-bound',
  attention: 'compute-bound',
  elementwise: 'memory-bound',
  copy: 'memory-bound',
  fill: 'memory-bound',
  transpose: 'memory-bound',
  reduction: 'memory-bound',
  normalisation: 'memory-bound',
  softmax: 'memory-bound',
  'gather-scatter': 'memory-bound',
  pooling: 'memory-bound',
  optimizer: 'memory-bound',
};

/** No kernel moves more than the bandwidth, clocks of two recordings aside: then the counters are of other launches. */
const MOST_SHARE = 1.05;

/** A product with a vector reads each number of its matrix once. */
const VECTOR_PRODUCT = /gemv|gemm?v_|trsv/i;

/**
 * What is known of the kernels of a timeline without source: by their names, their launches, and the counters of other
 * files about the same program.
 *
 * @param given the GPU of the timeline where the file does not tell, or tells wrongly
 */
export function tracedKernels(
  timeline: ProfileFile,
  counted: CounterIndex,
  given: GpuSpec | null = null,
): TracedKernelsResult {
  const gpu = given ?? gpuOf(timeline);
  const join = joinCounters([timeline], counted);
  const total = join.kernels.reduce((sum, { totalNs }) => sum + totalNs, 0);
  const kernels = join.kernels.map((kernel) => tracedKernel(kernel, gpu, total));
  return {
    gpu: gpu?.id ?? null,
    kernels,
    countedShare: kernels.reduce((sum, { counters, share }) => sum + (counters === null ? 0 : share), 0),
    unmatched: unmatchedOf(join),
  };
}

function gpuOf(file: ProfileFile): GpuSpec | null {
  const match = profileGpu(file);
  return match.kind === 'found' ? match.gpu : null;
}

function unmatchedOf({ unmatched }: CounterJoin): TracedKernelsResult['unmatched'] {
  return unmatched.map(({ name, grid, block, rows, why }) => ({
    name,
    grid,
    block,
    location: rows[0]!.location,
    why,
  }));
}

function tracedKernel(kernel: CountedKernel, gpu: GpuSpec | null, allNs: number): TracedKernelResult {
  const { name, grid, block, calls, totalNs, counters, why } = kernel;
  const means = counters && meanCounters(counters.rows);
  const reading = readKernel(name);
  const isRead = Object.values(reading).some((value) => value !== null);
  const memoryShare = means && memoryShareOf(means, kernel, gpu);
  const isTooMuch = memoryShare !== null && memoryShare > MOST_SHARE;
  return {
    name,
    grid,
    block,
    calls,
    totalNs,
    share: allNs > 0 ? totalNs / allNs : 0,
    reading: isRead ? reading : null,
    blocks: gpu && blocksOf(kernel.rows[0]!, gpu),
    class: (means && classOfCounters(means, kernel, gpu)) ?? classOfName(reading),
    memoryShare: isTooMuch ? null : memoryShare,
    counters: counters && {
      location: counters.rows[0]!.location,
      launches: means!.launches,
      values: Object.keys(means!.metrics).length + Object.keys(means!.others).length,
    },
    why: isTooMuch ? message('profiles.counters.tooMuch', { share: memoryShare }) : why,
  };
}

/** Counted bytes over the time in the timeline, of the bandwidth that is printed on the GPU; null where not known. */
function memoryShareOf(
  means: MeanCounters,
  { calls, totalNs }: CountedKernel,
  gpu: GpuSpec | null,
): number | null {
  const bytes = deviceMemoryBytes(means);
  const bandwidth = gpu?.dram.peakGBs ?? null;
  return bytes === null || bandwidth === null || totalNs === 0 ? null : (bytes * calls) / totalNs / bandwidth;
}

/** Null where the launch or its resources are not told, or no block of it fits. */
function blocksOf(row: KernelProfile, { limits, sms }: GpuSpec): TracedBlocks | null {
  const { grid, block, registers, staticSharedBytes, dynamicSharedBytes, sharedBytes } = row;
  const shared =
    sharedBytes ?? (staticSharedBytes === null ? null : staticSharedBytes + (dynamicSharedBytes ?? 0));
  if (grid === null || block === null || registers === null || shared === null) return null;
  if (!isLaunchable(grid) || !isLaunchable(block)) return null;
  try {
    const found = occupancy(limits, {
      threadsPerBlock: volume(block),
      registersPerThread: registers,
      staticSharedBytes: shared,
    });
    if (found.blocksPerSm === 0) return null;
    return {
      blocksPerSm: found.blocksPerSm,
      occupancy: found.occupancy,
      limiter: found.limiter,
      waves: volume(grid) / (found.blocksPerSm * sms),
    };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function classOfCounters(
  { metrics }: MeanCounters,
  { grid, block }: CountedKernel,
  gpu: GpuSpec | null,
): TracedClass | null {
  if (gpu === null || grid === null || block === null) return null;
  const found = classifyFromMetrics(metrics, volume(grid) * volume(block), gpu);
  return found.ok ? { value: found.value.class, basis: 'counters' } : null;
}

function classOfName({ operation, detail }: KernelReading): TracedClass | null {
  if (operation === null) return null;
  if (operation.value === 'gemm' && VECTOR_PRODUCT.test(detail ?? ''))
    return { value: 'memory-bound', basis: 'name' };
  const value = USUAL_CLASS[operation.value];
  return value === undefined ? null : { value, basis: 'name' };
}
