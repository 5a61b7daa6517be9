import { InputError } from '../../../src/kernel/result';
import { constantInterference } from '../../../src/predictors/splits/curveForecast';
import {
  type EpochForecast,
  type SplitForecast,
  type OnlinePredictor,
} from '../../../src/predictors/forecast';
import type { Phase } from '../../../src/predictors/counting/phaseSeries';
import { ProgressCurve } from '../../../src/predictors/splits/progressCurve';

/** A co-run that was measured at one split. */
export interface MeasuredSplit {
  readonly apps: readonly string[];
  readonly sms: readonly number[];
  readonly slowdowns: readonly number[];
}

/**
 * What a predictor without any error would tell the engine: progress of a pair as it was measured at set splits,
 * on lines between them. All of a slowdown counts as scalability.
 */
export class MeasuredForecasts implements OnlinePredictor {
  private readonly forecasts: readonly SplitForecast[];

  /**
   * @param sms SMs of the whole GPU
   * @throws InputError when the pair has not been measured at any split
   */
  constructor(apps: readonly string[], measured: readonly MeasuredSplit[], sms: number) {
    const curves = apps.map(() => new ProgressCurve(sms));
    for (const row of measured)
      for (const places of orders(row.apps, apps))
        places.forEach((place, app) => curves[app]!.add(row.sms[place]!, 1 / row.slowdowns[place]!));
    if (curves.some(({ points }) => points.length < 3))
      throw new InputError(`${apps.join(' ')}: has not been measured at any split`);
    this.forecasts = curves.map((curve, app) => constantInterference(app, curve, 1));
  }

  observe(epoch: readonly Phase[]): readonly EpochForecast[] {
    const allocation = epoch.at(-1)!.apps.map(({ sms }) => sms);
    return this.forecasts.map((forecast) => {
      const lost = forecast.at(allocation);
      return { lost, forecast };
    });
  }
}

/** The orders in which the applications of a measured pair are those of another: places by application. */
function orders(measured: readonly string[], apps: readonly string[]): number[][] {
  const straight = [0, 1];
  return [straight, [...straight].reverse()].filter(
    (places) => measured.length === 2 && places.every((place, app) => measured[place] === apps[app]),
  );
}
