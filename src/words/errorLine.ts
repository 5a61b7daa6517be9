import type { ErrorBound } from '../kernel/prediction';
import { words } from './words';
import { say } from './say';

/** A predictor's own error in one line. */
export function errorLine(error: ErrorBound): string {
  if (error.metric === null) return words(error.evidence);
  const { mean, worst, evidence } = error;
  return say('summary.error', { mean, worst, evidence });
}
