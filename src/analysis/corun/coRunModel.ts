import type { ErrorBound } from '../../kernel/prediction';
import type { Pressure, ThemisEvents } from '../../predictors/themis/events';
import type { SlowdownModel } from '../../predictors/themis/slowdownModel';

/** A trained slowdown model with what a user has to know of it. */
export interface CoRunModel extends SlowdownModel {
  /** e.g. `Themis (338 parameters, shared-mode events)`. */
  readonly label: string;
  readonly error: ErrorBound;
  /** A line for each input outside of what the model was trained on, with the numbers. */
  warnings(smFraction: number, own: ThemisEvents, coRunners: Pressure): string[];
}
