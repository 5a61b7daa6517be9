/** How a scheduler chooses among its warps: in turn; the last one, else the oldest; the last one, else in turn. */
export const enum Policy {
  lrr,
  gto,
  gty,
}

/** What a memory controller prefers, in the order of `DRAM_SCHEDULERS`. */
export const enum DramOrder {
  frfcfs,
  rowhit,
  hitfirst,
}

/** Numbers one after the other. */
export class NumberReader {
  private at: i32 = 0;

  constructor(private readonly numbers: Float64Array) {}

  float(): f64 {
    return this.numbers[this.at++]!;
  }

  int(): i32 {
    return i32(this.float());
  }

  is(): boolean {
    return this.float() !== 0;
  }
}

/** Shape of a cache. */
export class CacheSpec {
  readonly sets: i32;
  readonly ways: i32;
  readonly mshrs: i32;
  readonly mergesPerMshr: i32;
  readonly hashedSets: boolean;
  readonly sectored: boolean;

  constructor(from: NumberReader) {
    this.sets = from.int();
    this.ways = from.int();
    this.mshrs = from.int();
    this.mergesPerMshr = from.int();
    this.hashedSets = from.is();
    this.sectored = from.is();
  }
}

/** The L1 cache of an SM. */
export class L1Spec {
  readonly cache: CacheSpec;
  readonly linesPerCycle: i32;
  readonly sectorsPerCycle: i32;
  readonly latencyCycles: i32;
  readonly missQueue: i32;
  readonly cachesGlobalLoads: boolean;
  readonly clearedByLaunches: boolean;
  readonly allocatesWrites: boolean;
  /** A store that hits drops the line. */
  readonly invalidatesWrites: boolean;

  constructor(from: NumberReader) {
    this.cache = new CacheSpec(from);
    this.linesPerCycle = from.int();
    this.sectorsPerCycle = from.int();
    this.latencyCycles = from.int();
    this.missQueue = from.int();
    this.cachesGlobalLoads = from.is();
    this.clearedByLaunches = from.is();
    this.allocatesWrites = from.is();
    this.invalidatesWrites = from.is();
  }
}

/** Constant memory as an SM reads it. */
export class ConstantSpec {
  /** The cache that fetches from L2. */
  readonly cache: CacheSpec;
  readonly latencyCycles: i32;
  /** Of a load, for each of its addresses; 0 where a line takes a cycle. */
  readonly cyclesPerWord: i32;
  /** True where a small cache stands before that one; what follows is of it and of the way to the larger one. */
  readonly isSmall: boolean;
  readonly bytes: i32;
  readonly ways: i32;
  readonly smsPerLarger: i32;
  readonly queueCycles: i32;
  readonly cyclesPerLine: i32;
  readonly sharedCyclesPerLine: f64;
  readonly largerLatencyCycles: i32;

  constructor(from: NumberReader) {
    this.cache = new CacheSpec(from);
    this.latencyCycles = from.int();
    this.cyclesPerWord = from.int();
    this.isSmall = from.is();
    this.bytes = from.int();
    this.ways = from.int();
    this.smsPerLarger = from.int();
    this.queueCycles = from.int();
    this.cyclesPerLine = from.int();
    this.sharedCyclesPerLine = from.float();
    this.largerLatencyCycles = from.int();
  }
}

/** A streaming multiprocessor. */
export class SmSpec {
  readonly schedulers: i32;
  readonly policy: Policy;
  readonly branchCycles: i32;
  readonly barrierCycles: i32;
  readonly issuePerWarp: i32;
  readonly memoryQueue: i32;
  /** True where schedulers hand on more memory instructions than the load/store unit's queue takes. */
  readonly handsOver: boolean;
  readonly handOverWaiting: i32;
  readonly handOverLines: i32;
  readonly instructionBytes: i32;
  readonly instructionPrefetchLines: i32;
  readonly sharedMemoryApart: boolean;
  readonly sharedLatencyCycles: i32;
  readonly sharedBanks: i32;
  /** The longest time in cycles for which a warp's wake-up is known beforehand. */
  readonly longestWait: i32;
  readonly l1: L1Spec;
  readonly constants: ConstantSpec;
  readonly instructions: CacheSpec;

  constructor(from: NumberReader) {
    this.schedulers = from.int();
    this.policy = from.int();
    this.branchCycles = from.int();
    this.barrierCycles = from.int();
    this.issuePerWarp = from.int();
    this.memoryQueue = from.int();
    this.handsOver = from.is();
    this.handOverWaiting = from.int();
    this.handOverLines = from.int();
    this.instructionBytes = from.int();
    this.instructionPrefetchLines = from.int();
    this.sharedMemoryApart = from.is();
    this.sharedLatencyCycles = from.int();
    this.sharedBanks = from.int();
    this.longestWait = from.int();
    this.l1 = new L1Spec(from);
    this.constants = new ConstantSpec(from);
    this.instructions = new CacheSpec(from);
  }
}

