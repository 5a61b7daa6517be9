/**
 * The port of searches for how much a kernel that yields is to give: the first `sms` SMs, on each of them `blocks` of
 * its blocks. Configurations are tried one by one, each by a run of both. What runs of similar kernels tell of them
 * beforehand comes from a yield map.
 */
import type { ModelReader, TrainedModel } from './port';

/** What is given: on each of the first `sms` SMs (from 1) so many blocks (from 1). */
export interface YieldedPlaces {
  readonly sms: number;
  readonly blocks: number;
}

/** What a configuration does to both. */
export interface YieldEffect {
  /** Time of the latency-critical application over that alone; infinite where the run was given up. */
  readonly latency: number;
  /** Pace of the application that yields while both run, over that alone. */
  readonly throughput: number;
}

/** What came of trying a configuration. */
export interface YieldTrial extends YieldEffect {
  readonly places: YieldedPlaces;
}

/** What a configuration is expected to do. */
export type YieldMap = (places: YieldedPlaces) => YieldEffect;

/** Where is looked and for what. */
export interface YieldSearchQuestion {
  /** All that can be given. */
  readonly most: YieldedPlaces;
  /** Most that `latency` may be. */
  readonly qos: number;
  /** Tries a configuration; asked again for the same one it answers from memory. */
  readonly tried: (places: YieldedPlaces) => YieldTrial;
}

/** A question with a map; without one, where a GPU has none. */
export interface MappedQuestion extends YieldSearchQuestion {
  readonly map: YieldMap | null;
}

/** A way to look. */
export interface YieldSearch {
  readonly id: string;
  /** True where it cannot look without a map. */
  readonly needsMap: boolean;
  /** The configuration with most throughput among those tried that keep the target; null where none does. */
  readonly search: (question: MappedQuestion) => YieldTrial | null;
}

/** What an application does alone on the whole GPU, by which similar ones are found. Shares are from 0 to 1. */
export const YIELD_FEATURES = [
  'l1HitRate',
  'l2HitRate',
  'l1Utilisation',
  'l2Utilisation',
  'dramUtilisation',
  /** Share of instructions that do not access memory. */
  'arithmeticIntensity',
  /** Warp instructions for each SM of the GPU. */
  'instructions',
] as const;

export type YieldFeatures = Readonly<Record<(typeof YIELD_FEATURES)[number], number>>;

/** Who knows maps of pairs that were never run together. */
export interface YieldMapper {
  readonly id: string;
  readonly models: ModelReader;
  /** The map of two applications; null without a trained model of this GPU. */
  readonly mapOf: (pair: {
    readonly gpu: string;
    readonly models: readonly TrainedModel[];
    readonly yielding: YieldFeatures;
    readonly critical: YieldFeatures;
    readonly most: YieldedPlaces;
  }) => YieldMap | null;
}
