import type { AppliedSplit, Mechanism } from '../../gpu/partitioning/appliedSplit';
import { applySplit } from '../../gpu/partitioning/applySplit';
import type { Origin } from '../../kernel/origin';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import { expectedSlowdowns, type Outlook } from '../../predictors/themis/allocation/outlook';
import type { AllocationPolicy } from '../../predictors/themis/allocation/policy';
import { betterAllocation, DEFAULT_MAX_DISTANCE, distance } from '../../predictors/themis/allocation/search';
import { simulate } from '../../simulator/simulate';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { goalPolicy, judged, type AllocationGoal, type GoalOutcome } from './allocationGoal';
import type { TargetGuard } from './targetGuard';

/** The split as it can be applied, predicted again. */
export interface AppliedAllocation extends AppliedSplit, GoalOutcome {
  readonly slowdowns: readonly number[];
  readonly origin: Origin;
}

/**
 * The split of SMs in a form that can be put into force, predicted again.
 *
 * @param apps what is expected of each application under any split
 */
export function appliedAllocation(
  { goal, mechanism }: { readonly goal: AllocationGoal; readonly mechanism: Mechanism | null },
  scenario: Scenario,
  loaded: LoadedSpec,
  sms: readonly number[],
  apps: readonly Outlook[],
  guard: TargetGuard | null,
): { applied: AppliedAllocation | null; notApplied: string | null } {
  if (mechanism === null) return { applied: null, notApplied: null };
  const splitOf = (counts: readonly number[]): AppliedSplit =>
    applySplit(
      loaded.gpu,
      scenario.apps.map(({ name }, app) => ({ name, sms: counts[app]! })),
      mechanism,
    );
  try {
    const rounded = splitOf(sms);
    const policy = goalPolicy(goal, scenario, guard);
    const better = betterRounding(sms, rounded, policy, loaded, apps);
    const split = better === null ? rounded : splitOf(better);
    const again = predictApplied(split, scenario, loaded, apps);
    // What is simulated needs no guard against the error of a prediction.
    const held = again.origin === 'predicted' ? guard : null;
    return { applied: { ...split, ...again, ...judged(goal, again.slowdowns, held) }, notApplied: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { applied: null, notApplied: error.message };
  }
}

/**
 * What green contexts allow next to a split need not suit its goal any more: algorithm 1 once more, in steps of what
 * they allow, and at most one such step farther than rounding went. Null where nothing was rounded, or by other
 * means.
 */
function betterRounding(
  sms: readonly number[],
  rounded: AppliedSplit,
  policy: AllocationPolicy,
  { gpu }: LoadedSpec,
  apps: readonly Outlook[],
): readonly number[] | null {
  const rule = gpu.sharing.greenContext;
  const moved = distance(sms, rounded.sms);
  if (rounded.mechanism !== 'green-contexts' || rule === null || moved === 0) return null;
  const { multipleSms: step, minimumSms: least } = rule;
  return betterAllocation(rounded.sms, apps, policy, moved + step, { step, least });
}

/** Cycles of the window in which MIG instances are simulated. */
const MIG_WINDOW = { warmupCycles: 10_000, limits: { cycles: 30_000 } };

/** Themis knows no partitioned cache and memory: MIG instances are simulated instead of predicted. */
function predictApplied(
  split: AppliedSplit,
  scenario: Scenario,
  loaded: LoadedSpec,
  apps: readonly Outlook[],
): { slowdowns: readonly number[]; origin: Origin } {
  if (split.memorySlices === undefined)
    return { slowdowns: expectedSlowdowns(apps, split.sms), origin: 'predicted' };
  const { channels } = loaded.spec.memory;
  const instances = split.memorySlices.map((slices, app) => ({
    sms: split.sms[app]!,
    memoryChannels: Math.max(1, Math.floor((channels * slices) / 8)),
  }));
  const relaunched = scenario.apps.map((app) => ({ ...app, repeat: 'always' as const }));
  const result = simulate(
    { ...scenario, ...MIG_WINDOW, apps: relaunched, mode: { kind: 'mig', instances } },
    { spec: loaded },
  );
  return { slowdowns: result.apps.map((app) => app.slowdown ?? Infinity), origin: 'simulated' };
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
