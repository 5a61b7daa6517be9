import { coRunnerPressures, type Pressure, type ThemisEvents } from '../../predictors/themis/events';
import { meanEvents } from '../../predictors/themis/meanEvents';
import { phaseCycles, type EventPhase } from '../../predictors/themis/phaseSeries';

/** Events of an application while it was active, and the pressure of the others in that time. */
export function meanShare(
  phases: readonly EventPhase[],
  app: number,
): { own: ThemisEvents; beside: Pressure } {
  const active = phases.filter((phase) => phase.apps[app]!.active);
  const cycles = active.reduce((sum, phase) => sum + phaseCycles(phase), 0);
  const all = phases[0]!.apps.map((_, other) => meanEvents(active, other, cycles));
  return { own: all[app]!, beside: coRunnerPressures(all)[app]! };
}
