import type { InputWarning } from './source';
import type { SourceLocation } from './origin';
import type { Dim3 } from './symbolic';

/** A metric as the file had it, before conversion to nvprof's name and base unit. */
export interface OriginalMetric {
  readonly name: string;
  readonly text: string;
  readonly unit: string;
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
  /** Start since the first record's time base; null in summaries and metric tables. */
  readonly startNs: number | null;
  /** Duration of a launch, or mean over `calls`. */
  readonly durationNs: number | null;
  readonly stream: string | null;
  readonly device: string | null;
  readonly calls: number;
  /** Values in base units (bytes, bytes/s, ns, fractions as nvprof defines them), keyed by nvprof metric name. */
  readonly metrics: Readonly<Record<string, number>>;
  /** The values as written, keyed as `metrics`, plus what has no nvprof counterpart. */
  readonly originals?: Readonly<Record<string, OriginalMetric>>;
  readonly location: SourceLocation;
}

export type TransferDirection =
  'HtoD' | 'DtoH' | 'DtoD' | 'PtoP' | 'HtoH' | 'HtoA' | 'AtoH' | 'memset' | 'unified';

/** One copy or memset of a trace, or the aggregate of `calls`. */
export interface TransferProfile {
  readonly direction: TransferDirection;
  readonly bytes: number | null;
  readonly startNs: number | null;
  readonly durationNs: number | null;
  /** Null when the file does not tell the host memory kind. */
  readonly pinned: boolean | null;
  readonly stream: string | null;
  readonly device: string | null;
  readonly calls: number;
  readonly location: SourceLocation;
}

/** One API call of an api-trace, or the aggregate of `calls`. */
export interface ApiProfile {
  readonly name: string;
  readonly startNs: number | null;
  readonly durationNs: number | null;
  readonly calls: number;
}

/** What could be read of a profile file. */
export type ReadStatus = 'full' | 'partial' | 'reader-to-come' | 'refused' | 'empty';

export interface ProfileFile {
  readonly path: string;
  /** Stable id of the detected format, e.g. `nvprof-csv-gpu-trace`; several sections joined by `+`. */
  readonly format: string;
  readonly status: ReadStatus;
  /** Why, for every status but `full`; names the command that exports something readable. */
  readonly reason?: string;
  /** First device named in the file, without its index. */
  readonly device: string | null;
  readonly kernels: readonly KernelProfile[];
  readonly transfers: readonly TransferProfile[];
  readonly api: readonly ApiProfile[];
  readonly warnings: readonly InputWarning[];
}
