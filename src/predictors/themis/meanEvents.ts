import { eventsBy, type ThemisEvents } from './events';
import { OTHER_EVENTS } from './otherEvents';
import { phaseCycles, type EventPhase } from './phaseSeries';

/** Events of an application over some phases of `cycles` in all: rates weighted with the phases' lengths. */
export function meanEvents(phases: readonly EventPhase[], app: number, cycles: number): ThemisEvents {
  const mean = (valueOf: (events: ThemisEvents) => number): number =>
    cycles === 0
      ? 0
      : phases.reduce((sum, phase) => sum + valueOf(phase.apps[app]!.events) * phaseCycles(phase), 0) /
        cycles;
  const events = eventsBy((name) => mean((one) => one[name]));
  const hasOthers = phases.every((phase) => phase.apps[app]!.events.others !== undefined);
  return hasOthers
    ? { ...events, others: OTHER_EVENTS.map((_, i) => mean((one) => one.others![i]!)) }
    : events;
}
