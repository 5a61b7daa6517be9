import type { Words } from '../../kernel/message';
import type { Assumption, Sourced } from '../../kernel/origin';
import type { StartedTogether } from '../../sharing/overlapVerdict';
import type { Bottleneck } from './bottleneck';
import type { KernelFit } from './kernelFitResult';

/** The time of a launch without functions whose code is not at hand. */
export interface LeastTime {
  readonly time: Sourced;
  /** Names of the functions. */
  readonly without: readonly string[];
}

/** What the simulator says of one kernel that runs alone. */
export interface KernelSimulation {
  /** `waiting` while it is under way or yet to come. */
  readonly status: 'done' | 'waiting' | 'refused';
  /** Why there is no answer, or no time; null where there is. */
  readonly reason: Words | null;
  /** One launch. */
  readonly time: Sourced | null;
  /** What it takes at least, where functions are left out of it: then there is no time. */
  readonly least: LeastTime | null;
  /** Types of objects in memory whose size nothing tells: then there is no time either. */
  readonly undeclared: readonly string[];
  /** Warp instructions per cycle of the whole GPU. */
  readonly ipc: Sourced | null;
  /** Use of each resource, highest first. */
  readonly resources: readonly Bottleneck[];
  /** What warps waited for, as shares of their waiting time, highest first. */
  readonly stalls: readonly Bottleneck[];
  /** Made for the program that was simulated. */
  readonly assumptions: readonly Assumption[];
  /** How the program was fitted to a profile; null where no profile of the kernel has counters. */
  readonly fit: KernelFit | null;
}

/** How far the simulations of a snapshot are. */
export interface SimulationProgress {
  readonly done: number;
  readonly total: number;
  /** Kernels that are not simulated, with the reason. */
  readonly leftOut: readonly { readonly kernelId: string; readonly reason: Words }[];
}

/** Two kernels whose launches were started together once, in the order in which they are launched. */
export interface PairStarted extends StartedTogether {
  readonly kernelIds: readonly [string, string];
  /** How they were run. */
  readonly method: Words;
}
