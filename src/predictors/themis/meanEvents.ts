import { coRunnerPressures, eventsBy, type Pressure, type ThemisEvents } from './events';
import { OTHER_EVENTS } from './otherEvents';
import { phaseCycles, type EventPhase } from './phaseSeries';

/** Events of an application over some phases: rates weighted with the phases' lengths. */
export function meanEvents(phases: readonly EventPhase[], app: number): ThemisEvents {
  const events = phases.map((phase) => phase.apps[app]!.events);
  return weightedEvents(events, phases.map(phaseCycles));
}

/** Events of an application while it was active, and the pressure of the others in that time. */
export function meanShare(
  phases: readonly EventPhase[],
  app: number,
): { own: ThemisEvents; beside: Pressure } {
  const active = phases.filter(({ apps }) => apps[app]!.active);
  const all = phases[0]!.apps.map((_, other) => meanEvents(active, other));
  return { own: all[app]!, beside: coRunnerPressures(all)[app]! };
}

/** Mean rates over stretches of time; other events only where all have them. */
export function weightedEvents(events: readonly ThemisEvents[], lengths: readonly number[]): ThemisEvents {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const mean = (valueOf: (one: ThemisEvents) => number): number =>
    total === 0 ? 0 : events.reduce((sum, one, i) => sum + valueOf(one) * lengths[i]!, 0) / total;
  const means = eventsBy((name) => mean((one) => one[name]));
  return events.every(({ others }) => others !== undefined)
    ? {
        ...means,
        others: OTHER_EVENTS.map((_, i) => mean((one) => one.others![i]!)),
        smBusy: mean((one) => one.smBusy ?? 0),
      }
    : means;
}
