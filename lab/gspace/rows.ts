import type { YieldedPlaces, YieldFeatures } from '../../src/predictors/yieldSearchPort';

/** An application alone on the part of the GPU. */
export interface AloneRow {
  readonly kind: 'alone';
  readonly key: string;
  readonly app: string;
  readonly features: YieldFeatures;
  /** Core cycles of a round; resident blocks of its kernels at most. */
  readonly cycles: number;
  readonly blocksPerSm: number;
}

/** One configuration of a pair, tried. */
export interface TrialRow {
  readonly kind: 'trial';
  readonly key: string;
  readonly yielding: string;
  readonly critical: string;
  readonly places: YieldedPlaces;
  /** Null where the run was given up. */
  readonly latency: number | null;
  readonly throughput: number;
  /** Pace of the latency-critical application over that alone. */
  readonly progress: number;
}

/** A pair whose best-effort program gives up nothing: it is launched again and again as it is. */
export interface UnpreemptedRow {
  readonly kind: 'unpreempted';
  readonly key: string;
  readonly yielding: string;
  readonly critical: string;
  /** Of the latency-critical application over its time alone; null where the run was given up. */
  readonly latency: number | null;
}

/** A round of a program alone, as it is and as a kernel that yields. */
export interface OverheadRow {
  readonly kind: 'overhead';
  readonly key: string;
  readonly app: string;
  /** Core cycles of a round; null where it did not end in time. */
  readonly plain: number | null;
  readonly yielding: number | null;
}

/** A program alone that may use so many places only. */
export interface ScalingRow {
  readonly kind: 'scaling';
  readonly key: string;
  readonly app: string;
  readonly places: YieldedPlaces;
  /** Instructions in a cycle. */
  readonly ipc: number;
}

export type Row = AloneRow | TrialRow | UnpreemptedRow | OverheadRow | ScalingRow;

/** What a run was simulated on: the GPU's part and all that is specified of it, so that rows of one machine compare. */
export const machineOf = ({ key }: Row): string => key.slice(0, key.indexOf(' '));
