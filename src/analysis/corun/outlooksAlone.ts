import type { Outlook } from '../../predictors/themis/allocation/outlook';
import type { ThemisEvents } from '../../predictors/themis/events';
import type { KernelSlowdown, SlowdownModel } from '../../predictors/themis/slowdownModel';
import { factorsUnder } from './predictAlone';

/**
 * What is expected of applications under any split, from counters of runs alone: the model predicts each split by
 * itself, and a split that comes again is not predicted twice.
 *
 * @param total SMs of the GPU
 */
export function outlooksAlone(
  model: SlowdownModel,
  events: readonly ThemisEvents[],
  total: number,
): readonly Outlook[] {
  const known = new Map<string, readonly KernelSlowdown[]>();
  const factorsAt = (sms: readonly number[]): readonly KernelSlowdown[] => {
    const key = String(sms);
    const found = known.get(key) ?? factorsUnder(model, events, sms, total);
    known.set(key, found);
    return found;
  };
  return events.map((_, app) => ({ at: (sms) => factorsAt(sms)[app]! }));
}
