import { THEMIS_EVENTS, type ThemisEvents } from './events';
import { phaseCycles, type EventPhase } from './phaseSeries';

/** Events of an application over some phases of `cycles` in all: rates weighted with the phases' lengths. */
export function meanEvents(phases: readonly EventPhase[], app: number, cycles: number): ThemisEvents {
  if (cycles === 0) return Object.fromEntries(THEMIS_EVENTS.map((name) => [name, 0])) as ThemisEvents;
  const mean = (name: keyof ThemisEvents): number =>
    phases.reduce((sum, phase) => sum + phase.apps[app]!.events[name] * phaseCycles(phase), 0) / cycles;
  return Object.fromEntries(THEMIS_EVENTS.map((name) => [name, mean(name)])) as ThemisEvents;
}
