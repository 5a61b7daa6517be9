import { isMessage, type Words } from '../../kernel/message';
import * as v from 'valibot';
import { COMPUTE_CLASSES, type ComputeClass } from '../../kernel/instructionClasses';
import { MATRIX_TYPES } from '../../kernel/matrixWork';
import { numberBetween, validate, wholeNumber } from '../../kernel/validation';
import { WARP_SIZE } from '../../kernel/warp';
import { DRAM_SCHEDULERS } from './dramSchedulers';
import { dramTimingSchema } from '../dram/dramTiming';
import { MOST_MISSES } from '../memory/setTags';

/**
 * Everything that the simulator needs to know of a GPU beyond the catalogue's `GpuSpec`. Latencies are core
 * cycles from issue to use on an idle machine; sizes are bytes. A spec is immutable and checked once.
 */

/** Multiply-adds of a tensor instruction of which nothing is told: a step of m16n8k16. */
export const STEP_MULTIPLY_ADDS = 16 * 8 * 16;

/** Kinds of functional unit; every scheduler has its own set. */
export const UNITS = ['fp32', 'fp64', 'integer', 'special', 'tensor', 'control', 'memory'] as const;

/** Name of a functional unit. */
export type UnitName = (typeof UNITS)[number];

const computeClass = v.strictObject({
  unit: v.picklist(UNITS),
  /** Cycles until a dependent instruction can issue. */
  latencyCycles: wholeNumber(1, 1000),
  /** Lanes of the unit per scheduler: a warp keeps it for 32 / lanes cycles. */
  lanes: numberBetween(0.05, WARP_SIZE * 12),
});

/** What tensor cores do in a cycle. */
const tensor = v.strictObject({
  /** Dense multiply-adds of an SM by type of the factors. */
  multiplyAdds: v.record(v.picklist(MATRIX_TYPES), numberBetween(0.01, 2 ** 20)),
  /** Share of these rates that instructions of single warps reach. */
  warpShare: numberBetween(0.01, 1),
  /** Types that take twice the time with sums in 32 bits. */
  halvedByLongSums: v.array(v.picklist(MATRIX_TYPES)),
});

/** What tensor cores do in a cycle. */
export type TensorSpec = v.InferOutput<typeof tensor>;

/** A set-associative cache with lines of 128 bytes in four sectors. */
const cacheFields = {
  sets: wholeNumber(1, 65536),
  ways: wholeNumber(1, 4096),
  /** True if sectors are fetched one by one; else a miss fetches the line. */
  sectored: v.boolean(),
  /** Lines that may be outstanding. */
  mshrs: wholeNumber(1, 4096),
  /** Requests that may wait for one outstanding line. */
  mergesPerMshr: wholeNumber(1, 1024),
  /** Sets chosen by a hash of the address bits, or by the low ones. */
  hashedSets: v.boolean(),
};

const l1 = v.strictObject({
  ...cacheFields,
  /** False where global loads go past the L1 cache. */
  cachesGlobalLoads: v.boolean(),
  latencyCycles: wholeNumber(1, 1000),
  /** Lines whose tags are looked up per cycle, in as many banks; from 2 on loads pay for conflicts in banks. */
  linesPerCycle: v.picklist([1, 2, 4]),
  /** Sectors that the data port passes per cycle. */
  sectorsPerCycle: wholeNumber(1, 16),
  /** Write-through; what happens to a line that is hit. */
  onWriteHit: v.picklist(['update', 'invalidate']),
  /** True if a store takes a line for what it writes. */
  allocatesWrites: v.boolean(),
  /**
   * Bytes that the cache shares with shared memory: it has `sets` × `ways` lines less the carve-out of the kernels on
   * the SM. Absent where the cache has a size of its own.
   */
  unifiedBytes: v.optional(wholeNumber(32768, 2 ** 20)),
  /** KiB that shared memory can have of them, rising, where a cache was seen to keep others than the GPU's guide names. */
  carveOutsKiB: v.optional(v.pipe(v.array(wholeNumber(0, 1024)), v.readonly())),
  /** True if it is emptied before a launch's first block on its SM, where that holds no other block. */
  clearedByLaunches: v.boolean(),
  /** Requests on their way to the interconnect. */
  missQueue: wholeNumber(1, 256),
});

