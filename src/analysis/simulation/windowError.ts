import type { ErrorBound } from '../../kernel/prediction';
import study from './windowError.json';

const { command, small, large } = study;

/** How far slowdowns of the window are from those of whole launches on the whole GPU. */
export function windowError(isLargeGpu: boolean): ErrorBound {
  const { gpu, window } = isLargeGpu ? large : small;
  return bound(window, isLargeGpu ? 'windows on a slice of the GPU' : 'windows', gpu);
}

/** How far slowdowns of launches that were cut or ran on a slice are from those of whole ones on the whole GPU. */
export function launchError(isLargeGpu: boolean): ErrorBound {
  const { gpu, launches } = isLargeGpu ? large : small;
  return bound(launches, 'launches on a slice of the GPU, the longest of them cut,', gpu);
}

/** Whole launches were simulated: what is left is the error of the simulator itself. */
export const FULL_RUN: ErrorBound = {
  metric: null,
  evidence:
    'Whole launches were simulated; docs/simulator-validation.md says how far the simulator can be trusted.',
};

interface Errors {
  readonly mean: number;
  readonly worst: number;
  readonly slowdowns: number;
}

function bound({ mean, worst, slowdowns }: Errors, what: string, gpu: string): ErrorBound {
  const evidence = `${what} against whole launches on the whole GPU, ${slowdowns} slowdowns on ${gpu} (${command})`;
  return { metric: 'errSD', mean, worst, evidence };
}
