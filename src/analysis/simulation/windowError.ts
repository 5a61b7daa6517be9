import type { ErrorBound } from '../../kernel/prediction';
import study from './windowError.json';

const { command, gpu, window, part } = study;

/** How far slowdowns of the window are from those of whole launches. */
export const WINDOW_ERROR: ErrorBound = {
  metric: 'errSD',
  mean: window.mean,
  worst: window.worst,
  evidence: `windows against whole launches, ${window.slowdowns} slowdowns on ${gpu} (${command})`,
};

/** How far slowdowns of the first blocks are from those of whole launches. */
export const PART_ERROR: ErrorBound = {
  metric: 'errSD',
  mean: part.mean,
  worst: part.worst,
  evidence: `a quarter of the blocks against whole launches, ${part.slowdowns} slowdowns on ${gpu} (${command})`,
};

/** Whole launches were simulated: what is left is the error of the simulator itself. */
export const FULL_RUN: ErrorBound = {
  metric: null,
  evidence:
    'Whole launches were simulated; docs/simulator-validation.md says how far the simulator can be trusted.',
};
