import { COUNTER_COLUMNS } from './counterColumns';
import {
  COMPUTE_CLASSES,
  CONSTANT_CLASSES,
  GLOBAL_CLASSES,
  LOCAL_CLASSES,
  SHARED_CLASSES,
  TEXTURE_CLASSES,
  type AccessClass,
  type ComputeClass,
} from '../../kernel/instructionClasses';

const OTHER_COUNTERS = ['globalAtomic', 'sharedAtomic', 'asyncCopy', 'barrier'] as const;

/** Counter of warp instructions of one class. */
export type InstructionCounter = ComputeClass | AccessClass | (typeof OTHER_COUNTERS)[number];

/**
 * Counters of warp instructions by class, kept per kernel from the first cycle. A second set of columns counts the
 * threads that executed them.
 */
export const INSTRUCTION_COUNTERS: readonly InstructionCounter[] = [
  ...COMPUTE_CLASSES,
  ...GLOBAL_CLASSES,
  ...LOCAL_CLASSES,
  ...TEXTURE_CLASSES,
  ...CONSTANT_CLASSES,
  ...SHARED_CLASSES,
  ...OTHER_COUNTERS,
];

/** Warp cycles by what the warp waited for; the first group is decided before, the rest at issue. */
export const STALL_COUNTERS = [
  /** Result of an arithmetic instruction. */
  'stallDependency',
  /** Result of a load. */
  'stallMemory',
  'stallBarrier',
  /** The next instructions are being fetched. */
  'stallFetch',
  /** A block that was placed has not begun yet. */
  'stallLaunch',
  /** The functional unit is taken. */
  'stallPipe',
  /** The queue of the load/store unit is full. */
  'stallThrottle',
  /** Another warp was chosen. */
  'stallNotSelected',
] as const;

const EVENT_COUNTERS = [
  'blocksLaunched',
  'blocksDone',
  'warpsLaunched',
  'warpsDone',
  /** Cycles times resident warps. */
  'warpCycles',
  /** Cycles times SMs that hold a block of the kernel. */
  'smCycles',
  'branches',
  'divergentBranches',
  /** Load requests at the L1 cache: one per line that a warp instruction touches. */
  'l1Requests',
  'l1Sectors',
  /** Sectors that had to be requested. */
  'l1SectorMisses',
  /** Sectors that were already on their way. */
  'l1SectorsPending',
  /** Attempts that found no free line, miss entry or queue place. */
  'l1Retries',
  'l1StoreSectors',
  /** Sectors of loads that go past the L1 cache, which the counters of the L1 cache do not see. */
  'bypassedLoadSectors',
  'constantAccesses',
  'constantMisses',
  'instructionAccesses',
  'instructionMisses',
  /** Passes through the shared-memory banks; one per access without conflicts. */
  'sharedPasses',
  'sharedAccesses',
  'l2ReadRequests',
  'l2ReadSectors',
  'l2ReadSectorMisses',
  'l2WriteSectors',
  'l2WriteSectorMisses',
  'l2AtomicRequests',
  /** Requests to sets that auxiliary tag directories watch, and those that would hit in a cache of one's own. */
  'auxiliaryAccesses',
  'auxiliaryHits',
  'dramReads',
  'dramWrites',
  'dramRowHits',
  'dramReadBytes',
  'dramWriteBytes',
  /** Memory-clock cycles for which the data bus of a channel was taken. */
  'dramBusCycles',
  'requestFlits',
  'replyFlits',
  /** Twelfths of a cycle for which tensor cores were taken. */
  'tensorTicks',
  'blocksSwitchedOut',
  'contextBytes',
] as const;

const THREAD_COUNTERS = INSTRUCTION_COUNTERS.map((name) => `${name}Threads` as const);

/** Name of a counter, one column of a kernel's row. */
export type CounterName =
  | InstructionCounter
  | `${InstructionCounter}Threads`
  | (typeof STALL_COUNTERS)[number]
  | (typeof EVENT_COUNTERS)[number];

/** All counters in the order of their columns. */
export const COUNTERS: readonly CounterName[] = [
  ...INSTRUCTION_COUNTERS,
  ...THREAD_COUNTERS,
  ...STALL_COUNTERS,
  ...EVENT_COUNTERS,
];

/** Values of all counters of one kernel, by name. */
export type Counters = Readonly<Record<CounterName, number>>;

/** The row of kernel `kernel` as named values. */
export function namedCounters(table: Float64Array, kernel: number): Counters {
  return Object.fromEntries(
    COUNTERS.map((name, column) => [name, table[kernel * COUNTER_COLUMNS + column]!]),
  ) as Counters;
}

/** Warp instructions of a row. */
export function warpInstructions(counters: Counters): number {
  return INSTRUCTION_COUNTERS.reduce((sum, name) => sum + counters[name], 0);
}

/** Thread instructions of a row. */
export function threadInstructions(counters: Counters): number {
  return INSTRUCTION_COUNTERS.reduce((sum, name) => sum + counters[`${name}Threads`], 0);
}
