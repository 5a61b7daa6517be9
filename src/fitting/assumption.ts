/** A counter that the fit read from the profile. */
export interface FitInput {
  /** nvprof's name. */
  readonly metric: string;
  /** In the profile's base unit. */
  readonly value: number;
}

/** Assumption of the fit in place of a counter that is missing or contradicts the others. */
export interface FitAssumption {
  /** The counter that would replace the assumption. */
  readonly metric: string;
  /** Assumed value, in the counter's unit. */
  readonly value: number;
  /** Ends of what it could have been. */
  readonly range: readonly [low: number, high: number];
  /** The assumption and its reason. */
  readonly text: Words;
  /** Effect of the range on the program and its simulation. */
  readonly consequence: Words;
}
import type { Words } from '../kernel/message';
