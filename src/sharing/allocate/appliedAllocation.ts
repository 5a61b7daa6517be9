import type { Words } from '../../kernel/message';
import type { AppliedSplit, Mechanism } from '../applied/appliedSplit';
import { applySplit, type FineMechanism } from '../applied/applySplit';
import type { Origin } from '../../kernel/origin';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import { forecastSlowdowns, type SplitForecast } from '../../predictors/forecast';
import { DEFAULT_MAX_DISTANCE, distance } from '../../predictors/forecast';
import { betterAllocation } from '../search';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { goalPolicy, judged, type AllocationGoal, type GoalOutcome } from '../goal';
import { migAllocation } from './migAllocation';
import type { TargetGuard } from '../targetGuard';

/** The split as it can be applied, predicted again. */
export interface AppliedAllocation extends AppliedSplit, GoalOutcome {
  readonly slowdowns: readonly number[];
  readonly origin: Origin;
}

/** What is to be put into force. */
export interface Wish {
  readonly goal: AllocationGoal;
  readonly scenario: Scenario;
  readonly loaded: LoadedSpec;
  /** The advised split. */
  readonly sms: readonly number[];
  /** What is expected of each application under any split. */
  readonly apps: readonly SplitForecast[];
  readonly guard: TargetGuard | null;
}

/** The split of SMs in a form that can be put into force, with what becomes of the goal. */
export function appliedAllocation(
  wish: Wish,
  mechanism: Mechanism | null,
): { applied: AppliedAllocation | null; notApplied: Words | null } {
  if (mechanism === null) return { applied: null, notApplied: null };
  try {
    const applied = mechanism === 'mig' ? migAllocation(wish) : roundedAllocation(wish, mechanism);
    return { applied, notApplied: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { applied: null, notApplied: error.said };
  }
}

function roundedAllocation(wish: Wish, mechanism: FineMechanism): AppliedAllocation {
  const { goal, scenario, loaded, sms, apps, guard } = wish;
  const splitOf = (counts: readonly number[]): AppliedSplit =>
    applySplit(
      loaded.gpu,
      scenario.apps.map(({ name }, app) => ({ name, sms: counts[app]! })),
      mechanism,
    );
  const rounded = splitOf(sms);
  const better = betterRounding(rounded, wish);
  const split = better === null ? rounded : splitOf(better);
  const slowdowns = forecastSlowdowns(apps, split.sms);
  return { ...split, slowdowns, origin: 'predicted', ...judged(goal, slowdowns, guard) };
}

/**
 * What green contexts allow next to a split need not suit its goal any more: algorithm 1 once more, in steps of what
 * they allow, and at most one such step farther than rounding went. Null where nothing was rounded, or by other
 * means.
 */
function betterRounding(
  rounded: AppliedSplit,
  { goal, scenario, loaded, sms, apps, guard }: Wish,
): readonly number[] | null {
  const rule = loaded.gpu.sharing.greenContext;
  const moved = distance(sms, rounded.sms);
  if (rounded.mechanism !== 'green-contexts' || rule === null || moved === 0) return null;
  const { multipleSms: step, minimumSms: least } = rule;
  const policy = goalPolicy(goal, scenario, guard);
  return betterAllocation(rounded.sms, apps, policy, moved + step, { step, least });
}

/** That the split to be applied is far from those that were simulated. */
export function distanceWarning(
  tried: readonly (readonly number[])[],
  split: AppliedAllocation | null,
): string[] {
  if (split === null || split.origin === 'simulated') return [];
  const nearest = Math.min(...tried.map((sms) => distance(sms, split.sms)));
  if (nearest <= DEFAULT_MAX_DISTANCE) return [];
  return [
    `the rounded split is ${nearest} SMs away from any that was tried; the prediction holds for about ${DEFAULT_MAX_DISTANCE}`,
  ];
}
