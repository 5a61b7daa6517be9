import { message } from '../../kernel/message';
import { migSplits } from '../applied/mig';
import { goalPolicy, judged, suitsBetter } from '../goal';
import type { AppliedAllocation, SplitRequest } from './splitRequest';
import { MigInstances } from './migInstances';

/**
 * The MIG instances that suit the goal best, of all that can be placed side by side. Themis knows no partitioned
 * cache and memory: what becomes of an application in an instance is simulated instead of predicted.
 *
 * @param instances of the scenario on the GPU; what was simulated for another goal is known there
 * @throws InputError when the GPU cannot give every application an instance.
 */
export function migAllocation(
  { goal, scenario, loaded }: SplitRequest,
  instances = new MigInstances(scenario, loaded),
): AppliedAllocation {
  const names = scenario.apps.map(({ name }) => name);
  const splits = migSplits(loaded.gpu, names).map((split) => ({
    ...split,
    slowdowns: split.instances.map((instance, app) => instances.slowdown(app, instance)),
  }));
  // What is simulated needs no guard against the error of a prediction.
  const policy = goalPolicy(goal, scenario, null);
  const best = splits.reduce((a, b) => (suitsBetter(b.slowdowns, a.slowdowns, policy) ? b : a));
  const outcome = judged(goal, best.slowdowns, null);
  const missed = outcome.targetsMet === false ? [NONE_KEEPS] : [];
  return { ...best, origin: 'simulated', ...outcome, notes: [...missed, ...best.notes] };
}

const NONE_KEEPS = message('sharing.mig.noneKeeps');
