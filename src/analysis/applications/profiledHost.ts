import { message, type Words } from '../../kernel/message';
import type { SoloRun } from '../../predictors/latencyPort';
import type { TracedRun } from './soloRun';

/** Said of a trace that tells how long the host took under a profiler, where nobody told how long it takes without. */
export function profiledHost({ application, delays, isAtPace }: SoloRun): readonly Words[] {
  const tells = delays !== undefined && delays.size > 0 && !isAtPace;
  return tells ? [message('analysis.coRun.profiledHost', { name: application.name })] : [];
}

/** A run that says so where it is of such a trace. */
export function sayingHost(traced: TracedRun): TracedRun {
  return { ...traced, assumptions: [...traced.assumptions, ...profiledHost(traced.run)] };
}
