import type { Pressure } from '../../../src/predictors/themis/events';
import type { CounterRates } from '../../../src/predictors/counting/rates';
import type { SlowdownFactors } from '../../../src/predictors/forecast';
import {
  INTERFERENCE,
  SCALABILITY,
  SlowdownNetwork,
  type FittedNetwork,
} from '../../../src/predictors/themis/model/slowdownNetwork';

/** A model for this split or another, of a network that is given no file. */
export interface FittedModel {
  predict(
    smFraction: number,
    own: CounterRates,
    coRunners: Pressure,
    countedFraction?: number,
  ): SlowdownFactors;
}

export function fittedModel(fitted: FittedNetwork): FittedModel {
  const network = new SlowdownNetwork(fitted);
  const factors = new Float64Array(2);
  return {
    predict: (smFraction, own, coRunners, countedFraction) => {
      network.predictInto(factors, smFraction, own, coRunners, countedFraction);
      return { scalability: factors[SCALABILITY]!, interference: factors[INTERFERENCE]! };
    },
  };
}
