import { meanRates } from '../counting/meanRates';
import type { EventPhase } from '../counting/phaseSeries';
import type { CounterRates } from '../counting/rates';
import { coRunnerPressures, type Pressure } from './events';

/** Rates of an application while it was active, and the pressure of the others in that time. */
export function meanShare(
  phases: readonly EventPhase[],
  app: number,
): { own: CounterRates; beside: Pressure } {
  const active = phases.filter(({ apps }) => apps[app]!.active);
  const all = phases[0]!.apps.map((_, other) => meanRates(active, other));
  return { own: all[app]!, beside: coRunnerPressures(all)[app]! };
}
