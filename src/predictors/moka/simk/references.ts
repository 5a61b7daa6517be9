import { findGpu } from '../../../gpu/findGpu';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { Origin } from '../../../kernel/origin';
import type { Classification } from '../classification/classify';
import { featuresOf, type BandwidthDivisors, type Features } from './features';
import gtx950Data from './data/gtx950References.json';
import gtx950Simulated from './data/simulated-gtx-950.json';
import v100Simulated from './data/simulated-v100-sxm2.json';

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
  /** Where the best block comes from, when that is not where those of the set come from. */
  readonly origin?: Origin;
  /** Time of the whole work over block sizes, where it is kept. */
  readonly times?: readonly { readonly threadsPerBlock: number; readonly milliseconds: number }[];
}

/** Reference kernels of one GPU. */
export interface ReferenceSet extends BandwidthDivisors {
  readonly gpuId: string;
  readonly origin: Origin;
  readonly source: string;
  readonly kernels: readonly ReferenceKernel[];
}

const PUBLISHED = gtx950Data as ReferenceSet;
const MEASURED: readonly ReferenceSet[] = [PUBLISHED];
const SIMULATED: readonly ReferenceSet[] = [gtx950Simulated, v100Simulated] as readonly ReferenceSet[];

/** The set that Moka's author measured, on the GTX 950: the only one that was published. */
export function publishedReferences(): ReferenceSet {
  return PUBLISHED;
}

/**
 * The reference set to use on a GPU: what was measured on it, else what was simulated for it, else what was
 * measured on another one.
 */
export function referenceSetFor(gpu: GpuSpec): ReferenceSet {
  return MEASURED.find((set) => set.gpuId === gpu.id) ?? simulatedReferences(gpu) ?? PUBLISHED;
}

/** The reference set that was simulated for a GPU; null where there is none. */
export function simulatedReferences(gpu: GpuSpec): ReferenceSet | null {
  return SIMULATED.find((set) => set.gpuId === gpu.id) ?? null;
}

/** A set with kernels that the user measured added to it, each marked as measured. */
export function withMeasuredKernels(set: ReferenceSet, kernels: readonly ReferenceKernel[]): ReferenceSet {
  const measured = kernels.map((kernel): ReferenceKernel => ({ ...kernel, origin: 'measured' }));
  return { ...set, kernels: [...set.kernels, ...measured] };
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
