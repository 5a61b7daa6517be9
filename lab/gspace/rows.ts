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

export type Row = AloneRow | TrialRow;
