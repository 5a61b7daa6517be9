import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import type { Scenario } from '../kernel/scenario';
import { meetsTarget, throughputOf } from '../kernel/coRunMetrics';
import type { AllocationPolicy, GoalWithSearch, OwnPolicies } from '../predictors/port';
import { ALLOCATION_POLICIES } from '../predictors';
import type { TargetGuard } from './targetGuard';

/** Fair by weights (larger weight, smaller slowdown), or progress targets, at least one, with null for batch applications. */
export type AllocationGoal =
  | { readonly kind: 'fair'; readonly weights: readonly number[] }
  | { readonly kind: 'qos'; readonly targets: readonly (number | null)[] };

/** How a split suits a goal. */
export interface GoalOutcome {
  /** Equation 11; null for progress targets. */
  readonly unfairness: number | null;
  /** Whether every target is predicted to be met; null without targets. */
  readonly targetsMet: boolean | null;
  /** Whether every target is met with the guard's confidence; null without a guard. */
  readonly targetsAssured: boolean | null;
}

/** @throws InputError when the goal does not fit so many applications. */
export function goalPolicy(
  goal: AllocationGoal,
  { apps }: { readonly apps: readonly unknown[] },
  guard: TargetGuard | null,
): AllocationPolicy {
  const given = goal.kind === 'fair' ? goal.weights.length : goal.targets.length;
  if (given !== apps.length) {
    const what = goal.kind === 'fair' ? 'weights' : 'targets';
    throw new InputError(message('sharing.goal.entries', { field: what, given, applications: apps.length }));
  }
  if (goal.kind === 'fair') return ALLOCATION_POLICIES.fair(goal.weights);
  if (goal.targets.every((target) => target === null)) throw new InputError(message('sharing.goal.noTarget'));
  const ratio = guard?.ratio ?? 1;
  const aims = goal.targets.map((target) => target && ALLOCATION_POLICIES.guardedTarget(target, ratio));
  return ALLOCATION_POLICIES.targets(aims);
}

/**
 * The policy of a goal, and how it is searched for where the predictor has a way of its own: equal weights, or a
 * target of one application.
 *
 * @throws InputError when the goal does not fit the scenario.
 */
export function goalSearch(
  goal: AllocationGoal,
  scenario: Scenario,
  guard: TargetGuard | null,
  own: OwnPolicies | undefined,
): Partial<GoalWithSearch> & Pick<GoalWithSearch, 'policy'> {
  const policy = goalPolicy(goal, scenario, guard);
  if (own === undefined) return { policy };
  if (goal.kind === 'fair')
    return goal.weights.every((weight) => weight === goal.weights[0]) ? own.fair() : { policy };
  const wanted = goal.targets.flatMap((target, app) => (target === null ? [] : [{ target, app }]));
  if (wanted.length !== 1) return { policy };
  const { target, app } = wanted[0]!;
  return own.target(app, ALLOCATION_POLICIES.guardedTarget(target, guard?.ratio ?? 1));
}

/**
 * Whether slowdowns suit a policy better than others. As algorithm 1 has it, a split that satisfies the policy needs to
 * score no better: among such, and among equals, that with the most progress is taken.
 */
export function suitsBetter(
  one: readonly number[],
  other: readonly number[],
  policy: AllocationPolicy,
): boolean {
  const [isEnough, wasEnough] = [policy.isSatisfied(one), policy.isSatisfied(other)];
  if (isEnough !== wasEnough) return isEnough;
  const gain = isEnough ? 0 : policy.score(one) - policy.score(other);
  return gain === 0 ? progressOf(one) > progressOf(other) : gain > 0;
}

const progressOf = (slowdowns: readonly number[]): number =>
  throughputOf(slowdowns.map((slowdown) => 1 / slowdown));

/** What becomes of the goal under such slowdowns. */
export function judged(
  goal: AllocationGoal,
  slowdowns: readonly number[],
  guard: TargetGuard | null,
): GoalOutcome {
  if (goal.kind === 'fair')
    return {
      unfairness: ALLOCATION_POLICIES.unfairness(slowdowns, goal.weights),
      targetsMet: null,
      targetsAssured: null,
    };
  const isMet = (ratio: number): boolean =>
    goal.targets.every((target, app) => meetsTarget(ratio / slowdowns[app]!, target));
  return { unfairness: null, targetsMet: isMet(1), targetsAssured: guard && isMet(guard.ratio) };
}
