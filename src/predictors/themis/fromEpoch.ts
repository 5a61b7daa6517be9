import type { CoRunAnswer, CoRunQuestion, ReadyPredictor, SharedEpoch } from '../port';
import type { Prediction } from '../../kernel/prediction';
import { answerFields } from '../answerFields';
import { ratesBy } from '../counting/rates';
import { curveForecast } from '../splits/curveForecast';
import { learnedForecast } from './allocation/learnedForecasts';
import { causeOf } from './cause';
import { proactivePredictor, type CoRunModel } from './coRunModel';
import { ThemisEstimator } from './estimator';
import { phasesBeforeCut } from '../counting/phasesBeforeCut';
import { meanShare } from './meanShare';
import { otherSplit } from './otherSplit';
import { checkPlausible, meanRangeTexts, refusalOf } from './plausible';
import { MODES, saidBy, THEMIS, untrainedAt } from './shared';

/** Themis on shared-mode counters of one epoch (equations 4 to 7); other splits by proactive prediction. */
export function fromEpoch(model: CoRunModel, total: number): ReadyPredictor {
  return {
    id: THEMIS,
    evidence: 'shared',
    label: model.label,
    error: model.error,
    ...(model.progressRatios === undefined ? {} : { progressRatios: model.progressRatios }),
    modes: MODES,
    predict: (question) => question.subjects.map((_, app) => answer(model, question, app)),
    splits: {
      forecast: ({ epoch }) => forecasts(model, epoch!, total),
      others: ({ epoch }, splits) => splits.map((sms) => otherSplit(epoch!.phases, sms, model, total)),
      online: () => proactivePredictor(model, total),
      elsewhere: model.elsewhere ?? null,
      untrained: (smFraction) => untrainedAt(model, smFraction),
      doubts: (name, phases, app, slowdown) => {
        const warnings = meanRangeTexts(model, phases, app, total);
        checkPlausible(name, slowdown, warnings, model.error);
        return warnings;
      },
    },
  };
}

function forecasts(model: CoRunModel, { phases }: SharedEpoch, total: number) {
  const estimator = new ThemisEstimator(model, total);
  return phases[0]!.apps.map(({ sms }, app) =>
    model.elsewhere === undefined
      ? curveForecast(app, sms, estimator.estimate(phasesBeforeCut(phases, app))[app]!, total)
      : learnedForecast(model.elsewhere, phases, app, total),
  );
}

function answer(model: CoRunModel, question: CoRunQuestion, app: number): CoRunAnswer {
  const { subjects, epoch, gpu } = question;
  const { phases } = epoch!;
  const total = gpu.spec.sms;
  const estimator = new ThemisEstimator(model, total);
  const { scalability, interference } = estimator.estimate(phasesBeforeCut(phases, app))[app]!;
  const split = phases[0]!.apps.map(({ sms }) => sms);
  const { own, beside } = meanShare(phases, app);
  const slowdown = scalability * interference;
  const warnings = meanRangeTexts(model, phases, app, total);
  const refused = refusalOf(slowdown, warnings, model.error);
  if (refused !== null) return { subject: subjects[app]!.name, refused };
  return {
    ...answerFields(question, app, saidBy(model)),
    slowdown,
    parts: { scalability, interference },
    cause: causeOf(model, split[app]! / total, own, beside, { scalability, interference }),
    kernels: kernelSlowdowns(epoch!, app, estimator),
    split,
    inputs: { smFraction: split[app]! / total, ...ratesBy((name) => own[name]) },
    warnings,
  };
}

function kernelSlowdowns(
  { phases, kernelsOf, kernelNames }: SharedEpoch,
  app: number,
  estimator: ThemisEstimator,
): NonNullable<Prediction['kernels']> {
  return kernelsOf[app]!.flatMap((kernel) => {
    const own = phases.filter(({ apps }) => apps[app]!.active && apps[app]!.kernel === kernel);
    if (own.length === 0) return [];
    const { scalability, interference } = estimator.estimate(own)[app]!;
    return [{ name: kernelNames[kernel]!, slowdown: scalability * interference, scalability, interference }];
  });
}
