import { message, type Message } from '../../kernel/message';
import type { ErrorBound, SharingMode } from '../../kernel/prediction';

/** Id of the predictor. */
export const HSM = 'hsm';

/** The paper splits SMs and shares cache and memory. */
export const MODES: readonly SharingMode[] = ['spatial'];

export const KEEPS_SMS = message('predictors.keepsSms');

export const FROM_RUNS_ALONE = message('predictors.hsm.fromRunsAlone');

/** What goes with every number. */
export interface Said {
  readonly label: string;
  readonly error: ErrorBound;
  readonly conditions: readonly Message[];
}
