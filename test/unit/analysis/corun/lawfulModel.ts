import type { CoRunModel } from '../../../../src/analysis/corun/coRunModel';
import { rangeWarning } from '../../../../src/predictors/themis/model/inputNames';
import type { Pressure, ThemisEvents } from '../../../../src/predictors/themis/events';

/** A model by which what misses the L2 saturates at half of the SMs, and interference is the bandwidth used beside it. */
export const lawful: CoRunModel = {
  label: 'lawful',
  error: { metric: 'errSD', mean: 0.1, worst: 0.3, evidence: 'made up' },
  predict: (smFraction: number, own: ThemisEvents, beside: Pressure) => ({
    scalability: own.l2Misses > 0.5 ? 1 / Math.min(1, smFraction * 2) : 1 / smFraction,
    interference: 1 + beside.memoryBandwidth,
  }),
  warnings: (smFraction) =>
    smFraction < 0.05 ? [rangeWarning('smFraction', smFraction, [0.05, 1], 'themis-60sm')] : [],
};
