import type { ComputeClass } from '../../kernel/instructionClasses';
import type { SmLimits } from '../../kernel/gpuSpec';
import { WARP_SIZE } from '../../kernel/warp';
import { STEP_MULTIPLY_ADDS, type SimulatorSpec, type TensorSpec, type UnitName } from './simulatorSpec';

type SmSpec = SimulatorSpec['sm'];
type L1Spec = SmSpec['l1'];

/** Properties that all SMs of an architecture share; lanes come from the catalogue's limits. */
export interface ArchitectureSm {
  readonly policy: SmSpec['policy'];
  readonly issuePerWarp: number;
  /** Cycles that a warp loses by a taken branch. */
  readonly branchCycles: number;
  /** True if integer instructions have lanes of their own (from Volta on). */
  readonly separateInteger: boolean;
  readonly latency: Readonly<Record<'arithmetic' | 'fp64' | 'special' | 'tensor' | 'shared' | 'l1', number>>;
  /** Half-precision instructions, of two numbers a lane, for each of single precision. Default 1. */
  readonly halfRate?: number;
  readonly l1: Omit<L1Spec, 'latencyCycles'>;
  /** Shared memory of its own, and an L1 cache that is one with the texture cache (Maxwell and Pascal tuning guides). */
  readonly sharedMemoryApart?: true;
  readonly instructionBytes: number;
  /** The larger cache of constant memory (Jia et al., recalled; of Ampere and later that of Volta and Turing is taken). */
  readonly constantKiB: number;
  /** L2 hit and DRAM latency seen by a load, where the catalogue has none. */
  readonly l2Latency: number;
  readonly dramLatency: number;
  readonly sources: readonly string[];
}

const sectored = {
  sectored: true,
  hashedSets: true,
  linesPerCycle: 1,
  sectorsPerCycle: 4,
  onWriteHit: 'update',
  allocatesWrites: false,
  clearedByLaunches: true,
} as const;

/** The L1 cache from Volta on: one memory with shared memory, written through, with room for stores. */
const unified = {
  ...sectored,
  sets: 4,
  linesPerCycle: 4,
  allocatesWrites: true,
} as const;
/**
 * From Volta on: a scheduler keeps to a warp until that stalls, then takes the youngest (Huerta et al., "Analyzing
 * Modern NVIDIA GPU Cores", arXiv:2503.20481, on Turing to Blackwell). A loop of 64 multiply-adds and three other
 * instructions, one warp a scheduler, fills 82.7 % of the issue slots of an RTX 5090 (GPU-interfere at e120026): 81
 * cycles a round, 14 of them lost by the branch. Other architectures are taken to lose as many.
 */
const modernIssue = { policy: 'gty', issuePerWarp: 1, branchCycles: 14 } as const;

/** Before Volta: an order that simulator configurations have; what a taken branch costs is not known. */
const olderIssue = { policy: 'gto', branchCycles: 0 } as const;

const simulatorConfigs = 'parameters of tested simulator configurations (GPGPU-Sim 4.2, Accel-Sim 1.2)';
const microbenchmarks =
  'Jia et al. arXiv:1804.06826 and the T4 report (recalled); RRZE gpu-benches latencies';

const hopper: ArchitectureSm = {
  ...modernIssue,
  separateInteger: true,
  latency: { arithmetic: 4, fp64: 8, special: 22, tensor: 18, shared: 29, l1: 32 },
  l1: {
    ...unified,
    ways: 512,
    unifiedBytes: 256 * 1024,
    mshrs: 512,
    mergesPerMshr: 64,
    cachesGlobalLoads: true,
    missQueue: 16,
  },
  instructionBytes: 16,
  constantKiB: 128,
  l2Latency: 280,
  dramLatency: 680,
  sources: [simulatorConfigs, 'RRZE gpu-benches latencies'],
};

