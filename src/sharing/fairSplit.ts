import { greenContextSplit } from './applied/greenContexts';
import { expectedSlowdowns } from '../predictors/forecast';
import { fairPolicy } from '../predictors/themis/allocation/policy';
import { betterAllocation } from './search';
import { weightedSplit } from './weightedSplit';
import type { CounterRates } from '../predictors/counting/rates';
import type { LoadedSpec } from '../simulator/spec/loadSpec';
import type { FairSplit } from '../analysis/results/ownSmsResult';
import type { CoRunModel } from '../predictors/themis/coRunModel';
import { outlooksAlone } from '../predictors/themis/forecastsAlone';
import { predictSplit } from '../predictors/themis/fromRunsAlone';

const EVEN = [1, 1] as const;

/**
 * The SMs split between two kernels so that both are slowed down as nearly alike as can be, from counters of runs
 * alone: algorithm 1 in steps of what green contexts allow on the GPU, or of single SMs where it has none.
 *
 * @param model one that was trained on such counters
 */
export function fairSplit(
  pair: readonly [CounterRates, CounterRates],
  model: CoRunModel,
  { gpu, spec }: LoadedSpec,
): FairSplit {
  const rule = gpu.sharing.greenContext;
  const even = weightedSplit(spec.sms, EVEN);
  const parts = even.map((sms) => ({ name: '', sms }));
  const start = rule === null ? even : greenContextSplit(gpu, parts).sms;
  const outlooks = outlooksAlone(model, pair, spec.sms);
  const moves = rule === null ? undefined : { step: rule.multipleSms, least: rule.minimumSms };
  const sms = betterAllocation(start, outlooks, fairPolicy(EVEN), Infinity, moves);
  const ranges = predictSplit(model, pair, sms, spec.sms).flatMap((one) => one.ranges);
  return {
    sms: sms as [number, number],
    slowdowns: expectedSlowdowns(outlooks, sms) as [number, number],
    isApplicable: rule !== null,
    isUnsure: ranges.length > 0,
  };
}

/** The same seen from the other kernel. */
export function swapped({ sms, slowdowns, ...rest }: FairSplit): FairSplit {
  return { sms: [sms[1], sms[0]], slowdowns: [slowdowns[1], slowdowns[0]], ...rest };
}
