import { ALLOCATION_POLICIES } from '../predictors';
import { forecastSlowdowns } from '../predictors/forecast';
import { isRefusal, type CoRunQuestion, type ReadyPredictor } from '../predictors/port';
import type { FairSplit } from '../kernel/prediction';
import { greenContextSplit } from './applied/greenContexts';
import { betterAllocation } from './search';
import { weightedSplit } from './weightedSplit';

const EVEN = [1, 1] as const;

/**
 * The SMs split between the two subjects of a question so that both are slowed down as nearly alike as can be:
 * algorithm 1 in steps of what green contexts allow on the GPU, or of single SMs where it has none.
 *
 * @param predictor one that tells of other splits
 */
export function fairSplit(question: CoRunQuestion, predictor: ReadyPredictor): FairSplit {
  const { gpu, spec } = question.gpu;
  const rule = gpu.sharing.greenContext;
  const even = weightedSplit(spec.sms, EVEN);
  const parts = even.map((sms) => ({ name: '', sms }));
  const start = rule === null ? even : greenContextSplit(gpu, parts).sms;
  const forecasts = predictor.splits!.forecast(question);
  const moves = rule === null ? undefined : { step: rule.multipleSms, least: rule.minimumSms };
  const sms = betterAllocation(start, forecasts, ALLOCATION_POLICIES.fair(EVEN), Infinity, moves);
  const answers = predictor.predict({ ...question, split: sms });
  return {
    sms: sms as [number, number],
    slowdowns: forecastSlowdowns(forecasts, sms) as [number, number],
    isApplicable: rule !== null,
    isUnsure: answers.some((answer) => isRefusal(answer) || (answer.warnings ?? []).length > 0),
  };
}

/** The same seen from the other kernel. */
export function swapped({ sms, slowdowns, ...rest }: FairSplit): FairSplit {
  return { sms: [sms[1], sms[0]], slowdowns: [slowdowns[1], slowdowns[0]], ...rest };
}
