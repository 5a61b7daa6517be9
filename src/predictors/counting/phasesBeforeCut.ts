import type { EventPhase } from './phaseSeries';

/**
 * The phases of an epoch by which an application is judged: the latency of a launch that the epoch's end cuts is not
 * among them. All of it is in the epoch and only some of the launch is, so that a long kernel would seem to lose less
 * than it does, the less the shorter the epoch is.
 */
export function phasesBeforeCut<P extends EventPhase>(phases: readonly P[], app: number): readonly P[] {
  const active = phases.map(({ apps }) => apps[app]!.active);
  const last = active.lastIndexOf(true);
  if (last < phases.length - 1) return phases.slice(0, last + 1);
  const begin = active.lastIndexOf(false) + 1;
  const before = active.lastIndexOf(true, Math.max(0, begin - 1)) + 1;
  return begin === 0 ? phases : [...phases.slice(0, before), ...phases.slice(begin)];
}
