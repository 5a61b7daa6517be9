import type { GpuSpec } from '../../kernel/gpuSpec';

/** What was measured of a card's front end. */
interface MeasuredLaunch {
  /** From the end of a kernel to the first block of the next one in its stream. */
  readonly nanoseconds: number;
  /** Blocks that are placed per core cycle. */
  readonly blocksPerCycle: number | null;
}

/**
 * gpu-small-kernels of gpu-benches (1038c5d), which launches kernels one behind the other without waiting: what a kernel
 * of 30 blocks takes (A100 2.9 µs, H200 2.6, A40 2.2, L40 1.9) less its simulated run. In a CUDA graph the same kernels
 * come 0.9 to 1.3 µs apart sooner, which is not modelled. Blocks of 4 to 64 threads on A100, 32 and 64 on H200 and L40
 * take one time for each block, whatever they do: that of the dispatcher.
 */
const LAUNCHES: Readonly<Record<string, MeasuredLaunch>> = {
  '8.0': { nanoseconds: 2110, blocksPerCycle: 0.96 },
  '8.6': { nanoseconds: 1350, blocksPerCycle: null },
  '8.9': { nanoseconds: 1180, blocksPerCycle: 0.74 },
  '9.0': { nanoseconds: 1890, blocksPerCycle: 0.84 },
};

/** As on A100, the oldest of the measured ones, before it; as on H200 and L40 after them. */
const STAND_IN: readonly (readonly [prefix: string, like: string])[] = [
  ['10.', '9.0'],
  ['12.', '8.9'],
  ['', '8.0'],
];

/** Blocks per cycle where nothing was measured: between what L40 and A100 reach. */
const ASSUMED_BLOCKS_PER_CYCLE = 0.85;

/** Front end of a GPU, for its core clock. */
export interface LaunchCosts {
  /** Core cycles from the end of a kernel, or its launch, to the first block of the next one. */
  readonly kernelCycles: number;
  readonly blocksPerCycle: number;
  readonly isLaunchMeasured: boolean;
  readonly isDispatchMeasured: boolean;
}

/** @param turnoverCycles from the placement of a block to its first instruction, which a measured launch includes */
export function launchCosts(gpu: GpuSpec, coreClockMHz: number, turnoverCycles: number): LaunchCosts {
  const { computeCapability: capability, measured } = gpu;
  const own = LAUNCHES[capability];
  const like = STAND_IN.find(([prefix]) => capability.startsWith(prefix))![1];
  const { nanoseconds } = own ?? LAUNCHES[like]!;
  const ofCard = measured?.launchUs ?? null;
  const kernelCycles =
    ofCard === null ? (nanoseconds * coreClockMHz) / 1e3 : ofCard * coreClockMHz - turnoverCycles;
  return {
    kernelCycles: Math.max(0, Math.round(kernelCycles)),
    blocksPerCycle: own?.blocksPerCycle ?? ASSUMED_BLOCKS_PER_CYCLE,
    isLaunchMeasured: ofCard !== null || own !== undefined,
    isDispatchMeasured: (own?.blocksPerCycle ?? null) !== null,
  };
}
