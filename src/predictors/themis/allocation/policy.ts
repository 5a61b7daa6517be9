import { message } from '../../../kernel/message';
import { InputError } from '../../../kernel/result';
import { throughputOf } from '../../../kernel/coRunMetrics';
import { isWeight, WEIGHTS } from '../../../kernel/weights';
import type { AllocationPolicy } from '../../port';

/** Equation 11: how far weighted slowdowns lie apart, 0 (fair) to 1, which an application that stands still makes it. */
export function unfairness(slowdowns: readonly number[], weights: readonly number[]): number {
  const weighted = slowdowns.map((slowdown, app) => slowdown * weights[app]!);
  const largest = Math.max(...weighted);
  if (largest === Infinity) return 1;
  return (largest - Math.min(...weighted)) / largest;
}

/** Threshold of unfairness at which Themis-Fair is content (section VII-C). */
const DEFAULT_UNFAIRNESS = 0.1;

/**
 * Themis-Fair (algorithm 2).
 *
 * @param weights one per application; they need not add up to 1
 */
export function fairPolicy(weights: readonly number[], threshold = DEFAULT_UNFAIRNESS): AllocationPolicy {
  weights.forEach((weight, app) => {
    if (!isWeight(weight))
      throw new InputError(
        message('predictors.themis.weight', { app, range: WEIGHTS.join(' to '), given: weight }),
      );
  });
  return {
    isSatisfied: (slowdowns) => unfairness(slowdowns, weights) < threshold,
    score: (slowdowns) => -unfairness(slowdowns, weights),
  };
}

/**
 * Themis-QoS: applications with a progress target keep it, the others (batch) progress as much as that leaves.
 * The paper gives no score for it. Here it is the worst relative shortfall (negative) as long as a target is
 * missed, and the sum of batch progress (positive) from then on; the search goes on while that can grow.
 *
 * @param targets progress 0–1 per application, null for batch
 * @param slack the criterion holds when every target is kept by no more than this share of it, so that an engine
 *   that decides again and again rests there: `Infinity` rests as soon as targets are kept, 0 gives batch all that
 *   is left
 */
export function qosPolicy(targets: readonly (number | null)[], slack = 0): AllocationPolicy {
  targets.forEach((target, app) => {
    if (target !== null && !(target > 0 && target <= 1))
      throw new InputError(message('predictors.themis.target', { app, given: target }));
  });
  const score = (slowdowns: readonly number[]): number => {
    const worst = Math.min(0, ...slowdowns.map((slowdown, app) => shortfall(slowdown, targets[app]!)));
    if (worst < 0) return worst;
    return throughputOf(slowdowns.filter((_, app) => targets[app] === null).map((slowdown) => 1 / slowdown));
  };
  const hasBatch = targets.includes(null);
  const isTight = (slowdowns: readonly number[]): boolean =>
    slowdowns.every((slowdown, app) => shortfall(slowdown, targets[app]!) < slack || targets[app] === null);
  return {
    score,
    isSatisfied: (slowdowns) => score(slowdowns) >= 0 && (!hasBatch || (slack > 0 && isTight(slowdowns))),
  };
}

/** Relative distance of a progress to its target; negative when it is missed. */
function shortfall(slowdown: number, target: number | null): number {
  return target === null ? 0 : 1 / slowdown / target - 1;
}