/** Small read-only caches of an SM; their misses go to the L2 cache. */
const readOnlyCache = v.strictObject({
  bytes: wholeNumber(128, 2 ** 22),
  ways: wholeNumber(1, 4096),
  latencyCycles: wholeNumber(1, 1000),
  mshrs: wholeNumber(1, 256),
});

const constantCache = v.strictObject({
  ...readOnlyCache.entries,
  /** Cycles in which an SM serves one address of a load, however many lanes want it; absent, a line takes one. */
  cyclesPerWord: v.optional(wholeNumber(1, 32)),
  /** A larger cache behind it, which misses go to; the small one has lines of 64 bytes then. */
  larger: v.optional(
    v.strictObject({
      bytes: wholeNumber(128, 2 ** 22),
      ways: wholeNumber(1, 4096),
      latencyCycles: wholeNumber(1, 500),
      /** Cycles between two lines of 64 bytes for one SM, and for all that share the cache. */
      cyclesPerLine: wholeNumber(1, 100),
      sharedCyclesPerLine: numberBetween(0, 100),
      /** Cycles of misses that an SM takes on before its constant loads wait, hits as well. */
      queueCycles: wholeNumber(0, 500),
      /** SMs that share it. */
      sms: wholeNumber(1, 1024),
    }),
  ),
});

/** How schedulers hand memory instructions over before the queue of the load/store unit has a place for them. */
const handOver = v.strictObject({
  /** Core cycles from one memory instruction of a scheduler to its next. */
  cycles: wholeNumber(1, 32),
  /** Instructions of a scheduler that wait in front of the queue. */
  waiting: wholeNumber(1, 64),
  /** Cache lines that the queue takes, unless one instruction has more. */
  lines: wholeNumber(32, 2048),
});

const sm = v.strictObject({
  schedulers: wholeNumber(1, 4),
  /** Which ready warp issues: the one that issued last, then the oldest or the youngest; or each in turn. */
  policy: v.picklist(['gto', 'gty', 'lrr']),
  /** Cycles from a taken branch to the warp's next instruction, beside the branch's own. */
  branchCycles: wholeNumber(0, 100),
  /** Instructions of the chosen warp that may issue in one cycle, if they are independent. */
  issuePerWarp: wholeNumber(1, 2),
  classes: v.strictObject(
    Object.fromEntries(COMPUTE_CLASSES.map((name) => [name, computeClass])) as Record<
      ComputeClass,
      typeof computeClass
    >,
  ),
  /** Absent where the GPU has no tensor cores, and for the papers' configurations. */
  tensor: v.optional(tensor),
  /** Load/store lanes per scheduler. */
  memoryLanes: numberBetween(0.5, WARP_SIZE),
  /** Memory instructions that wait for the load/store unit, in the order in which it serves them. */
  memoryQueue: wholeNumber(1, 64),
  /** Absent, schedulers wait until the queue has a place, and hand on what its lanes serve. */
  handOver: v.optional(handOver),
  barrierCycles: wholeNumber(1, 1000),
  sharedBanks: wholeNumber(1, 64),
  sharedLatencyCycles: wholeNumber(1, 700),
  /** True if shared memory has a unit of its own beside the L1 cache; else both serve one queue. */
  sharedMemoryApart: v.optional(v.boolean(), false),
  l1,
  constantCache,
  instructionCache: readOnlyCache,
  instructionBytes: wholeNumber(4, 16),
  /** Lines of code that are asked for ahead of a warp. */
  instructionPrefetchLines: wholeNumber(0, 64),
});

const network = v.strictObject({
  /** Bytes that a port passes per core cycle. */
  flitBytes: wholeNumber(4, 1024),
  headerBytes: wholeNumber(0, 64),
  /** Bytes that an SM's port passes per core cycle towards the L2 cache, that is of what it stores. */
  storeFlitBytes: wholeNumber(4, 1024),
  /** Where replies wait for each other: behind all others of a slice, or only before the port of their SM. */
  replyQueues: v.picklist(['inputs', 'outputs']),
  /** Flits that the port of a slice passes while that of an SM passes one. */
  inputSpeedup: wholeNumber(1, 8),
  /** One way, without queueing. */
  latencyCycles: wholeNumber(1, 1000),
});

