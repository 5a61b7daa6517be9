import { message } from '../../kernel/message';
import type { SharingMode } from '../../kernel/prediction';

/** Id of the predictor. */
export const HSM = 'hsm';

/** The paper splits SMs and shares cache and memory. */
export const MODES: readonly SharingMode[] = ['spatial'];

export const FROM_RUNS_ALONE = message('predictors.hsm.fromRunsAlone');
