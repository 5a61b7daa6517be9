import type { GpuSpec } from '../../kernel/gpuSpec';

/** What was measured of a chip's L2 cache, whole: products with fewer channels have their share. */
interface MeasuredL2 {
  /** Bytes that all slices deliver per core cycle. */
  readonly bytesPerCycle: number;
  /** Slices beside each DRAM channel, and bus width of the chip that the bytes are of. */
  readonly slicesPerChannel: number;
  readonly busBits: number;
  /** Bytes that an SM takes per cycle. */
  readonly portBytes: 32 | 64;
  readonly partitions?: 2;
  /** Sectors that could be read while one is written, 1 unless it was measured; and once more if only a part of it is. */
  readonly readsPerWrite?: number;
  readonly readsPerPart?: number;
  /** Operations on sectors that atomics make, of a slice in a core cycle. */
  readonly atomicsPerCycle?: number;
}

/**
 * Slices of 32 bytes (GV100 64, GA102 48) or 64 bytes (GA100 and GH100 80, AD102 48) a cycle, which is assumed; most
 * reach less and have what was measured. Measured with gpu-benches (1038c5d), warm: V100 gpu-cache at 0.4 to 5.5 MB
 * 2440 GB/s at 1380 MHz, L40 gpu-cache 5710 at 2490, A100 gpu-cache 5420 at 1410, which is three quarters of its slices.
 * GH100 by probes on an H100 (lab/hardware/card): bulk copies of 16 MiB 4480 bytes a cycle, 80 slices for five stacks of
 * memory and 96 for six; H100 PCIe (gpu-l2-cache 7120 at 1755), H200 (9700 to 10700 at 1980) and A40 (gpu-cache 2495 at
 * 1740) were not fitted. GB202: two kernels of an RTX 5090 that copy 8 MB each, over and over, move 5995 GB/s
 * (lab/hardware/coRuns), here at 2407 MHz. Atomics of GH100: the busiest slice of an H100 took 987 µs for the 1.41 million
 * operations of addMembers (lab/data/h100_suite.json; sectors by slice from the same profile) at 1980 MHz;
 * histogramGlobal, which was not fitted, gives 4 % less.
 *
 * Writes of GH100: the same H100 stores 2020 bytes a cycle into 16 MiB that stay in L2 (write, 128 to 256 threads an SM),
 * 2.2 times fewer than it reads. A sector that is not written whole is read and changed first, which is taken to cost the
 * slice as much again: single words in 4.2 million sectors (transposeStrided, not fitted) take 2.7 cycles of a slice each,
 * whole sectors 1.3. GA100, with the same halves, is taken to be so, too; other chips write as they read, for want of numbers.
 */
const L2: Readonly<Record<string, MeasuredL2>> = {
  GV100: { bytesPerCycle: 1840, slicesPerChannel: 1, busBits: 4096, portBytes: 64 },
  GA100: {
    bytesPerCycle: 3840,
    slicesPerChannel: 1,
    busBits: 5120,
    portBytes: 64,
    partitions: 2,
    readsPerWrite: 2.2,
    readsPerPart: 2.2,
  },
  GA102: { bytesPerCycle: 1536, slicesPerChannel: 2, busBits: 384, portBytes: 64 },
  AD102: { bytesPerCycle: 2450, slicesPerChannel: 2, busBits: 384, portBytes: 64 },
  GH100: {
    bytesPerCycle: 4480,
    slicesPerChannel: 1,
    busBits: 5120,
    portBytes: 64,
    partitions: 2,
    readsPerWrite: 2.2,
    readsPerPart: 2.2,
    atomicsPerCycle: 0.72,
  },
  GB202: { bytesPerCycle: 2490, slicesPerChannel: 2, busBits: 512, portBytes: 64 },
};

/** Throughput of a slice whose chip was not measured, in bytes per cycle: what GV100 and GA102 reach of 32. */
const ASSUMED_SLICE_BYTES = 28;

const UNMEASURED = {
  portBytes: 32,
  partitions: 1,
  readsPerWrite: 1,
  readsPerPart: 0,
  atomicsPerCycle: 1,
} as const;

