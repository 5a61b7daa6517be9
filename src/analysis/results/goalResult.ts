import { words } from '../../words';
import { ALLOCATION_POLICIES } from '../../predictors';
import type { AllocationAdvice } from '../../sharing/allocate/allocateSms';
import type { AllocationGoal } from '../../sharing/goal';
import type { AppliedAllocation } from '../../sharing/allocate/splitRequest';
import { percent } from '../../words/format';

/** What is known of how a split suits its goal. */
export type Judged = Pick<AllocationAdvice, 'unfairness' | 'targetsMet' | 'targetsAssured' | 'guard'>;

/** How a split suits its goal: how far weighted slowdowns lie apart, or whether progress targets are met. */
export function goalVerdict(judged: Judged): string {
  if (judged.unfairness === null) return targetsVerdict(judged);
  return `Weighted slowdowns lie ${percent(judged.unfairness)} apart (unfairness ${judged.unfairness.toFixed(2)}; 0 is fair).`;
}

/** The same of a split as it can be applied; what was simulated does not rest on the prediction. */
export function appliedVerdict(applied: AppliedAllocation, { guard }: Pick<Judged, 'guard'>): string {
  if (applied.origin === 'simulated' && applied.targetsMet === true)
    return 'Every target is met in the simulation.';
  return goalVerdict({ ...applied, guard });
}

function targetsVerdict({ targetsMet, targetsAssured, guard }: Judged): string {
  if (targetsMet !== true) return 'Not every target is met.';
  if (guard === null) return 'Every target is met if the prediction holds; nothing is added for its error.';
  const sure = `about ${guard.confidence} % confidence`;
  return targetsAssured === true
    ? `Every target is met with ${sure}.`
    : `Every target is met if the prediction holds, but not with ${sure}.`;
}

/** Where the confidence comes from, and what it makes of the targets; null where there is none. */
export function guardText({
  guard,
  goal,
}: Pick<AllocationAdvice, 'guard'> & { readonly goal: AllocationGoal }): string | null {
  if (guard === null || goal.kind === 'fair') return null;
  const checked = `In ${guard.confidence} % of the cases that were checked, kernels progressed at least ${percent(guard.ratio)} as fast as predicted.`;
  return `${checked} ${aimText(goal.targets, guard.ratio)} Checked on ${words(guard.evidence)}.`;
}

function aimText(targets: readonly (number | null)[], ratio: number): string {
  const aims = [...new Set(targets.filter((target) => target !== null))]
    .map((target) => ({ target, aim: ALLOCATION_POLICIES.guardedTarget(target, ratio) }))
    .filter(({ target, aim }) => aim > target)
    .map(({ target, aim }) => `${percent(aim)} where ${percent(target)} is asked for`);
  return aims.length === 0
    ? 'Targets as high as these are aimed at as they are.'
    : `So the split aims at ${aims.join(', ')}.`;
}
