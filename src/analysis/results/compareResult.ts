import type { FirstNumber } from '../../kernel/origin';
import type { Words } from '../../kernel/message';
import type { Way, WayResult } from '../../sharing/compare/way';

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

/** Kernels that want a GPU, on each of several. */
export interface CompareResult {
  readonly kernels: readonly ComparedKernel[];
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
