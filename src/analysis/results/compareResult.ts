import type { FirstNumber } from '../../kernel/origin';
import type { Words } from '../../kernel/message';
import type { Way, WayResult } from '../../sharing/compare/way';
import type { ConflictResult } from './timelineResult';

export type { Way, WayResult } from '../../sharing/compare/way';

/** A kernel that is compared, where it stands. */
export interface ComparedKernel {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Set where later launches have other numbers than those that its time is of. */
  readonly ofFirst?: readonly FirstNumber[];
}

/** All ways of having one GPU. */
export interface ComparedGpu {
  readonly id: string;
  readonly name: string;
  /** Time of each alone, of one launch of a kernel, in nanoseconds; null where it is not known. */
  readonly soloNs: readonly (number | null)[];
  readonly ways: readonly WayResult[];
  /** The way that is done first; null where none is surely sooner than one after the other. */
  readonly best: Way | null;
  /** Why kernels are not simulated on it, or what else is missing; empty where nothing is. */
  readonly notSimulated: readonly Words[];
}

/** Two of the kernels that one program gives the same data, the first of which writes it, or that it may. */
export interface ComparedConflict {
  /** Places among the kernels. */
  readonly kernels: readonly [number, number];
  /** Null where the sources do not tell what they use. */
  readonly buffer: string | null;
  readonly program: string;
  /** Where the second is launched. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly kind: ConflictResult['kind'];
}

/** Kernels that want a GPU, on each of several. */
export interface CompareResult {
  readonly kernels: readonly ComparedKernel[];
  /** Absent where there is none. Of kernels that race or are ordered no way of running them together is the best. */
  readonly conflicts?: readonly ComparedConflict[];
  readonly gpus: readonly ComparedGpu[];
}

/** A program that is compared, where it begins. */
export interface ComparedProgram {
  /** An `applicationKey`. */
  readonly key: string;
  readonly name: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** Programs that want a GPU, on each of several. */
export interface ProgramsCompareResult {
  readonly programs: readonly ComparedProgram[];
  readonly gpus: readonly ComparedGpu[];
}

export type AnyCompareResult = CompareResult | ProgramsCompareResult;