/** L1 caches: sets, ways and miss entries of the simulator configurations of the same architecture. */
export const ARCHITECTURES: Readonly<Record<string, ArchitectureSm>> = {
  Fermi: {
    ...olderIssue,
    issuePerWarp: 1,
    separateInteger: false,
    latency: { arithmetic: 9, fp64: 10, special: 16, tensor: 16, shared: 26, l1: 35 },
    l1: {
      sets: 32,
      ways: 4,
      sectored: false,
      mshrs: 64,
      mergesPerMshr: 8,
      hashedSets: true,
      cachesGlobalLoads: true,
      linesPerCycle: 1,
      sectorsPerCycle: 4,
      onWriteHit: 'invalidate',
      allocatesWrites: false,
      clearedByLaunches: true,
      missQueue: 8,
    },
    instructionBytes: 8,
    constantKiB: 32,
    l2Latency: 240,
    dramLatency: 440,
    sources: [simulatorConfigs],
  },
  Kepler: {
    ...olderIssue,
    issuePerWarp: 2,
    separateInteger: false,
    latency: { arithmetic: 9, fp64: 10, special: 18, tensor: 18, shared: 26, l1: 35 },
    l1: {
      ...sectored,
      sets: 4,
      ways: 32,
      mshrs: 256,
      mergesPerMshr: 8,
      cachesGlobalLoads: false,
      missQueue: 16,
    },
    instructionBytes: 8,
    constantKiB: 32,
    l2Latency: 200,
    dramLatency: 400,
    sources: [simulatorConfigs, microbenchmarks],
  },
  Maxwell: {
    ...olderIssue,
    issuePerWarp: 1,
    separateInteger: false,
    latency: { arithmetic: 6, fp64: 48, special: 20, tensor: 20, shared: 24, l1: 82 },
    l1: {
      ...sectored,
      sets: 4,
      ways: 48,
      mshrs: 256,
      mergesPerMshr: 8,
      cachesGlobalLoads: false,
      missQueue: 16,
    },
    sharedMemoryApart: true,
    instructionBytes: 8,
    constantKiB: 32,
    l2Latency: 207,
    dramLatency: 370,
    sources: [simulatorConfigs, microbenchmarks],
  },
  Pascal: {
    ...olderIssue,
    issuePerWarp: 2,
    separateInteger: false,
    latency: { arithmetic: 6, fp64: 48, special: 20, tensor: 20, shared: 24, l1: 82 },
    l1: {
      ...sectored,
      sets: 4,
      ways: 96,
      mshrs: 256,
      mergesPerMshr: 8,
      cachesGlobalLoads: false,
      missQueue: 16,
    },
    sharedMemoryApart: true,
    instructionBytes: 8,
    constantKiB: 32,
    l2Latency: 216,
    dramLatency: 430,
    sources: [simulatorConfigs, microbenchmarks],
  },
  Volta: {
    ...modernIssue,
    separateInteger: true,
    latency: { arithmetic: 4, fp64: 8, special: 22, tensor: 16, shared: 20, l1: 28 },
    l1: {
      ...unified,
      ways: 256,
      unifiedBytes: 128 * 1024,
      mshrs: 512,
      mergesPerMshr: 8,
      cachesGlobalLoads: true,
      missQueue: 16,
    },
    instructionBytes: 16,
    constantKiB: 128,
    l2Latency: 212,
    dramLatency: 425,
    sources: [simulatorConfigs, microbenchmarks],
  },
  Turing: {
    ...modernIssue,
    separateInteger: true,
    latency: { arithmetic: 4, fp64: 48, special: 22, tensor: 18, shared: 22, l1: 32 },
    l1: {
      ...unified,
      ways: 192,
      unifiedBytes: 96 * 1024,
      mshrs: 256,
      mergesPerMshr: 32,
      cachesGlobalLoads: true,
      missQueue: 16,
    },
    instructionBytes: 16,
    constantKiB: 128,
    l2Latency: 226,
    dramLatency: 500,
    sources: [simulatorConfigs, microbenchmarks],
  },
  Ampere: {
    ...modernIssue,
    separateInteger: true,
    latency: { arithmetic: 4, fp64: 8, special: 22, tensor: 18, shared: 23, l1: 33 },
    l1: {
      ...unified,
      ways: 384,
      unifiedBytes: 192 * 1024,
      mshrs: 384,
      mergesPerMshr: 48,
      cachesGlobalLoads: true,
      missQueue: 16,
    },
    instructionBytes: 16,
    constantKiB: 128,
    l2Latency: 250,
    dramLatency: 550,
    sources: [simulatorConfigs, 'RRZE gpu-benches latencies'],
  },
  Ada: {
    ...modernIssue,
    separateInteger: true,
    latency: { arithmetic: 4, fp64: 48, special: 22, tensor: 18, shared: 23, l1: 34 },
    l1: {
      ...unified,
      ways: 256,
      unifiedBytes: 128 * 1024,
      mshrs: 384,
      mergesPerMshr: 48,
      cachesGlobalLoads: true,
      missQueue: 16,
    },
    instructionBytes: 16,
    constantKiB: 128,
    l2Latency: 274,
    dramLatency: 600,
    sources: [simulatorConfigs, 'RRZE gpu-benches latencies'],
  },
  Hopper: hopper,
  Blackwell: {
    ...hopper,
    l2Latency: 300,
    dramLatency: 700,
    sources: ['values of Hopper; no public measurement of Blackwell was at hand'],
  },
};

/** What chips of one architecture differ in, and what was measured of it. */
interface ChipSm {
  readonly l1?: Partial<L1Spec>;
  readonly halfRate?: number;
}

/** A data port of 64 bytes: gpu-cache of gpu-benches (1038c5d) gives 64 B a cycle and SM on A40 and L40, 125 on V100 and A100. */
const halfPort = { sectorsPerCycle: 2 } as const;
const kib = (n: number) => ({ ways: n * 2, unifiedBytes: n * 1024 });

