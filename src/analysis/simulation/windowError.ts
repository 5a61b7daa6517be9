import type { ErrorBound } from '../../kernel/prediction';
import study from './windowError.json';

const { command, small, large } = study;

/** How far slowdowns of the window are from those of whole launches on the whole GPU. */
export function windowError(isLargeGpu: boolean): ErrorBound {
  const { gpu, window } = isLargeGpu ? large : small;
  return bound(window, isLargeGpu ? 'windows on a slice of the GPU' : 'windows', gpu);
}

/** How far slowdowns of launches on a slice are from those on the whole GPU. */
export function launchError(isLargeGpu: boolean): ErrorBound {
  const { gpu, launches } = isLargeGpu ? large : small;
  return bound(launches, 'launches on a slice of the GPU', gpu);
}

/** How far slowdowns of launches that had half of the SMs of a slice are from those on the whole GPU. */
export const DIVIDED_ERROR = bound(large.divided, 'launches on half of a slice of the GPU', large.gpu);

/** A kernel that is slowed down more than this mostly waits for launches that are longer than its own. */
export const MOSTLY_WAITING = 3;

/** How far slowdowns of launches that were replayed are from those of simulated ones. */
export function replayError(isLargeGpu: boolean, slowdown: number): ErrorBound {
  const { gpu, replays, waits } = isLargeGpu ? large : small;
  return slowdown > MOSTLY_WAITING
    ? bound(waits, `slowdowns above ${MOSTLY_WAITING} of launches that were replayed`, gpu, WHOLE_ON_SLICE)
    : bound(replays, `slowdowns up to ${MOSTLY_WAITING} of launches that were replayed`, gpu, WHOLE_ON_SLICE);
}

/** Whole launches were simulated: what is left is the error of the simulator itself. */
export const FULL_RUN: ErrorBound = {
  metric: null,
  evidence:
    'Whole launches were simulated; docs/simulator-validation.md says how far the simulator can be trusted.',
};

const WHOLE_ON_SLICE = 'whole launches on the same slice of the GPU';

interface Errors {
  readonly mean: number;
  readonly worst: number;
  readonly slowdowns: number;
}

function bound(
  { mean, worst, slowdowns }: Errors,
  what: string,
  gpu: string,
  against = 'whole launches on the whole GPU',
): ErrorBound {
  const evidence = `${what} against ${against}, ${slowdowns} slowdowns on ${gpu} (${command})`;
  return { metric: 'errSD', mean, worst, evidence };
}
