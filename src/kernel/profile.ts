import type { Words } from './message';
import type { InputWarning } from './source';
import type { SourceLocation } from './origin';
import type { Dim3 } from './symbolic';

/** A metric as the file had it, before conversion to nvprof's name and base unit. */
export interface OriginalMetric {
  readonly name: string;
  readonly text: string;
  readonly unit: string;
  /** The value in base units (bytes, bytes/s, ns, Hz, percent); null when the text is not a trusted number. */
  readonly value?: number | null;
}

/** Smallest and largest value over the aggregated launches, in the unit of the mean beside it. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** One run of a profiler: a file may hold several, appended or interleaved. */
export interface ProfileRun {
  /** Process id as printed, null for `nvprof -i` imports. */
  readonly pid: string | null;
  /** Command line of the profiled program, null where the file does not tell. */
  readonly command: string | null;
  /** Rank of the process among those of one distributed program, and how many those are; absent where not told. */
  readonly rank?: number;
  readonly worldSize?: number;
}

/** The call of the host that issued a launch or copy. */
export interface HostCall {
  readonly startNs: number;
  /** Null where the file does not tell. */
  readonly durationNs: number | null;
}

/** Measured facts of one kernel: one launch, or the aggregate of `calls` launches. */
export interface KernelProfile {
  /** Name as in the file, without a launch number. */
  readonly name: string;
  readonly grid: Dim3 | null;
  readonly block: Dim3 | null;
  readonly registers: number | null;
  readonly staticSharedBytes: number | null;
  readonly dynamicSharedBytes: number | null;
  /** Static and dynamic shared memory of a block together, where the file tells only that. */
  readonly sharedBytes?: number;
  /** Start since the first record's time base; null in summaries and metric tables. */
  readonly startNs: number | null;
  /** Duration of a launch, or mean over `calls`. */
  readonly durationNs: number | null;
  /** Over `calls` launches; absent for a single launch and where the file does not tell. */
  readonly durationRange?: ValueRange;
  /** Number of the stream in its context: streams of two contexts may share it. */
  readonly stream: string | null;
  /** CUDA context of the launch, in its process; absent where the file does not tell. */
  readonly context?: string;
  /** Green context of the launch and its SMs, null where those are not told. */
  readonly greenContext?: { readonly id: string; readonly sms: number | null };
  /** Blocks of a cluster; absent where launches have none. */
  readonly cluster?: Dim3;
  /** Operator of the framework that launched the kernel, e.g. `aten::addmm`. */
  readonly operator?: string;
  /** Types of the inputs of the operator that a generated kernel is the whole of, as the framework spells them. */
  readonly inputTypes?: readonly string[];
  /** CUDA graph that the launch belongs to, `?` where it has no number: its call issued the whole graph. */
  readonly graph?: string;
  /** The call that issued the launch, on the clock of `startNs`; absent where the file does not tell, and in aggregates. */
  readonly call?: HostCall;
  /** Device name without its index. */
  readonly device: string | null;
  /** Index of the device in its process; absent where the file does not tell. */
  readonly deviceIndex?: number;
  /** Compute capability as printed, e.g. `8.6` (Nsight Compute). */
  readonly computeCapability?: string;
  readonly calls: number;
  /** Index into `ProfileFile.runs`. */
  readonly run?: number;
  /** Values in base units (bytes, bytes/s, ns, fractions as nvprof defines them), keyed by nvprof metric name. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Range over `calls` launches, keyed as `metrics`; a metric that did not vary has none. */
  readonly metricRanges?: Readonly<Record<string, ValueRange>>;
  /** Mean of each hardware event over `calls` launches, keyed by nvprof event name. */
  readonly events?: Readonly<Record<string, number>>;
  /** Values of metrics that are counted once per link or per SM, in the file's order. */
  readonly instances?: Readonly<Record<string, readonly number[]>>;
  /** The values as written, keyed as `metrics`, plus what has no nvprof counterpart. */
  readonly originals?: Readonly<Record<string, OriginalMetric>>;
  readonly location: SourceLocation;
}

/** Kind of a transfer: a direction as nvprof names it (A for CUDA arrays, P for peer devices), memset, or unified memory. */
export type TransferDirection =
  | 'HtoD'
  | 'DtoH'
  | 'DtoD'
  | 'PtoP'
  | 'HtoH'
  | 'HtoA'
  | 'AtoH'
  | 'AtoA'
  | 'AtoD'
  | 'DtoA'
  | 'memset'
  | 'unified';

/** One copy or memset of a trace, or the aggregate of `calls`. */
export interface TransferProfile {
  readonly direction: TransferDirection;
  readonly bytes: number | null;
  readonly startNs: number | null;
  readonly durationNs: number | null;
  /** Null when the file does not tell the host memory kind. */
  readonly pinned: boolean | null;
  readonly stream: string | null;
  /** CUDA context of the copy, in its process; absent where the file does not tell. */
  readonly context?: string;
  readonly device: string | null;
  readonly deviceIndex?: number;
  readonly durationRange?: ValueRange;
  /** The call that issued it, as for launches. */
  readonly call?: HostCall;
  readonly calls: number;
  readonly run?: number;
  readonly location: SourceLocation;
}

