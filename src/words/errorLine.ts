import type { ErrorBound } from '../kernel/prediction';
import { percent } from './format';
import { words } from './words';

/** A predictor's own error in one line. */
export function errorLine(error: ErrorBound): string {
  if (error.metric === null) return words(error.evidence);
  const { metric, mean, worst, evidence } = error;
  return `error (${metric}): mean ${percent(mean)}, worst ${percent(worst)}: ${words(evidence)}`;
}
