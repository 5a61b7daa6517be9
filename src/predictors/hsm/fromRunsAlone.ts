import { message } from '../../kernel/message';
import { answerFields, type Said } from '../answerFields';
import { slowdownOf, type SlowdownFactors } from '../forecast';
import type { CoRunAnswer, CoRunQuestion, OtherSplit, ReadyPredictor } from '../port';
import { progressTogether, type KernelAlone, type ProgressFactors } from './aloneProgress';
import { kernelCounters, type KernelCounters } from './counters';
import type { HybridModel } from './kernelProgress';
import { HSM, MODES } from './shared';

/** HSM's insights on counters of runs alone: what a lens can tell before two kernels have ever met. */
export function fromRunsAlone(model: HybridModel, said: Said): ReadyPredictor {
  const { label, error } = said;
  const elsewhere = (question: CoRunQuestion, sms: readonly number[]): OtherSplit => ({
    sms,
    slowdowns: progressAt(question, sms, model).map((progress) => slowdownOf(factorsOf(progress))),
    predictor: label,
    error,
    warnings: [],
  });
  return {
    id: HSM,
    evidence: 'solo',
    label,
    error,
    modes: MODES,
    predict: (question) => answers(question, model, said),
    splits: {
      forecast: (question) =>
        question.subjects.map((_, app) => ({
          at: (sms) => factorsOf(progressAt(question, sms, model)[app]!),
        })),
      others: (question, splits) => splits.map((sms) => elsewhere(question, sms)),
      online: () => null,
      elsewhere: null,
      untrained: () => [],
      doubts: () => [],
    },
  };
}

function answers(question: CoRunQuestion, model: HybridModel, said: Said): CoRunAnswer[] {
  const { subjects, split } = question;
  const missing = countersOf(question).indexOf(null);
  if (missing >= 0) {
    const refused = message('predictors.noRowHits', { name: subjects[missing]!.name });
    return subjects.map(({ name }) => ({ subject: name, refused }));
  }
  return progressAt(question, split!, model).map((progress, app) => {
    const factors = factorsOf(progress);
    const { rowHitRate, busShare } = countersOf(question)[app]!;
    return {
      ...answerFields(question, app, said),
      slowdown: slowdownOf(factors),
      parts: { ...factors },
      cause: causeOf(factors),
      inputs: { rowHitRate, busShare },
    };
  });
}

const countersOf = ({ subjects }: CoRunQuestion): (KernelCounters | null)[] =>
  subjects.map(({ solo }) => (solo === null ? null : kernelCounters(solo)));

/** @param sms of each subject, all of whom have counters */
function progressAt(
  question: CoRunQuestion,
  sms: readonly number[],
  model: HybridModel,
): readonly ProgressFactors[] {
  const counters = countersOf(question);
  const kernels = question.subjects.map(({ launch }, app): KernelAlone => ({
    counters: counters[app]!,
    place: { sms: sms[app]!, blocks: launch?.gridBlocks ?? null },
  }));
  return progressTogether(kernels, model);
}

const factorsOf = ({ onOwnSms, besideOthers }: ProgressFactors): SlowdownFactors => ({
  scalability: 1 / onOwnSms,
  interference: 1 / besideOthers,
});

function causeOf({ scalability, interference }: SlowdownFactors) {
  if (interference >= scalability) return interference > 1 ? 'DRAM bandwidth' : 'nothing';
  return 'fewer SMs';
}
