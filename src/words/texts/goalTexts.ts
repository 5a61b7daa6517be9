import { ALLOCATION_POLICIES } from '../../predictors';
import type { AllocationAdvice } from '../../sharing/allocate/allocateSms';
import type { AllocationGoal } from '../../sharing/goal';
import type { AppliedAllocation } from '../../sharing/allocate/splitRequest';
import { say } from '../say';

/** What is known of how a split suits its goal. */
export type GoalOutcome = Pick<AllocationAdvice, 'unfairness' | 'targetsMet' | 'targetsAssured' | 'guard'>;

/** How a split suits its goal: how far weighted slowdowns lie apart, or whether progress targets are met. */
export function goalVerdict(outcome: GoalOutcome): string {
  if (outcome.unfairness === null) return targetsVerdict(outcome);
  return say('goal.unfairness', { unfairness: outcome.unfairness });
}

/** The same of a split as it can be applied; what was simulated does not rest on the prediction. */
export function appliedVerdict(applied: AppliedAllocation, { guard }: Pick<GoalOutcome, 'guard'>): string {
  if (applied.origin === 'simulated' && applied.targetsMet === true) return say('goal.metInSimulation');
  return goalVerdict({ ...applied, guard });
}

function targetsVerdict({ targetsMet, targetsAssured, guard }: GoalOutcome): string {
  if (targetsMet !== true) return say('goal.notMet');
  if (guard === null) return say('goal.metIfExact');
  const { confidence } = guard;
  return targetsAssured === true
    ? say('goal.metSurely', { confidence })
    : say('goal.metUnsurely', { confidence });
}

/** Where the confidence comes from, and what it makes of the targets; null where there is none. */
export function guardText({
  guard,
  goal,
}: Pick<AllocationAdvice, 'guard'> & { readonly goal: AllocationGoal }): string | null {
  if (guard === null || goal.kind === 'fair') return null;
  const { confidence, ratio, evidence } = guard;
  return say('goal.guard', { confidence, ratio, aim: aimText(goal.targets, ratio), evidence });
}

function aimText(targets: readonly (number | null)[], ratio: number): string {
  const aims = [...new Set(targets.filter((target) => target !== null))]
    .map((target) => ({ target, aim: ALLOCATION_POLICIES.guardedTarget(target, ratio) }))
    .filter(({ target, aim }) => aim > target)
    .map(({ target, aim }) => say('goal.aim', { aim, target }));
  return aims.length === 0 ? say('goal.aimAsTheyAre') : say('goal.aims', { aims });
}
