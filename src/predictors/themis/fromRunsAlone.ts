import type { SlowdownCause } from '../../kernel/prediction';
import { answerFields } from '../answerFields';
import { ratesBy, type CounterRates } from '../counting/rates';
import type { SlowdownFactors, SplitForecast } from '../forecast';
import type { CoRunAnswer, CoRunQuestion, OtherSplit, ReadyPredictor } from '../port';
import { causeOf } from './cause';
import { untrainedShare, type CoRunModel } from './coRunModel';
import { coRunnerPressures, pressureOf, scaledPressure } from './events';
import { rangeTexts, type RangeWarning } from './model/inputNames';
import { refusalOf } from './plausible';
import { MODES, saidBy, THEMIS, untrainedAt } from './shared';
import type { SlowdownModel } from './slowdownModel';

/** Themis on counters of runs alone: what a profile of each application by itself can tell. */
export function fromRunsAlone(model: CoRunModel): ReadyPredictor {
  return {
    id: THEMIS,
    evidence: 'solo',
    label: model.label,
    error: model.error,
    ...(model.progressRatios === undefined ? {} : { progressRatios: model.progressRatios }),
    modes: MODES,
    predict: (question) => answers(model, question),
    splits: {
      forecast: (question) => forecastsAlone(model, ratesOf(question), question.gpu.spec.sms),
      others: (question, splits) => splits.map((sms) => otherSplit(model, question, sms)),
      online: () => null,
      elsewhere: null,
      untrained: (smFraction) => untrainedAt(model, smFraction),
      doubts: () => [],
    },
  };
}

const ratesOf = ({ subjects }: CoRunQuestion): CounterRates[] => subjects.map(({ solo }) => solo!);

function answers(model: CoRunModel, question: CoRunQuestion): CoRunAnswer[] {
  const { subjects, gpu } = question;
  const total = gpu.spec.sms;
  const rates = ratesOf(question);
  return predictSplit(model, rates, question.split!, total).map(({ slowdown, parts, cause, ranges }, app) => {
    const warnings = rangeTexts(ranges);
    const refused = refusalOf(slowdown, warnings, model.error);
    if (refused !== null) return { subject: subjects[app]!.name, refused };
    return {
      ...answerFields(question, app, saidBy(model)),
      slowdown,
      parts,
      cause,
      warnings,
      inputs: { smFraction: question.split![app]! / total, ...ratesBy((name) => rates[app]![name]) },
    };
  });
}

function otherSplit(model: CoRunModel, question: CoRunQuestion, sms: readonly number[]): OtherSplit {
  const apps = predictSplit(model, ratesOf(question), sms, question.gpu.spec.sms);
  return {
    sms,
    slowdowns: apps.map(({ slowdown }) => slowdown),
    predictor: model.label,
    error: model.error,
    // The counters are the same for all splits.
    warnings: [...new Set(apps.flatMap(({ ranges }) => untrainedShare(ranges)))],
  };
}

/** Slowdown of each application on its SMs, with what it comes from. */
export interface SplitSlowdown {
  readonly slowdown: number;
  readonly parts: Readonly<Record<'scalability' | 'interference', number>>;
  readonly cause: SlowdownCause;
  readonly ranges: readonly RangeWarning[];
}

/**
 * What a model reads of each application under one split. The model has learned from the pressure of the co-run
 * itself; that of the run on the whole GPU times the share of the SMs comes nearest to it, since what fewer SMs ask
 * for beyond that is lost again to the other applications (`npm run study -- themis-alone`).
 *
 * @param total SMs of the GPU
 * @param asked what each application asks for of that on the whole GPU
 */
export function inputsUnder(
  events: readonly CounterRates[],
  sms: readonly number[],
  total: number,
  asked: readonly number[] = sms.map((count) => count / total),
) {
  const shares = events.map((one, app) => ({
    ...one,
    ...scaledPressure(pressureOf(one), asked[app]!),
  }));
  const pressures = coRunnerPressures(shares);
  return events.map((own, app) => ({ smFraction: sms[app]! / total, own, beside: pressures[app]! }));
}

/** The two factors of each application's slowdown under one split, and nothing else: searches ask for many. */
export function factorsUnder(
  model: SlowdownModel,
  events: readonly CounterRates[],
  sms: readonly number[],
  total: number,
): SlowdownFactors[] {
  return inputsUnder(events, sms, total).map(({ smFraction, own, beside }) =>
    model.predict(smFraction, own, beside),
  );
}

/** Slowdowns under one split, with what they come from. */
export function predictSplit(
  model: CoRunModel,
  events: readonly CounterRates[],
  sms: readonly number[],
  total: number,
): SplitSlowdown[] {
  return inputsUnder(events, sms, total).map(({ smFraction, own, beside }) => {
    const { scalability, interference } = model.predict(smFraction, own, beside);
    return {
      slowdown: scalability * interference,
      parts: { scalability, interference },
      cause: causeOf(model, smFraction, own, beside),
      ranges: model.warnings(smFraction, own, beside),
    };
  });
}

/**
 * Slowdowns of applications under any split, from counters of runs alone: the model predicts each split by itself,
 * and a split that comes again is not predicted twice.
 *
 * @param total SMs of the GPU
 */
export function forecastsAlone(
  model: SlowdownModel,
  rates: readonly CounterRates[],
  total: number,
): readonly SplitForecast[] {
  const known = new Map<string, readonly SlowdownFactors[]>();
  const factorsAt = (sms: readonly number[]): readonly SlowdownFactors[] => {
    const key = String(sms);
    const found = known.get(key) ?? factorsUnder(model, rates, sms, total);
    known.set(key, found);
    return found;
  };
  return rates.map((_, app) => ({ at: (sms) => factorsAt(sms)[app]! }));
}
