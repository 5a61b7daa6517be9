import { message } from '../../kernel/message';
import type { ProgressRatios } from '../port';
import type { LoadLaw } from './memoryLoad';

/** Fitted to half of the pairs that were measured on the SMs of an H100: `npm run study -- measured-times --fit`. */
export const FITTED_LAW: LoadLaw = {
  capacity: 0.5,
  l2Weight: 0.395,
  rise: 2.28,
  power: 3.06,
  waits: 0.196,
  waitsPower: 1.03,
};

/** GPU of the catalogue that the law was fitted to and judged on. */
export const MEASURED_ON = 'h100-sxm';

const EVIDENCE = message('predictors.timedOnCard', {
  slowdowns: 246,
  gpu: MEASURED_ON,
  study: 'measured-times',
});

/** Of the pairs that it was not fitted to: measured progress over predicted that a quarter, and a tenth, of them fall below. */
export const MEASURED_PROGRESS: ProgressRatios = { quarter: 0.91, tenth: 0.59, evidence: EVIDENCE };
