import type { KernelOperationKind, KernelReading } from '../kernel/kernelReading';
import type { Origin } from '../kernel/origin';
import type { ProfileFile } from '../kernel/profile';
import type { IdleTime } from '../timeline/trace/idleTime';
import type { CountedKernelResult } from './results/tracedKernelResult';
import type { TimelineBar } from './results/timelineResult';
import type { GpuResult } from './results/workspaceResults';

/** Base unit of a metric's value; empty for a count or ratio, `level` for nvprof's scale of 0 to 10. */
export type MetricUnit = '' | '%' | 'B' | 'B/s' | 'ns' | 'Hz' | '/s' | 'level';

/** Of the kernels that do one thing: those of one data type, tile and kind of unit. */
export interface OperationPart extends Pick<KernelReading, 'dataType' | 'tile' | 'tensorCores'> {
  readonly calls: number;
  readonly totalNs: number;
}

/** Time of the kernels that do one thing, as their names tell. */
export interface OperationTime {
  /** Null for kernels whose names do not tell. */
  readonly operation: KernelOperationKind | null;
  /** Different names. */
  readonly kernels: number;
  readonly calls: number;
  readonly totalNs: number;
  /** Of `totalNs`: kernels whose operation is only suggested by a word in their name. */
  readonly assumedNs: number;
  /** Of `totalNs`: kernels whose name does not tell the type of their data. */
  readonly untypedNs: number;
  /** Of `totalNs`: kernels whose name tells both, neither of them only suggested. */
  readonly sureNs: number;
  /** The longest first; they make up all of it. */
  readonly parts: readonly OperationPart[];
}

/** A stretch in which a device had no work. */
export interface TraceGap {
  readonly startNs: number;
  readonly endNs: number;
  /** What ended last before it began, and what ended it. */
  readonly after: string | null;
  readonly before: string | null;
  /** When the host made the call of what ended it; null where the trace does not tell. */
  readonly callNs: number | null;
  readonly line: number | null;
}

/** What repeats on a device: found from its work alone. */
export interface TraceIterations {
  readonly count: number;
  /** Of them: those that do the same work in about the same time. */
  readonly steady: number;
  /** Iterations before the first steady one, and operations before the first iteration. */
  readonly warmUp: number;
  readonly before: number;
  /** Median time from start to start of steady ones, and the shortest and longest. */
  readonly periodNs: number;
  readonly shortestNs: number;
  readonly longestNs: number;
  /** Share of the work that is the same in all, 0 to 1. */
  readonly agreement: number;
  /** Kernels, copies and memsets of the typical one. */
  readonly operations: number;
  /** What begins each. */
  readonly beginsWith: string;
  readonly typical: { readonly startNs: number; readonly endNs: number };
  /** Of the typical one, up to its last end. */
  readonly idle: IdleTime;
}

/** What a trace tells of one device of one process. */
export interface DeviceTrace {
  readonly device: string | null;
  readonly deviceIndex?: number;
  readonly run?: number;
  readonly pid?: string | null;
  readonly rank?: number;
  readonly operations: number;
  readonly kernelNs: number;
  readonly copyNs: number;
  readonly idle: IdleTime;
  /** The longest stretches without work. */
  readonly gaps: readonly TraceGap[];
  readonly iterations: TraceIterations | null;
  /** Of everything, of the typical iteration of a long trace, or of the beginning of one that does not repeat. */
  readonly bars: readonly TimelineBar[];
  readonly shown: 'all' | 'iteration' | 'beginning';
}

/** A profile file as its read-only editor shows it: listed rows only, long traces come grouped. */
export type ProfilePage = Omit<
  ProfileFile,
  'kernelEvents' | 'transferEvents' | 'apiEvents' | 'rangeEvents'
> & {
  /** Events behind the grouped rows, where the file is too long to list one by one. */
  readonly groupedEvents: { readonly [K in 'kernels' | 'transfers' | 'api' | 'ranges']?: number };
  /** `assumed` for the bundled samples, which no one has measured. */
  readonly origin: Origin;
  /** Unit of each metric that occurs, by name; a metric whose unit is not known has no entry. */
  readonly metricUnits: Readonly<Record<string, MetricUnit>>;
  /** What the names of kernels say, by name; a name that says nothing has no entry. */
  readonly readings: Readonly<Record<string, KernelReading>>;
  /** Kernel time by operation, the longest first; empty where the file has no times. */
  readonly operations: readonly OperationTime[];
  /** Of a trace: each device of each process, the one with most kernel time first. */
  readonly devices: readonly DeviceTrace[];
  /** Set for a trace that is too long to be looked at event by event: how many it has, and how many may be. */
  readonly tooLong?: { readonly events: number; readonly most: number };
};

/** A place in the sources that a profile row may belong to. */
export interface SourcePlace {
  readonly path: string;
  readonly line: number;
  /** The kernel with its namespaces. */
  readonly name: string;
}

/** How a profile file stands to the workspace: changes with every analysis, unlike the file itself. */
export interface ProfileJoins {
  /** For each kernel name in the file: where the sources define it; several when ambiguous. */
  readonly sources: Readonly<Record<string, readonly SourcePlace[]>>;
  /** Kernels of the file that counters of other profiles belong to. */
  readonly counted?: readonly CountedKernelResult[];
  /** The chosen GPU, when the file was recorded on another one. */
  readonly otherGpu: Pick<GpuResult, 'id' | 'name'> | null;
  /** False for a file that the analysis does not use; null while there are no results. */
  readonly analyzed: boolean | null;
}

/** Extension host → profile editor. */
export type ProfileHostMessage =
  /** Share of the file that is read, null when its size is not known. */
  | { readonly type: 'reading'; readonly fraction: number | null }
  | { readonly type: 'page'; readonly page: ProfilePage }
  | { readonly type: 'joins'; readonly joins: ProfileJoins }
  /** Reading failed or was cancelled; what was shown before stays. */
  | { readonly type: 'failed'; readonly reason: string };

/** Profile editor → extension host. `ready` asks for everything that is known. */
export type ProfileEditorMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'reveal'; readonly path: string; readonly line: number }
  /** Shows a line of the profile file as text. */
  | { readonly type: 'revealRow'; readonly line: number }
  | { readonly type: 'copy'; readonly text: string; readonly what: string }
  /** Ask where to store `text` and write it there. */
  | { readonly type: 'save'; readonly suggestedName: string; readonly text: string }
  | { readonly type: 'cancel' }
  | { readonly type: 'reread' }
  /** Run the tool that exports the report, after asking. */
  | { readonly type: 'export' }
  | { readonly type: 'openAsText' }
  | { readonly type: 'selectGpu' }
  /** Makes the file part of the analysis. */
  | { readonly type: 'import' };
