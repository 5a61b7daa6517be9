import { curveOf } from '../../../src/predictors/themis/allocation/slowdownCurve';
import type { EpochForecast, OnlinePredictor } from '../../../src/predictors/forecast';
import type { Phase } from '../../../src/predictors/counting/phaseSeries';

/** Far below any progress target, whatever the SMs. */
const LEAST_PROGRESS = 1e-3;

/**
 * No predictor: whatever an application has is too little, and more SMs are better. Under a progress target the engine
 * gives it as many as a step may move in every epoch, which is the most that it can do from where it starts.
 */
export class NeverEnough implements OnlinePredictor {
  private readonly curve;

  /** @param sms SMs of the whole GPU */
  constructor(sms: number) {
    this.curve = curveOf((count) => ({ scalability: sms / count / LEAST_PROGRESS, interference: 1 }), sms);
  }

  observe(epoch: readonly Phase[]): readonly EpochForecast[] {
    return epoch.at(-1)!.apps.map(({ sms }, app) => {
      const lost = this.curve[sms - 1]!;
      return { lost, forecast: { at: (allocation) => this.curve[allocation[app]! - 1]! } };
    });
  }
}
