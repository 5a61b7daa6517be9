import type { AllocationAdvice } from '../corun/allocateSms';
import { percent } from '../text/format';

type Judged = Pick<AllocationAdvice, 'targetsMet' | 'targetsAssured' | 'guard'>;

/** Whether progress targets are met, and how sure that is. */
export function targetsVerdict({ targetsMet, targetsAssured, guard }: Judged): string {
  if (targetsMet !== true) return 'Not all targets can be met.';
  if (guard === null) return 'Every target is met as predicted, no more than even odds.';
  const sure = `about ${guard.confidence} % confidence`;
  return targetsAssured === true
    ? `Every target is met with ${sure}.`
    : `Every target is met as predicted, but not with ${sure}.`;
}

/** Where the confidence comes from; null where there is none. */
export function guardText({ guard }: Pick<Judged, 'guard'>): string | null {
  if (guard === null) return null;
  return `Measured progress reached ${percent(guard.ratio)} of predicted in ${guard.confidence} % of the cases (${guard.evidence}); so much more is aimed at.`;
}
