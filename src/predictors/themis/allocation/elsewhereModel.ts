import type { Pressure } from '../events';
import type { CounterRates } from '../../counting/rates';
import type { SlowdownFactors } from '../../forecast';
import type { SlowdownModel } from '../slowdownModel';
import { nearness } from './slowdownCurve';

/** A network that reads events counted under one share of the SMs and tells of another. */
export interface ElsewhereModel {
  /**
   * @param smFraction share of the SMs that is asked about
   * @param countedFraction share under which the events were counted
   */
  predict(
    smFraction: number,
    own: CounterRates,
    coRunners: Pressure,
    countedFraction: number,
  ): SlowdownFactors;
}

/**
 * Two networks from the same events, one for the split itself and one for others, would tell two numbers where they
 * meet. Here the second is moved by what the first says otherwise of the split itself: by all of it there, by half
 * of it 5 of 60 SMs away.
 */
export function joinedModel(here: SlowdownModel, elsewhere: ElsewhereModel): ElsewhereModel {
  return {
    predict: (smFraction, own, coRunners, countedFraction) => {
      const there = elsewhere.predict(smFraction, own, coRunners, countedFraction);
      const said = here.predict(countedFraction, own, coRunners);
      const meant = elsewhere.predict(countedFraction, own, coRunners, countedFraction);
      const part = nearness(smFraction, countedFraction);
      const moved = (factor: keyof SlowdownFactors): number =>
        there[factor] * (said[factor] / meant[factor]) ** part;
      return { scalability: moved('scalability'), interference: moved('interference') };
    },
  };
}
