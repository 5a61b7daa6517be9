import { message, type Words } from '../../kernel/message';
import type { SharingMode } from '../../kernel/prediction';
import { NO_PRESSURE } from './events';
import { ratesBy } from '../counting/rates';
import { untrainedShare, type CoRunModel } from './coRunModel';

/** Id of the predictor. */
export const THEMIS = 'themis';

/** The paper splits SMs and shares cache and memory. */
export const MODES: readonly SharingMode[] = ['spatial'];

export const KEEPS_SMS = message('predictors.themis.keepsSms');

/** Why numbers for a share of the SMs are unsure: training had none like it. */
export function untrainedAt(model: CoRunModel, smFraction: number): Words[] {
  return untrainedShare(
    model.warnings(
      smFraction,
      ratesBy(() => 0),
      NO_PRESSURE,
    ),
  );
}
