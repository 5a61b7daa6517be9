import type { ErrorBound } from '../../kernel/prediction';

/** How far slowdowns of the window are from those of full runs. */
export const WINDOW_ERROR: ErrorBound = {
  metric: null,
  evidence: 'The window was not yet compared with full runs.',
};

/** How far slowdowns of the first blocks are from those of whole launches. */
export const PART_ERROR: ErrorBound = {
  metric: null,
  evidence: 'The first blocks were not yet compared with whole launches.',
};

/** Whole launches were simulated: what is left is the error of the simulator itself. */
export const FULL_RUN: ErrorBound = {
  metric: null,
  evidence:
    'Whole launches were simulated; docs/simulator-validation.md says how far the simulator can be trusted.',
};
