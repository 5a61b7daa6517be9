import type { Words } from '../../kernel/message';
import type { SharingMode } from '../../kernel/prediction';
import { NO_PRESSURE } from './events';
import { ratesBy } from '../counting/rates';
import { KEEPS_SMS, type Said } from '../answerFields';
import { untrainedShare, type CoRunModel } from './coRunModel';

/** Id of the predictor. */
export const THEMIS = 'themis';

/** The paper splits SMs and shares cache and memory. */
export const MODES: readonly SharingMode[] = ['spatial'];

/** What goes with every number of a model. */
export const saidBy = ({ label, error }: CoRunModel): Said => ({ label, error, conditions: [KEEPS_SMS] });

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
