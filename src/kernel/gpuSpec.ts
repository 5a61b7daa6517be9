/** Per-SM and per-block limits of a compute capability, as NVIDIA's occupancy rules use them. */
export interface SmLimits {
  readonly maxWarps: number;
  readonly maxThreads: number;
  readonly maxBlocks: number;
  readonly maxThreadsPerBlock: number;
  readonly registers: number;
  readonly maxRegistersPerBlock: number;
  /** Registers that the instruction set can address. */
  readonly maxRegistersPerThread: number;
  /** The cap that NVIDIA's occupancy rules apply; larger than the above on 3.0. */
  readonly occupancyRegistersPerThread: number;
  /** Registers are allocated to a warp in multiples of this. */
  readonly registerAllocationUnit: number;
  /** Warps of a block are rounded up to this for the per-block register check. */
  readonly warpAllocationGranularity: number;
  readonly subPartitions: number;
  readonly sharedBytes: number;
  readonly sharedBytesPerBlockDefault: number;
  readonly sharedBytesPerBlockOptIn: number;
  readonly sharedBytesReservedPerBlock: number;
  readonly sharedAllocationUnit: number;
  readonly sharedCarveoutsKiB: readonly number[];
  readonly maxResidentGrids: number;
  readonly fp32Lanes: number;
  /** Null where no source gives it. */
  readonly fp64Lanes: number | null;
  /** Null where no source gives it. */
  readonly int32Lanes: number | null;
  readonly specialLanes: number;
}

/** One kind of MIG GPU instance; SMs, L2 and DRAM come in slices (8 memory slices are the whole memory). */
export interface MigProfile {
  /** NVIDIA's name, e.g. `3g.20gb`. */
  readonly name: string;
  readonly computeSlices: number;
  readonly memorySlices: number;
  readonly sms: number;
  readonly memoryGiB: number;
  /** Instances of this profile that fit the GPU at the same time. */
  readonly maxInstances: number;
}

/** Limits of a GPU for sharing it among applications. */
export interface SharingLimits {
  readonly mig: {
    readonly supported: boolean;
    /** Empty with `supported` true: the GPU has MIG, but no source for its profiles was at hand. */
    readonly profiles: readonly MigProfile[];
  };
  /** SM counts a green context may have; null where green contexts do not exist. */
  readonly greenContext: { readonly minimumSms: number; readonly multipleSms: number } | null;
  /** Null before MPS (compute capability 3.5). */
  readonly mps: {
    readonly maxClients: number;
    /** True if a client's share of threads can be capped (a cap, not a reservation). */
    readonly activeThreadPercentage: boolean;
    /** Granularity of static SM partitions; null where there are none. */
    readonly staticPartitionSms: number | null;
  } | null;
}

/** Where a catalogue value comes from; `recalled` values were not re-verified against a document. */
export interface CatalogueSource {
  readonly text: string;
  readonly recalled: boolean;
}

/** One GPU. Fields that no public source gives are null, never guessed. */
export interface GpuSpec {
  /** Stable id for settings and the command line, e.g. `gtx-950`, `h100-sxm`. */
  readonly id: string;
  readonly name: string;
  /** Names under which profilers report this device (without the `(0)` index). */
  readonly aliases: readonly string[];
  readonly architecture: string;
  /** Die, e.g. `GM206`. */
  readonly chip: string;
  /** e.g. `5.2` */
  readonly computeCapability: string;
  readonly sms: number;
  readonly baseClockMHz: number | null;
  readonly boostClockMHz: number | null;
  readonly l2Bytes: number | null;
  readonly dram: {
    readonly type: string;
    readonly busBits: number | null;
    readonly peakGBs: number | null;
    readonly capacityGiB: number | null;
    readonly measuredGBs: number | null;
  };
  readonly pcieGeneration: number | null;
  /** Copy engines that can work at the same time (1 or 2 directions). */
  readonly copyEngines: number;
  /** Hardware work queues: 1 on Fermi (false serialisation), 32 with Hyper-Q. */
  readonly hardwareQueues: number;
  readonly latencyCycles: {
    readonly l1: number | null;
    readonly l2: number | null;
    readonly dram: number | null;
  };
  readonly limits: SmLimits;
  readonly sharing: SharingLimits;
  /**
   * Provenance by group of values: `specification`, `latency`, `measuredBandwidth`, `copyEngines`,
   * `hardwareQueues`, `limits:<n>` and `sharing:<group>`.
   */
  readonly sources: Readonly<Record<string, CatalogueSource>>;
  /** Remarks on the values, e.g. which of two published numbers was taken. */
  readonly notes: readonly string[];
  /** True for the simulated GPUs of the papers, which were never sold. */
  readonly simulatedOnly: boolean;
  /**
   * Of a card that was measured: bytes of the L2 cache, cycles between blocks and after stores, and µs between launches
   * that do nothing; null where unknown.
   */
  readonly measured?: {
    readonly l2ReadGBs: number | null;
    readonly turnoverCycles: number | null;
    readonly storeDrainCycles: number | null;
    readonly launchUs: number | null;
  };
  /** Of a GPU of the user's own: the GPU whose values stand in for the fields that its file leaves out. */
  readonly standIn?: { readonly gpu: string; readonly fields: readonly string[] };
}