/** Slices and throughput of a GPU's L2 cache. */
export interface L2Throughput {
  readonly slices: number;
  readonly bytesPerCycle: number;
  readonly portBytes: number;
  /** Halves that copy from each other what their SMs read. */
  readonly partitions: 1 | 2;
  /** As `MeasuredL2` says; one, and nothing for parts, where it was not measured. */
  readonly readsPerWrite: number;
  readonly readsPerPart: number;
  readonly atomicsPerCycle: number;
  readonly measured: boolean;
}

/** Of the measured chip where there is one; else two slices for each GDDR channel and one for each HBM channel. */
export function l2Throughput(gpu: GpuSpec, channels: number): L2Throughput {
  const chip = L2[gpu.chip];
  const own = ownL2BytesPerCycle(gpu);
  if (chip === undefined) {
    const slices = channels * (gpu.dram.type.startsWith('HBM') ? 1 : 2);
    const bytesPerCycle = own ?? slices * ASSUMED_SLICE_BYTES;
    const partitions = gpu.chip === 'GB100' ? 2 : 1;
    return { ...UNMEASURED, slices, bytesPerCycle, partitions, measured: own !== null };
  }
  const { slicesPerChannel, busBits, ...rates } = chip;
  const share = (gpu.dram.busBits ?? busBits) / busBits;
  return {
    ...UNMEASURED,
    ...rates,
    slices: channels * slicesPerChannel,
    bytesPerCycle: own ?? rates.bytesPerCycle * share,
    measured: true,
  };
}

/**
 * Core cycles that a read takes longer for a line of the other half of the L2 cache. An SM's half copies what its SMs
 * read (A100's white paper), so that all is near up to half of the capacity: 206 cycles on A100 up to 18 MB. Beyond it,
 * in a chase of one thread, lines of the far half are far hits and those of the near half come from DRAM: with F more
 * cycles for the far ones, the mean is (206 + F + 547 - F/2) / 2, which is the 400 that gpu-latency measures from 24 to
 * 38 MB for F = 94. GH200 (482 to 522 cycles from 38 to 56 MB) was not fitted.
 */
export const FAR_CYCLES = 94;

/** Of a card that was measured itself. */
function ownL2BytesPerCycle({ measured, boostClockMHz }: GpuSpec): number | null {
  const { l2ReadGBs = null } = measured ?? {};
  return l2ReadGBs === null || boostClockMHz === null ? null : (l2ReadGBs * 1e3) / boostClockMHz;
}

/**
 * Cycles from the placement of a block to its first instruction. The store-only kernel of gpu-stream (gpu-benches at
 * 1038c5d, blocks of 64 and 96 threads) takes 370 cycles a block on V100, 384 on A100, 369 on A40, 455 on H100 and
 * GH200, 560 on L40; about 150 of them pass in the block itself, see `STORE_DRAIN_CYCLES`.
 */
export function turnoverCycles(gpu: GpuSpec): number {
  return gpu.measured?.turnoverCycles ?? TURNOVER[gpu.computeCapability] ?? ASSUMED_TURNOVER;
}

/**
 * Cycles from a warp's last store to its end. Of the 150 that a block of gpu-stream's store-only kernel takes after its
 * first instruction, 45 are those of its instructions. Its scale kernel, which reads and stores, keeps a block of 64
 * threads longer than its read kernel does: by 106 cycles on V100, 90 on A100, 93 on A40, 118 on H100 PCIe, 61 on GH200
 * and 186 on L40 (not fitted).
 */
const STORE_DRAIN_CYCLES = 105;

/** Cycles from a warp's last store to its end; of a card that was measured, its own. */
export const storeDrainCycles = (gpu: GpuSpec): number =>
  gpu.measured?.storeDrainCycles ?? STORE_DRAIN_CYCLES;

/** Tests whether the GPU, or one of the same compute capability, was measured. */
export function isTurnoverMeasured(gpu: GpuSpec): boolean {
  return (gpu.measured?.turnoverCycles ?? TURNOVER[gpu.computeCapability]) !== undefined;
}

const TURNOVER: Readonly<Record<string, number>> = {
  '7.0': 223,
  '8.0': 237,
  '8.6': 222,
  '8.9': 410,
  '9.0': 305,
};

/** As on V100, A100 and A40, which differ by a few cycles. */
const ASSUMED_TURNOVER = 225;
