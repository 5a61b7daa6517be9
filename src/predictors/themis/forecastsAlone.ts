import type { Outlook } from '../forecast';
import type { CounterRates } from '../counting/rates';
import type { KernelSlowdown, SlowdownModel } from './slowdownModel';
import { factorsUnder } from './fromRunsAlone';

/**
 * What is expected of applications under any split, from counters of runs alone: the model predicts each split by
 * itself, and a split that comes again is not predicted twice.
 *
 * @param total SMs of the GPU
 */
export function outlooksAlone(
  model: SlowdownModel,
  events: readonly CounterRates[],
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