/** The L2 cache; `cache` is one slice of it. */
export class L2Spec {
  readonly slices: i32;
  readonly cache: CacheSpec;
  readonly sectorsPerCycle: f64;
  readonly readsPerWrite: f64;
  readonly readsPerPart: f64;
  readonly atomicsPerCycle: f64;
  /** True where one atomic operation holds a sector, else a line. */
  readonly atomicsHoldSectors: boolean;
  readonly farCycles: i32;
  /** Slices of a side of the cache; 0 where it is one whole. */
  readonly slicesOfSide: i32;
  readonly requestQueue: i32;
  readonly replyQueue: i32;
  readonly latencyCycles: i32;

  constructor(from: NumberReader) {
    this.slices = from.int();
    this.cache = new CacheSpec(from);
    this.sectorsPerCycle = from.float();
    this.readsPerWrite = from.float();
    this.readsPerPart = from.float();
    this.atomicsPerCycle = from.float();
    this.atomicsHoldSectors = from.is();
    this.farCycles = from.int();
    this.slicesOfSide = from.int();
    this.requestQueue = from.int();
    this.replyQueue = from.int();
    this.latencyCycles = from.int();
  }
}

/** The network between SMs and L2 slices. */
export class NetworkSpec {
  readonly latencyCycles: i32;
  readonly inputSpeedup: i32;
  /** True where replies wait in queues at the slices, else in one at each SM's port. */
  readonly repliesWaitAtInputs: boolean;

  constructor(from: NumberReader) {
    this.latencyCycles = from.int();
    this.inputSpeedup = from.int();
    this.repliesWaitAtInputs = from.is();
  }
}

/** Device memory and its controllers. */
export class MemorySpec {
  readonly channels: i32;
  readonly banks: i32;
  readonly bankGroups: i32;
  readonly rowBytes: i32;
  readonly burstBytes: i32;
  readonly latencyCycles: i32;
  readonly order: DramOrder;
  readonly rowHitCap: i32;
  readonly readQueue: i32;
  readonly writeQueue: i32;
  /** True where the application that got least goes first. */
  readonly leastServedFirst: boolean;
  /** Command clock period in picoseconds. */
  readonly tCKps: f64;
  readonly nCL: i32;
  readonly nBL: i32;
  readonly nREFI: i32;

  constructor(from: NumberReader) {
    this.channels = from.int();
    this.banks = from.int();
    this.bankGroups = from.int();
    this.rowBytes = from.int();
    this.burstBytes = from.int();
    this.latencyCycles = from.int();
    this.order = from.int();
    this.rowHitCap = from.int();
    this.readQueue = from.int();
    this.writeQueue = from.int();
    this.leastServedFirst = from.is();
    this.tCKps = from.float();
    this.nCL = from.int();
    this.nBL = from.int();
    this.nREFI = from.int();
  }
}

/** What the chip has to know of the run that is to be simulated on it. */
export class RunSpec {
  readonly applications: i32;
  readonly kernels: i32;
  readonly maxBlocks: i32;
  readonly maxWarps: i32;
  /** Of so many L2 sets one is watched by auxiliary tag directories; 0 for none. */
  readonly sampleEvery: i32;
  /** First line of device memory that no array takes. */
  readonly firstFreeLine: i32;
  readonly contextLinesPerSm: i32;
  readonly mostRequests: i32;

  constructor(from: NumberReader) {
    this.applications = from.int();
    this.kernels = from.int();
    this.maxBlocks = from.int();
    this.maxWarps = from.int();
    this.sampleEvery = from.int();
    this.firstFreeLine = from.int();
    this.contextLinesPerSm = from.int();
    this.mostRequests = from.int();
  }
}

/** All numbers of a GPU that its chip is built from, out of a list of numbers that `chipNumbers` writes. */
export class ChipSpec {
  readonly sms: i32;
  readonly coreClockMHz: f64;
  readonly blockCycles: i32;
  readonly storeDrainCycles: i32;
  /** Bytes of device memory that go to a slice before the next one's turn comes. */
  readonly interleaveBytes: i32;
  readonly randomisedAddresses: boolean;
  readonly sm: SmSpec;
  readonly l2: L2Spec;
  readonly network: NetworkSpec;
  readonly memory: MemorySpec;
  readonly run: RunSpec;

  constructor(from: NumberReader) {
    this.sms = from.int();
    this.coreClockMHz = from.float();
    this.blockCycles = from.int();
    this.storeDrainCycles = from.int();
    this.interleaveBytes = from.int();
    this.randomisedAddresses = from.is();
    this.sm = new SmSpec(from);
    this.l2 = new L2Spec(from);
    this.network = new NetworkSpec(from);
    this.memory = new MemorySpec(from);
    this.run = new RunSpec(from);
  }
}
