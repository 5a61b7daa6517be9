import { ThemisEstimator } from '../estimator';
import { meanShare } from '../meanShare';
import type { EventPhase, Phase } from '../../counting/phaseSeries';
import type { SlowdownModel } from '../slowdownModel';
import type { ElsewhereModel } from './elsewhereModel';
import { currentPhases, type EpochForecast, type SplitForecast, type OnlinePredictor } from '../../forecast';
import { curveOf, meanCurve, monotone, type SlowdownCurve } from './slowdownCurve';

/**
 * Proactive prediction of our own, beside equations 9 and 10: a network that has been trained on pairs of splits
 * tells both factors under every other split from the events of this one, so that interference changes with the
 * SMs too.
 */
export class LearnedForecasts implements OnlinePredictor {
  private readonly estimator: ThemisEstimator;
  /** By kernel, what its last epoch at each count of SMs lets expect. */
  private readonly seen = new Map<number, Map<number, SlowdownCurve>>();

  /** @param sms SMs of the whole GPU */
  constructor(
    here: SlowdownModel,
    private readonly elsewhere: ElsewhereModel,
    private readonly sms: number,
  ) {
    this.estimator = new ThemisEstimator(here, sms);
  }

  /** An application whose kernel has only just been launched is judged by the whole epoch. */
  observe(epoch: readonly Phase[]): readonly EpochForecast[] {
    const overall = this.estimator.estimate(epoch);
    return overall.map((whole, app) => {
      const current = currentPhases(epoch, app);
      if (current.length === 0) {
        const curve = learnedCurve(this.elsewhere, epoch, app, this.sms);
        return { lost: whole, forecast: forecastOf(curve, app) };
      }
      const lost = this.estimator.estimate(current)[app]!;
      const { kernel, sms } = epoch.at(-1)!.apps[app]!;
      const curves = this.seen.get(kernel) ?? new Map<number, SlowdownCurve>();
      this.seen.set(kernel, curves);
      curves.set(sms, learnedCurve(this.elsewhere, current, app, this.sms));
      return { lost, forecast: forecastOf(meanCurve(curves), app) };
    });
  }
}

/** The forecast of an application whose progress depends on its own SMs, and never falls with more of them. */
function forecastOf(curve: SlowdownCurve, app: number): SplitForecast {
  const rising = monotone(curve);
  return { at: (allocation) => rising[allocation[app]! - 1]! };
}

/**
 * The forecast of an application from some phases at one split.
 *
 * @param total SMs of the whole GPU
 */
export function learnedForecast(
  model: ElsewhereModel,
  phases: readonly EventPhase[],
  app: number,
  total: number,
): SplitForecast {
  return forecastOf(learnedCurve(model, phases, app, total), app);
}

function learnedCurve(
  model: ElsewhereModel,
  phases: readonly EventPhase[],
  app: number,
  total: number,
): SlowdownCurve {
  const active = phases.filter(({ apps }) => apps[app]!.active);
  if (active.length === 0) return curveOf(() => ({ scalability: 1, interference: 1 }), total);
  const { own, beside } = meanShare(active, app);
  const counted = active[0]!.apps[app]!.sms / total;
  return curveOf((sms) => model.predict(sms / total, own, beside, counted), total);
}
