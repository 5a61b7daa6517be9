import type { ErrorBound } from '../../kernel/prediction';
import study from './windowError.json';
import { message, type Message } from '../../kernel/message';

const { command, small, large } = study;

/** How far slowdowns of the window are from those of whole launches on the whole GPU. */
export function windowError(isLargeGpu: boolean): ErrorBound {
  const { gpu, window } = isLargeGpu ? large : small;
  return bound(
    window,
    isLargeGpu ? message('analysis.runs.windowsOnSlice') : message('analysis.runs.windows'),
    gpu,
  );
}

/** How far slowdowns of launches on a slice are from those on the whole GPU. */
export function launchError(isLargeGpu: boolean): ErrorBound {
  const { gpu, launches } = isLargeGpu ? large : small;
  return bound(launches, message('analysis.runs.launchesOnSlice'), gpu);
}

/** How far slowdowns of launches that had half of the SMs of a slice are from those on the whole GPU. */
export const DIVIDED_ERROR = bound(large.divided, message('analysis.runs.launchesOnHalf'), large.gpu);

/** A kernel that is slowed down more than this mostly waits for launches that are longer than its own. */
export const MOSTLY_WAITING = 3;

/** How far slowdowns of launches that were replayed are from those of simulated ones. */
export function replayError(isLargeGpu: boolean, slowdown: number): ErrorBound {
  const { gpu, replays, waits } = isLargeGpu ? large : small;
  return slowdown > MOSTLY_WAITING
    ? bound(waits, message('analysis.runs.replayedAbove', { limit: MOSTLY_WAITING }), gpu, WHOLE_ON_SLICE)
    : bound(replays, message('analysis.runs.replayedUpTo', { limit: MOSTLY_WAITING }), gpu, WHOLE_ON_SLICE);
}

const WHOLE_ON_SLICE = message('analysis.runs.wholeOnSlice');

interface Errors {
  readonly mean: number;
  readonly worst: number;
  readonly slowdowns: number;
}

function bound(
  { mean, worst, slowdowns }: Errors,
  what: Message,
  gpu: string,
  against = message('analysis.runs.whole'),
): ErrorBound {
  const evidence = message('analysis.comparedRuns', { what, against, slowdowns, gpu, command });
  return { metric: 'errSD', mean, worst, evidence };
}