/**
 * What shared memory takes of the unified memory at least, by footprints that still fit (gpu-benches at 1038c5d). A V100
 * keeps 120 of 128 KiB: its counters tell that gpu-cache reads nothing of L2 at 120 KiB, and 3 and 7 % at 124 and 128; the
 * guide has 0 KiB beside 8. A chase of one thread loses lines on an L40 in three steps of 256 up to 126 KiB, where those of
 * V100, A40, A100 and GH200 lose them in one, two, four and four: each for 8 KiB of the KiB that all blocks which would
 * fit keep for themselves, so that 24 blocks take 24 KiB, which the guide has not. Other GPUs of 24 blocks are taken to be so.
 */
const LEAST_OF_VOLTA = { carveOutsKiB: [8, 16, 32, 64, 96] } as const;
const FOR_24_BLOCKS = { carveOutsKiB: [0, 8, 16, 24, 32, 64, 100] } as const;

/**
 * By compute capability, where it departs from its architecture. Half rate: A100's white paper gives 78 TFLOP/s of half
 * beside 19.5 of single precision.
 */
export const CHIPS: Readonly<Record<string, ChipSm>> = {
  '7.0': { l1: LEAST_OF_VOLTA },
  '7.5': { l1: halfPort },
  '8.0': { halfRate: 2 },
  '8.6': { l1: { ...kib(128), ...halfPort } },
  '8.9': { l1: { ...halfPort, ...FOR_24_BLOCKS } },
  '12.0': { l1: { ...kib(128), ...halfPort, ...FOR_24_BLOCKS } },
  '12.1': { l1: { ...kib(128), ...halfPort, ...FOR_24_BLOCKS } },
};

/**
 * Constant memory. A small cache of 2 KiB with lines of 64 bytes and a larger one behind it, of 32 KiB up to Pascal and
 * 128 KiB from Volta on (Jia et al. arXiv:1804.06826, recalled). Times by lab/hardware/card/caches.cu on an H100: up to
 * 2 KiB nobody waits; beyond, a new line arrives 69 cycles later than a hit, every 11 cycles where one SM asks for 48 or
 * 64 KiB with 32 warps 4000 bytes apart, and every 25 where all do. Which SMs share the larger cache is not known: 16, as
 * on a GPC, would get a line in 1.5 cycles. Hits overtake misses: with 64 cycles of these before loads wait, 32 warps that
 * go side by side lose each other, with 256 not. Lanes with different addresses are served one by one (CUDA C++
 * Programming Guide), a cycle each, which is assumed. Other GPUs are taken to have these times.
 */
export const constantCacheOf = (largerKiB: number): SmSpec['constantCache'] => ({
  bytes: 2048,
  ways: 4,
  latencyCycles: 27,
  mshrs: 4,
  cyclesPerWord: 1,
  larger: {
    bytes: largerKiB * 1024,
    ways: 4,
    latencyCycles: 96,
    cyclesPerLine: 11,
    sharedCyclesPerLine: 1.5,
    queueCycles: 256,
    sms: 16,
  },
});

/** Lanes that make a warp take as long as a step of m16n8k16 halves; one where there are no tensor cores. */
function stepLanes(tensorCores: TensorSpec | undefined, schedulers: number): number {
  const rate = tensorCores?.multiplyAdds.fp16;
  return rate === undefined ? 1 : (WARP_SIZE * rate) / schedulers / STEP_MULTIPLY_ADDS;
}

/** Lanes and latencies of every arithmetic class. */
export function computeClasses(
  sm: ArchitectureSm,
  limits: SmLimits,
  schedulers: number,
  tensorCores: TensorSpec | undefined,
): SmSpec['classes'] {
  const { arithmetic, fp64, special, tensor } = sm.latency;
  const share = (lanes: number) => Math.min(WARP_SIZE * 12, lanes / schedulers);
  const fp32 = share(limits.fp32Lanes);
  const integer = share(sm.separateInteger ? (limits.int32Lanes ?? limits.fp32Lanes) : limits.fp32Lanes);
  const doubles = share(limits.fp64Lanes ?? limits.fp32Lanes / 32);
  const integerUnit: UnitName = sm.separateInteger ? 'integer' : 'fp32';
  const table: Record<ComputeClass, [UnitName, number, number]> = {
    fp32: ['fp32', arithmetic, fp32],
    fp16: ['fp32', arithmetic, fp32 * (sm.halfRate ?? 1)],
    integer: [integerUnit, arithmetic, integer],
    fp64: ['fp64', fp64, doubles],
    special: ['special', special, share(limits.specialLanes)],
    conversion: ['special', special, share(limits.specialLanes)],
    tensor: ['tensor', tensor, stepLanes(tensorCores, schedulers)],
    control: ['control', arithmetic, WARP_SIZE],
  };
  return Object.fromEntries(
    Object.entries(table).map(([name, [unit, latencyCycles, lanes]]) => [
      name,
      { unit, latencyCycles, lanes },
    ]),
  ) as SmSpec['classes'];
}
