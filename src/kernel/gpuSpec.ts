/** Per-SM and per-block limits of a compute capability, as NVIDIA's occupancy rules use them. */
export interface SmLimits {
  readonly maxWarps: number;
  readonly maxThreads: number;
  readonly maxBlocks: number;
  readonly maxThreadsPerBlock: number;
  readonly registers: number;
  readonly maxRegistersPerBlock: number;
  readonly maxRegistersPerThread: number;
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
  readonly fp64Lanes: number;
  readonly int32Lanes: number;
  readonly specialLanes: number;
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
  readonly sources: Readonly<Record<string, CatalogueSource>>;
  /** True for the simulated GPUs of the papers, which no one can buy. */
  readonly simulatedOnly: boolean;
}