/**
 * A named range of a program (NVTX, annotations of PyTorch's profiler, whose steps are named `ProfilerStep#12`), or
 * the aggregate of `calls` of one name.
 */
export interface RangeProfile {
  readonly name: string;
  /** `host`: from where a thread pushed it to where it popped it; `gpu`: the work that was issued in it. */
  readonly side: 'host' | 'gpu';
  readonly startNs: number | null;
  readonly durationNs: number | null;
  readonly durationRange?: ValueRange;
  /** Thread of a range on the host, as the file numbers it; ranges of one thread are nested. */
  readonly thread?: string;
  /** Where the work of a range on the GPU ran. */
  readonly stream?: string;
  readonly deviceIndex?: number;
  /** NVTX domain; absent for the default one. */
  readonly domain?: string;
  readonly calls: number;
  readonly run?: number;
  readonly location: SourceLocation;
}

/** One API call of an api-trace, or the aggregate of `calls`. */
export interface ApiProfile {
  readonly name: string;
  readonly startNs: number | null;
  readonly durationNs: number | null;
  readonly durationRange?: ValueRange;
  readonly calls: number;
  readonly run?: number;
  readonly location?: SourceLocation;
}

/** Resources of one kernel for one architecture, as the compiler (ptxas) reported them. */
export interface CompiledKernel {
  /** Name as in the log: mangled, or demangled where the log was piped through a filter. */
  readonly name: string;
  /** Architecture, e.g. `sm_86`; null where the log lost it. */
  readonly architecture: string | null;
  readonly registers: number | null;
  /** Static shared memory per block; dynamic shared memory never shows in these logs. */
  readonly staticSharedBytes: number | null;
  /** Constant memory by bank number, bytes. */
  readonly constantBytes: Readonly<Record<string, number>>;
  readonly stackBytes: number | null;
  readonly spillStoreBytes: number | null;
  readonly spillLoadBytes: number | null;
  readonly location: SourceLocation;
}

/** Events in file order, one array per column; not-a-number stands for a value that is not known. */
export interface EventBlock {
  /** Index of the event's row in `kernels`, `transfers`, `api` or `ranges`. */
  readonly group: Uint32Array;
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
  /** Bytes moved; only for transfers. */
  readonly bytes?: Float64Array;
  /** Start and duration of the host's call, where the file tells calls. */
  readonly callStartNs?: Float64Array;
  readonly callDurationNs?: Float64Array;
  /** 1-based line in the file. */
  readonly line: Uint32Array;
}

/** Every event of a long trace, in blocks: joining them would need the memory twice. */
export interface EventColumns {
  readonly length: number;
  /** How many of the rows, from the first, are groups of these events. */
  readonly groups: number;
  /** Empty where the columns were let go of, once all that is asked of them was found. */
  readonly blocks: readonly EventBlock[];
}

/** Metrics of a whole device, not of a kernel (NVLink and the like). */
export interface DeviceMetrics {
  readonly device: string | null;
  readonly deviceIndex?: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly metricRanges?: Readonly<Record<string, ValueRange>>;
  readonly instances?: Readonly<Record<string, readonly number[]>>;
  readonly location: SourceLocation;
}

/** Extent to which a profile file could be read. */
export type ReadStatus = 'full' | 'partial' | 'refused' | 'empty';

/** A profile file as it was read. */
export interface ProfileFile {
  readonly path: string;
  /** Stable id of the detected format, e.g. `nvprof-csv-gpu-trace`; several sections joined by `+`. */
  readonly format: string;
  readonly status: ReadStatus;
  /** Why, for every status but `full`; names the command that exports something readable. */
  readonly reason?: Words;
  /** First device named in the file, without its index. */
  readonly device: string | null;
  /** In file order; aggregates per kernel and launch shape when `kernelEvents` is there. */
  readonly kernels: readonly KernelProfile[];
  readonly transfers: readonly TransferProfile[];
  readonly api: readonly ApiProfile[];
  /** Every launch, when there are too many to list one by one. */
  readonly kernelEvents?: EventColumns;
  readonly transferEvents?: EventColumns;
  readonly apiEvents?: EventColumns;
  /** Named ranges of the program, in file order; absent when there are none. */
  readonly ranges?: readonly RangeProfile[];
  readonly rangeEvents?: EventColumns;
  /** Time since 1970 at which `startNs` is 0, in whole µs, so that traces of one machine can stand side by side. */
  readonly epochUs?: number;
  readonly compiled?: readonly CompiledKernel[];
  readonly deviceMetrics?: readonly DeviceMetrics[];
  readonly runs?: readonly ProfileRun[];
  readonly warnings: readonly InputWarning[];
}
