/**
 * The port of searches for how much a kernel that yields is to give: the first `sms` SMs, on each of them `blocks` of
 * its blocks. Configurations are tried one by one, each by a run of both.
 */

/** What is given: on each of the first `sms` SMs (from 1) so many blocks (from 1). */
export interface YieldedPlaces {
  readonly sms: number;
  readonly blocks: number;
}

/** What came of trying a configuration. */
export interface YieldTrial {
  readonly places: YieldedPlaces;
  /** Time of the latency-critical application over that alone; infinite where the run was given up. */
  readonly latency: number;
  /** Pace of the application that yields while both run, over that alone. */
  readonly throughput: number;
}

/** Where is looked and for what. */
export interface YieldSearchQuestion {
  /** All that can be given. */
  readonly most: YieldedPlaces;
  /** Most that `latency` may be. */
  readonly qos: number;
  /** Tries a configuration; asked again for the same one it answers from memory. */
  readonly tried: (places: YieldedPlaces) => YieldTrial;
}

/** A way to look. */
export interface YieldSearch {
  readonly id: string;
  /** The configuration with most throughput among those tried that keep the target; null where none does. */
  readonly search: (question: YieldSearchQuestion) => YieldTrial | null;
}
