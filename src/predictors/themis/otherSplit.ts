import { message, type Words } from '../../kernel/message';
import type { ErrorBound } from '../../kernel/prediction';
import { learnedForecast } from './allocation/learnedForecasts';
import { curveForecast } from '../splits/curveForecast';
import { type SplitForecast } from '../forecast';
import { DEFAULT_MAX_DISTANCE, distance } from '../forecast';
import { slowdownElsewhere } from './allocation/slowdownElsewhere';
import { ThemisEstimator } from './estimator';
import { meanShare } from './meanShare';
import type { EventPhase } from '../counting/phaseSeries';
import { phasesBeforeCut } from '../counting/phasesBeforeCut';
import { untrainedShare, type CoRunModel } from './coRunModel';

/** Slowdowns under a split that was not simulated. */
export interface OtherSplit {
  readonly sms: readonly number[];
  readonly slowdowns: readonly number[];
  /** What tells of it, and how far off that is. */
  readonly predictor: string;
  readonly error: ErrorBound;
  readonly warnings: readonly Words[];
}

/**
 * Slowdowns at a split that was not simulated, from the phases at the one that was: by the model's network for other
 * splits, or by equations 9 and 10 where it has none.
 *
 * @param total SMs of the GPU
 */
export function otherSplit(
  phases: readonly EventPhase[],
  sms: readonly number[],
  model: CoRunModel,
  total: number,
): OtherSplit {
  const { elsewhere } = model;
  if (elsewhere === undefined) return byCurve(phases, sms, model, total);
  return {
    sms,
    slowdowns: slowdownsAt(phases, sms, (phase, app) => learnedForecast(elsewhere, [phase], app, total)),
    predictor: elsewhere.label,
    error: elsewhere.error,
    warnings: untrainedShares(phases, sms, model, total),
  };
}

/** By a progress curve through the split that was simulated (equations 9 and 10). */
function byCurve(
  phases: readonly EventPhase[],
  sms: readonly number[],
  model: CoRunModel,
  total: number,
): OtherSplit {
  const estimator = new ThemisEstimator(model, total);
  const simulated = phases[0]!.apps.map((app) => app.sms);
  const far = distance(simulated, sms);
  return {
    sms,
    slowdowns: slowdownsAt(phases, sms, (phase, app) =>
      curveForecast(app, phase.apps[app]!.sms, estimator.estimate([phase])[app]!, total),
    ),
    predictor: 'Themis PSP',
    error: { metric: null, evidence: message('predictors.themis.noErrorHere') },
    warnings:
      far <= DEFAULT_MAX_DISTANCE
        ? []
        : [message('predictors.themis.farAway', { sms: far, most: DEFAULT_MAX_DISTANCE })],
  };
}

/** Of every application, each phase weighed by what it takes there. */
function slowdownsAt(
  phases: readonly EventPhase[],
  sms: readonly number[],
  forecastOf: (phase: EventPhase, app: number) => SplitForecast,
): number[] {
  return sms.map((_, app) =>
    slowdownElsewhere(phasesBeforeCut(phases, app), app, sms, (phase) => forecastOf(phase, app)),
  );
}

/** Shares of the SMs that no split in training had; the counters are those of the split that was simulated. */
function untrainedShares(
  phases: readonly EventPhase[],
  sms: readonly number[],
  model: CoRunModel,
  total: number,
): Words[] {
  const lines = sms.flatMap((count, app) => {
    const { own, beside } = meanShare(phases, app);
    return untrainedShare(model.warnings(count / total, own, beside));
  });
  return [...new Set(lines)];
}
