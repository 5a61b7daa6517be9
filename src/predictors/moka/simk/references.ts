import { findGpu } from '../../../gpu/findGpu';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { Origin } from '../../../kernel/origin';
import type { Classification } from '../classification/classify';
import { featuresOf, type BandwidthDivisors, type Features } from './features';
import gtx950Data from './data/gtx950References.json';

/** A kernel whose best block size is known. */
export interface ReferenceKernel {
  readonly name: string;
  readonly application: string;
  readonly class: Classification['class'];
  /** 1 when blocks extend in x only, else 2. */
  readonly dimensions: 1 | 2;
  /** Threads per block of the fastest launch. */
  readonly bestBlock: number;
  readonly features: Features;
}

/** Reference kernels of one GPU. */
export interface ReferenceSet extends BandwidthDivisors {
  readonly gpuId: string;
  readonly origin: Origin;
  readonly source: string;
  readonly kernels: readonly ReferenceKernel[];
}

const SETS: readonly ReferenceSet[] = [gtx950Data as ReferenceSet];

/**
 * The reference set measured on that GPU, else the one of the GTX 950, the only GPU with a published set.
 */
export function referenceSetFor(gpu: GpuSpec): ReferenceSet {
  return SETS.find((set) => set.gpuId === gpu.id) ?? SETS[0]!;
}

/** A set with kernels that the user measured added to it. */
export function withMeasuredKernels(set: ReferenceSet, kernels: readonly ReferenceKernel[]): ReferenceSet {
  return { ...set, kernels: [...set.kernels, ...kernels] };
}

/** A set without the kernels of that name, in any case. */
export function withoutKernel(set: ReferenceSet, name: string): ReferenceSet {
  const wanted = name.toLowerCase();
  return { ...set, kernels: set.kernels.filter((kernel) => kernel.name.toLowerCase() !== wanted) };
}

/**
 * Bandwidths by which the ratios of a kernel profiled on `gpu` are comparable with those of a reference
 * set: the set's own, scaled by peak DRAM bandwidth and by clock where the GPU is another one. The author's
 * shared-memory divisor is one constant of his GPU, so its scaling by clock is an assumption.
 */
export function divisorsFor(gpu: GpuSpec, set: ReferenceSet): BandwidthDivisors {
  const match = findGpu(set.gpuId);
  if (gpu.id === set.gpuId || match.kind !== 'found') return set;
  return {
    globalBytesPerSecond: set.globalBytesPerSecond * scale(gpu.dram.peakGBs, match.gpu.dram.peakGBs),
    sharedBytesPerSecond: set.sharedBytesPerSecond * scale(gpu.boostClockMHz, match.gpu.boostClockMHz),
  };
}

function scale(value: number | null, reference: number | null): number {
  return value === null || reference === null ? 1 : value / reference;
}

/** What is needed of a kernel that the user timed at several block sizes. */
export interface MeasuredKernel {
  readonly name: string;
  readonly application: string;
  readonly dimensions: 1 | 2;
  readonly bestBlock: number;
  readonly classification: Classification;
  readonly metrics: Readonly<Record<string, number>>;
}

/** A kernel of the user's own as a reference beside those of `set`. */
export function referenceFromMeasurement(
  kernel: MeasuredKernel,
  gpu: GpuSpec,
  set: ReferenceSet,
): ReferenceKernel {
  const { name, application, dimensions, bestBlock, classification, metrics } = kernel;
  const features = featuresOf(classification, metrics, divisorsFor(gpu, set));
  return { name, application, dimensions, bestBlock, class: classification.class, features };
}