const l2 = v.strictObject({
  ...cacheFields,
  /** Searched in order. */
  ways: wholeNumber(1, 64),
  mshrs: wholeNumber(1, MOST_MISSES),
  slices: wholeNumber(1, 512),
  /** Sectors that the data port of a slice passes per cycle when they are read. */
  sectorsPerCycle: numberBetween(0.25, 16),
  /** Reads for which the port has time while it takes a sector that is written; once more where it is written in part. */
  readsPerWrite: numberBetween(0, 16),
  readsPerPart: numberBetween(0, 16),
  /** From the arrival of a request at the slice to its tag look-up. */
  latencyCycles: wholeNumber(1, 2000),
  /** Requests that wait in front of a slice, beside those in its pipeline. */
  requestQueue: wholeNumber(1, 1024),
  replyQueue: wholeNumber(1, 1024),
  /** Halves in each of which SMs of their side read; what the other side has is copied. */
  partitions: v.picklist([1, 2]),
  /** Core cycles that a read takes longer for a line that has to come from the other side. */
  farCycles: wholeNumber(0, 1000),
  /** What an operation of atomics holds: a whole sector with each element once, or one element. */
  atomicsHold: v.picklist(['sector', 'element']),
  /** Operations that atomics make, that a slice completes per core cycle. */
  atomicsPerCycle: numberBetween(0.01, 64),
});

const memory = v.strictObject({
  channels: wholeNumber(1, 256),
  timing: dramTimingSchema,
  /** Bytes of one column burst of a channel. */
  burstBytes: v.picklist([16, 32, 64, 128]),
  rowBytes: wholeNumber(256, 65536),
  readQueue: wholeNumber(1, 1024),
  writeQueue: wholeNumber(1, 1024),
  scheduler: v.picklist(DRAM_SCHEDULERS),
  /** Row hits that may pass an older request of the same bank; 0 for any number. */
  rowHitCap: wholeNumber(0, 1000),
  /**
   * Order among applications at the controllers: all alike (by age), or first the one that got least bandwidth.
   */
  applicationOrder: v.picklist(['age', 'least-served']),
  /** Controller and wire time of a read beside the DRAM timing, in core cycles. */
  latencyCycles: wholeNumber(0, 2000),
});

const addressMap = v.strictObject({
  kind: v.picklist(['plain', 'randomised']),
  /** Consecutive bytes that stay in one L2 slice. */
  interleaveBytes: v.picklist([128, 256, 512, 1024, 2048, 4096]),
});

const launch = v.strictObject({
  /** From the launch of a kernel to the first block that is placed. */
  kernelCycles: wholeNumber(0, 100000),
  /** From the placement of a block to its first instruction. */
  blockCycles: wholeNumber(1, 1000),
  /** From a warp's last store to its end, at least: it keeps its place until what it stored has left the SM. */
  storeDrainCycles: wholeNumber(0, 1000),
  /** Blocks that the dispatcher places per cycle; below 1, one in so many cycles. */
  blocksPerCycle: numberBetween(0.01, 256),
  /** Where a block goes: to the SM that could take most of its kernel's blocks, the first of several; or to the next SM in turn. */
  placement: v.picklist(['most-room', 'in-turn']),
});

/** Where a block goes. */
export type PlacementPolicy = v.InferOutput<typeof launch>['placement'];

const words = v.custom<Words>((value) => typeof value === 'string' || isMessage(value));
const assumption = v.strictObject({ field: v.string(), text: words });

/** Schema of a GPU's description for the simulator. */
export const simulatorSpecSchema = v.strictObject({
  /** Id of the GPU in the catalogue. */
  id: v.string(),
  sms: wholeNumber(1, 1024),
  /** Where a part of a GPU is described, its share of the GPU's SMs. */
  partOfGpu: v.optional(numberBetween(0, 1)),
  coreClockMHz: numberBetween(1, 10000),
  memoryBytes: numberBetween(1, 2 ** 40),
  sm,
  network,
  l2,
  memory,
  addressMap,
  launch,
  /** Values that no public source gives, with what was taken instead. */
  assumptions: v.array(assumption),
  /** Where the values come from. */
  sources: v.array(v.string()),
});

/** Description of a GPU for the simulator. */
export type SimulatorSpec = v.InferOutput<typeof simulatorSpecSchema>;

/** Checks a spec; faults are `InputError`s that name the field. */
export function validateSpec(spec: unknown): SimulatorSpec {
  return validate(simulatorSpecSchema, spec, 'gpu');
}
