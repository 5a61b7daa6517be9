import fitted from './data/model.json';
import judged from './data/judged.json';
import { BottleneckModel, type Fitted } from './model';
import type { Bottleneck } from './timesAlone';

/** The model that ships, for every GPU. */
export const SHIPPED = new BottleneckModel(fitted as unknown as Fitted);

/** How far it is off on a GPU, in co-runs that nothing was fitted to. */
export interface JudgedOnGpu {
  readonly gpu: string;
  readonly slowdowns: number;
  /** errSD. */
  readonly mean: number;
  readonly worst: number;
  /** Generation of the simulator that its co-runs were run on, at the latest. */
  readonly simulator: number;
  /** Whether nobody who answered all of these was less off in the mean. */
  readonly isBest: boolean;
}

/** What was judged, by GPU. */
export const JUDGED: readonly JudgedOnGpu[] = judged.gpus;

/** GPUs that co-runs were fitted to. */
export const FITTED_GPUS: readonly string[] = fitted.provenance.gpus;

/** By what holds an application up, the factor within which nine in ten slowdowns are of what is told. */
export const MARGINS: Readonly<Record<Bottleneck, number>> = judged.margins;
