import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';

/**
 * A proportional part of a GPU: so many of its SMs with as large a part of its memory channels and their L2
 * slices. Blocks of a kernel are run on it in the same proportion.
 */
export interface GpuSlice {
  readonly sms: number;
  readonly memoryChannels: number;
}

/** GPUs with at most so many SMs are simulated whole where that is affordable. */
const WHOLE_SMS = 32;
/** SMs of the slices of a GPU, largest first. */
const SIZES = [
  { least: 16, most: 24, step: 2 },
  { least: 8, most: 12, step: 1 },
  { least: 3, most: 6, step: 1 },
] as const;
/** Slices whose proportion of SMs to channels differs more from the GPU's are not used. */
const MOST_DISTORTION = 0.06;
/** An odd number of channels cannot be halved between MIG instances: worth so much distortion to avoid. */
const ODD_CHANNELS = 0.01;

/** All of a GPU. */
export function wholeGpu({ sms, memory }: Pick<SimulatorSpec, 'sms' | 'memory'>): GpuSlice {
  return { sms, memoryChannels: memory.channels };
}

/**
 * What may stand for a GPU, largest first: the whole where it is small, then slices. The first has an even
 * number of SMs, so that it can be divided.
 */
export function slicesOf(whole: GpuSlice): readonly [GpuSlice, ...GpuSlice[]] {
  const slices = SIZES.flatMap((size) => nearestSlice(whole, size) ?? []);
  const [first, ...rest] = whole.sms <= WHOLE_SMS ? [whole, ...slices] : slices;
  return [first ?? whole, ...rest.filter(({ sms }) => sms < (first ?? whole).sms)];
}

/** The slice of that size that comes closest to the GPU's proportion. */
function nearestSlice(
  { sms, memoryChannels }: GpuSlice,
  { least, most, step }: (typeof SIZES)[number],
): GpuSlice | null {
  let best: { readonly slice: GpuSlice; readonly distortion: number } | null = null;
  for (let count: number = least; count <= Math.min(most, sms - 1); count += step) {
    const exact = (memoryChannels * count) / sms;
    const slice = { sms: count, memoryChannels: Math.max(1, Math.round(exact)) };
    const odd = slice.memoryChannels % 2 === 0 ? 0 : ODD_CHANNELS;
    const distortion = odd + Math.abs(Math.log(slice.memoryChannels / exact));
    if (distortion < (best?.distortion ?? MOST_DISTORTION)) best = { slice, distortion };
  }
  return best?.slice ?? null;
}

/** The description of a slice of a GPU. */
export function slicedSpec(loaded: LoadedSpec, slice: GpuSlice): LoadedSpec {
  const { gpu, spec } = loaded;
  const slicesPerChannel = spec.l2.slices / spec.memory.channels;
  // All SMs have their blocks from one dispatcher: a part of them has its part of what it places.
  const blocksPerCycle = (spec.launch.blocksPerCycle * slice.sms) / spec.sms;
  return {
    gpu,
    spec: {
      ...spec,
      sms: slice.sms,
      partOfGpu: slice.sms / spec.sms,
      launch: { ...spec.launch, blocksPerCycle },
      memory: { ...spec.memory, channels: slice.memoryChannels },
      l2: { ...spec.l2, slices: slice.memoryChannels * slicesPerChannel },
    },
  };
}
