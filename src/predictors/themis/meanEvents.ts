import { eventsBy, type ThemisEvents } from './events';
import { OTHER_EVENTS } from './otherEvents';
import { phaseCycles, type EventPhase } from './phaseSeries';

/** Events of an application over some phases of `cycles` in all: rates weighted with the phases' lengths. */
export function meanEvents(phases: readonly EventPhase[], app: number, cycles: number): ThemisEvents {
  const events = phases.map((phase) => phase.apps[app]!.events);
  return weightedEvents(events, phases.map(phaseCycles), cycles);
}

/** Mean rates over stretches of time, `lengths` that add up to `total`; other events only where all have them. */
export function weightedEvents(
  events: readonly ThemisEvents[],
  lengths: readonly number[],
  total: number,
): ThemisEvents {
  const mean = (valueOf: (one: ThemisEvents) => number): number =>
    total === 0 ? 0 : events.reduce((sum, one, i) => sum + valueOf(one) * lengths[i]!, 0) / total;
  const means = eventsBy((name) => mean((one) => one[name]));
  return events.every(({ others }) => others !== undefined)
    ? { ...means, others: OTHER_EVENTS.map((_, i) => mean((one) => one.others![i]!)) }
    : means;
}
