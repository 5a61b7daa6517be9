/** A counter that the fit read from the profile. */
export interface FitInput {
  /** nvprof's name. */
  readonly metric: string;
  /** In the profile's base unit. */
  readonly value: number;
}

/** What the fit took in place of a counter that is missing or contradicts the others. */
export interface FitAssumption {
  /** The counter that would replace the assumption. */
  readonly metric: string;
  /** What was taken, in the counter's unit. */
  readonly value: number;
  /** Ends of what it could have been. */
  readonly range: readonly [low: number, high: number];
  /** What was taken and why. */
  readonly text: string;
  /** What in the program, and in its simulation, moves over the range. */
  readonly consequence: string;
}
