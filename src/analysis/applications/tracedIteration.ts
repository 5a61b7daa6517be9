import type { GpuSpec } from '../../kernel/gpuSpec';
import { message } from '../../kernel/message';
import type { ProfileFile } from '../../kernel/profile';
import type { SoloRun } from '../../predictors/latencyPort';
import { tracePeriod, type TraceIteration } from '../traces/traceUnit';
import { withHostAfter } from './hostAfter';
import { atPace, hostPace } from './hostPace';
import { tracedRun, type TracedRun, type TracedRunOptions } from './soloRun';

/** What a traced program runs again and again. */
export interface TracedIteration extends TracedRun {
  /** Null where nothing repeats, so that it is the whole trace. */
  readonly iteration: TraceIteration | null;
}

/**
 * The typical iteration of a trace, with what its host does until the next one begins.
 *
 * @throws InputError that names the file when it is no trace, or a kernel of it fits no SM
 */
export function tracedIteration(
  file: ProfileFile,
  gpu: GpuSpec,
  options: Omit<TracedRunOptions, 'unit'> = {},
): TracedIteration {
  const unit = tracePeriod(file);
  const traced = tracedRun(file, gpu, { ...options, unit });
  const { iteration } = unit;
  if (iteration === null) {
    const whole = message('analysis.coRun.wholeTrace', { path: file.path });
    return { ...traced, iteration, assumptions: [whole, ...traced.assumptions] };
  }
  const { idleAfterNs } = iteration;
  return {
    ...onBoth(traced, (run) => withHostAfter(run, idleAfterNs)),
    iteration,
    measuredNs: traced.measuredNs + idleAfterNs,
  };
}

/**
 * With the host as fast as it is without a profiler.
 *
 * @param measuredNs time of an iteration alone without one
 * @param aloneNs that of a run as replayed
 */
export function withoutProfiler<T extends TracedRun>(
  traced: T,
  measuredNs: number,
  aloneNs: (run: SoloRun) => number,
): T {
  const pace = hostPace(traced.run, measuredNs, aloneNs);
  return { ...onBoth(traced, (run) => ({ ...atPace(run, pace), isAtPace: true })), measuredNs };
}

/** With the host's work so many times as long as in the trace. */
export function withHost<T extends TracedRun>(traced: T, pace: number): T {
  return onBoth(traced, (run) => atPace(run, pace));
}

/** Both the run and the one with pageable copies. */
function onBoth<T extends TracedRun>(traced: T, change: (run: SoloRun) => SoloRun): T {
  const { run, pageable } = traced;
  return { ...traced, run: change(run), pageable: pageable === null ? null : change(pageable) };
}
