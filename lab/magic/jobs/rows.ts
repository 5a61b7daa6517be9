import type { ScenarioCopy, ScenarioGap } from '../../../src/kernel/scenario';

/** One launch of a program that ran alone. */
export interface SoloLaunch {
  readonly name: string;
  /** From its launch to its end, latency of the launch included, in core cycles. */
  readonly cycles: number;
  /** Registers and shared memory of the blocks that the GPU holds at a time. */
  readonly contextBytes: number;
  /** Blocks, those that an SM holds, and bytes from and to device memory; absent in runs of before they were kept. */
  readonly fills?: { readonly blocks: number; readonly blocksPerSm: number; readonly dramBytes: number };
}

/** A program alone on a GPU, from its first copy to its last. */
export interface SoloRow {
  readonly kind: 'solo';
  readonly key: string;
  readonly gpu: string;
  readonly app: string;
  readonly cycles: number;
  readonly clockMHz: number;
  readonly launchCycles: number;
  readonly launches: readonly SoloLaunch[];
  readonly copies: readonly ScenarioCopy[];
  readonly gaps: readonly ScenarioGap[];
  readonly threadInstructions: number;
  /** Under nvprof's names: means of the launches, weighted by time. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** A program beside another one that goes on for ever. */
export interface PairRow {
  readonly kind: 'time-slice' | 'mps';
  readonly key: string;
  readonly gpu: string;
  readonly of: string;
  readonly beside: string;
  /** Time slices only. */
  readonly sliceCycles?: number;
  readonly rounds: number;
  /** Core cycles until so many rounds of the first were over, and alone. */
  readonly cycles: number;
  readonly alone: number;
}

/** Slowdowns of a program beside all others in turns, replayed from runs alone. */
export interface MatrixRow {
  readonly kind: 'matrix';
  readonly key: string;
  readonly gpu: string;
  /** Whether the host's own work is part of the job. */
  readonly host: boolean;
  readonly of: string;
  /** In the order of the 79 programs. */
  readonly slowdowns: readonly number[];
  /** Seconds of a round alone, and the share of it in which kernels run. */
  readonly seconds: number;
  readonly kernelShare: number;
}

/** Slowdowns of a program beside all others under MPS, told from runs alone without the host's own work. */
export interface FilledRow {
  readonly kind: 'mps-filled';
  readonly key: string;
  readonly gpu: string;
  readonly of: string;
  /** What told them. */
  readonly by: string;
  /** In the order of the 79 programs. */
  readonly slowdowns: readonly number[];
}

export type Row = SoloRow | PairRow | MatrixRow | FilledRow;
