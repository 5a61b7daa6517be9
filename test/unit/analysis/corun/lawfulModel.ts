import type { CoRunModel } from '../../../../src/predictors/themis/coRunModel';
import { rangeWarning } from '../../../../src/predictors/themis/model/inputNames';
import type { Pressure } from '../../../../src/predictors/themis/events';
import type { CounterRates } from '../../../../src/predictors/counting/rates';

/** A model by which what misses the L2 saturates at half of the SMs, and interference is the bandwidth used beside it. */
export const lawful: CoRunModel = {
  label: 'lawful',
  error: { metric: 'errSD', mean: 0.1, worst: 0.3, evidence: 'made up' },
  predict: (smFraction: number, own: CounterRates, beside: Pressure) => ({
    scalability: own.l2Misses > 0.5 ? 1 / Math.min(1, smFraction * 2) : 1 / smFraction,
    interference: 1 + beside.memoryBandwidth,
  }),
  warnings: (smFraction) =>
    smFraction < 0.05 ? [rangeWarning('smFraction', smFraction, [0.05, 1], 'themis-60sm')] : [],
};
