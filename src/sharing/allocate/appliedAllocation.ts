import { message, type Words } from '../../kernel/message';
import type { AppliedSplit, Mechanism } from '../applied/appliedSplit';
import { applySplit, type FineMechanism } from '../applied/applySplit';
import { InputError } from '../../kernel/result';
import { DEFAULT_MAX_DISTANCE, distance, forecastSlowdowns } from '../../predictors/forecast';
import { betterAllocation } from '../search';
import { goalPolicy, judged } from '../goal';
import { migAllocation } from './migAllocation';
import type { AppliedAllocation, RoundedRequest, SplitRequest } from './splitRequest';

/** The split of SMs in a form that can be put into force, with what becomes of the goal. */
export function appliedAllocation(request: SplitRequest, mechanism: Mechanism | null): Outcome {
  if (mechanism === null) return { applied: null, notApplied: null };
  if (mechanism === 'mig') return unlessRefused(() => migAllocation(request));
  const { scenario, loaded, ...rest } = request;
  const names = scenario.apps.map(({ name }) => name);
  return roundedAllocation({ ...rest, names, gpu: loaded.gpu }, mechanism);
}

/** The split, or why the GPU cannot have it. */
interface Outcome {
  readonly applied: AppliedAllocation | null;
  readonly notApplied: Words | null;
}

function unlessRefused(applied: () => AppliedAllocation): Outcome {
  try {
    return { applied: applied(), notApplied: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { applied: null, notApplied: error.said };
  }
}

/** The split as a mechanism that comes near to any can have it. */
export const roundedAllocation = (request: RoundedRequest, mechanism: FineMechanism): Outcome =>
  unlessRefused(() => rounded(request, mechanism));

function rounded(request: RoundedRequest, mechanism: FineMechanism): AppliedAllocation {
  const { goal, names, gpu, sms, apps, guard } = request;
  const splitOf = (counts: readonly number[]): AppliedSplit =>
    applySplit(
      gpu,
      names.map((name, app) => ({ name, sms: counts[app]! })),
      mechanism,
    );
  const nearest = splitOf(sms);
  const better = betterRounding(nearest, request);
  const split = better === null ? nearest : splitOf(better);
  const slowdowns = forecastSlowdowns(apps, split.sms);
  return { ...split, slowdowns, origin: 'predicted', ...judged(goal, slowdowns, guard) };
}

/**
 * What green contexts allow next to a split need not suit its goal any more: algorithm 1 once more, in steps of what
 * they allow, and at most one such step farther than rounding went. Null where nothing was rounded, or by other
 * means.
 */
function betterRounding(
  nearest: AppliedSplit,
  { goal, names, gpu, sms, apps, guard }: RoundedRequest,
): readonly number[] | null {
  const rule = gpu.sharing.greenContext;
  const moved = distance(sms, nearest.sms);
  if (nearest.mechanism !== 'green-contexts' || rule === null || moved === 0) return null;
  const { multipleSms: step, minimumSms: least } = rule;
  const policy = goalPolicy(goal, { apps: names }, guard);
  return betterAllocation(nearest.sms, apps, policy, moved + step, { step, least });
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
