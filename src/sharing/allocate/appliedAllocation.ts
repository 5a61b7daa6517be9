import { message, type Words } from '../../kernel/message';
import type { AppliedSplit, Mechanism } from '../applied/appliedSplit';
import { applySplit, type FineMechanism } from '../applied/applySplit';
import { InputError } from '../../kernel/result';
import { DEFAULT_MAX_DISTANCE, distance, forecastSlowdowns } from '../../predictors/forecast';
import { betterAllocation } from '../search';
import { goalPolicy, judged } from '../goal';
import { migAllocation } from './migAllocation';
import type { AppliedAllocation, SplitRequest } from './splitRequest';

/** The split of SMs in a form that can be put into force, with what becomes of the goal. */
export function appliedAllocation(
  request: SplitRequest,
  mechanism: Mechanism | null,
): { applied: AppliedAllocation | null; notApplied: Words | null } {
  if (mechanism === null) return { applied: null, notApplied: null };
  try {
    const applied = mechanism === 'mig' ? migAllocation(request) : roundedAllocation(request, mechanism);
    return { applied, notApplied: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { applied: null, notApplied: error.said };
  }
}

function roundedAllocation(request: SplitRequest, mechanism: FineMechanism): AppliedAllocation {
  const { goal, scenario, loaded, sms, apps, guard } = request;
  const splitOf = (counts: readonly number[]): AppliedSplit =>
    applySplit(
      loaded.gpu,
      scenario.apps.map(({ name }, app) => ({ name, sms: counts[app]! })),
      mechanism,
    );
  const rounded = splitOf(sms);
  const better = betterRounding(rounded, request);
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
  { goal, scenario, loaded, sms, apps, guard }: SplitRequest,
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
): Words[] {
  if (split === null || split.origin === 'simulated') return [];
  const nearest = Math.min(...tried.map((sms) => distance(sms, split.sms)));
  if (nearest <= DEFAULT_MAX_DISTANCE) return [];
  return [message('sharing.roundedFar', { sms: nearest, most: DEFAULT_MAX_DISTANCE })];
}
