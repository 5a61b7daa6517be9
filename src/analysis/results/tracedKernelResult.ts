import type { OccupancyLimiter } from '../../gpu/occupancy';
import type { KernelReading } from '../../kernel/kernelReading';
import type { Words } from '../../kernel/message';
import type { SourceLocation } from '../../kernel/origin';
import type { Dim3 } from '../../kernel/symbolic';

/** What a kernel of a trace is bound by, and what that rests on: counters, or only what its name says that it does. */
export interface TracedClass {
  readonly value: 'compute-bound' | 'memory-bound';
  readonly basis: 'counters' | 'name';
}

/** Blocks of a traced launch on its GPU. */
export interface TracedBlocks {
  readonly blocksPerSm: number;
  /** Resident warps over the most that fit, 0 to 1. */
  readonly occupancy: number;
  readonly limiter: OccupancyLimiter;
  /** Blocks over those that the GPU holds at a time; the last wave may be partly filled. */
  readonly waves: number;
}

/** What a trace, its kernels' names and counters of the same program tell of one kernel at one launch shape. */
export interface TracedKernelResult {
  readonly name: string;
  readonly grid: Dim3 | null;
  readonly block: Dim3 | null;
  readonly calls: number;
  readonly totalNs: number;
  /** Of the kernel time of the trace, 0 to 1. */
  readonly share: number;
  /** What the name says; null where it says nothing. */
  readonly reading: KernelReading | null;
  /** Null where the trace tells no registers or launch, or the GPU is not known. */
  readonly blocks: TracedBlocks | null;
  readonly class: TracedClass | null;
  /** Counted bytes of device memory over the time in the trace, of the GPU's bandwidth, 0 to 1; null where not counted. */
  readonly memoryShare: number | null;
  /** The counters that belong to it; null where none do, and `why` says why. */
  readonly counters: {
    readonly location: SourceLocation;
    readonly launches: number;
    readonly values: number;
  } | null;
  readonly why: Words | null;
}

/** A kernel of a timeline that counters of another file belong to. */
export type CountedKernelResult = Pick<
  TracedKernelResult,
  'name' | 'grid' | 'block' | 'class' | 'memoryShare' | 'counters' | 'why'
>;

/** A timeline with the counters of another recording of its program. */
export interface TracedKernelsResult {
  /** The GPU of the timeline; null where it is not in the catalogue. */
  readonly gpu: string | null;
  /** Those that took longest first. */
  readonly kernels: readonly TracedKernelResult[];
  /** Of the kernel time, 0 to 1: kernels with counters. */
  readonly countedShare: number;
  /** Counters that belong to no kernel of the timeline. */
  readonly unmatched: readonly {
    readonly name: string;
    readonly grid: Dim3 | null;
    readonly block: Dim3 | null;
    readonly location: SourceLocation;
    readonly why: Words;
  }[];
}
