import { searchAlone } from '../../../src/sharing/allocate/allocateAlone';
import { forecastsAlone } from '../../../src/predictors/themis/fromRunsAlone';
import { roundRates, type SoloRound } from '../../../src/predictors/counting/soloRound';
import { aimedQosPolicy, PAPERS_AIM } from '../../../src/predictors/themis/allocation/qosAim';
import type { KernelSlowdownModel } from '../../../src/predictors/themis/model/kernelSlowdownModel';

/**
 * The split from which runs alone see the first application keep its progress target, as `corun allocate --counters
 * solo` advises it: from even SMs on, guarded against the error of the model for runs alone.
 *
 * @throws Error when the model knows no ratios
 */
export function startAlone(
  model: KernelSlowdownModel,
  solos: readonly SoloRound[],
  target: number,
  even: readonly number[],
): readonly number[] {
  const { progressRatios } = model.variant;
  if (progressRatios === undefined) throw new Error('the model for runs alone has no progress ratios');
  const total = even.reduce((sum, count) => sum + count, 0);
  const policy = aimedQosPolicy([target, null], { ...PAPERS_AIM, ratio: progressRatios.quarter });
  return searchAlone(even, forecastsAlone(model, solos.map(roundRates), total), policy).at(-1)!.next;
}
