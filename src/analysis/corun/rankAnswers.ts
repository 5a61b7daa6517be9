import type { Origin } from '../../kernel/origin';
import type { Prediction, SharingMode } from '../../kernel/prediction';
import { meanError } from './choosePredictor';

const ORIGINS: readonly Origin[] = ['measured', 'simulated', 'predicted', 'assumed'];

/**
 * Answers for one pair, best first: those for the chosen sharing mode before others, then by evidence (measured,
 * simulated, predicted, assumed), then by the predictor's own error. This is the only place that decides.
 */
export function rankAnswers(answers: readonly Prediction[], mode: SharingMode): Prediction[] {
  return answers.toSorted((a, b) => fitOf(a, mode) - fitOf(b, mode) || byEvidence(a, b));
}

/** Order of answers to one question: the best evidence first, then the least error. */
export function byEvidence(a: Prediction, b: Prediction): number {
  return ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin) || compareErrors(meanError(a), meanError(b));
}

/** The first of ranked answers, unless it is about SMs divided otherwise than the mode has it. */
export function shownAnswer(ranked: readonly Prediction[], mode: SharingMode): Prediction | null {
  const [first] = ranked;
  return first !== undefined && fitOf(first, mode) < OTHERWISE_DIVIDED ? first : null;
}

const OTHERWISE_DIVIDED = 2;

function fitOf({ mode, split }: Prediction, chosen: SharingMode): number {
  if (mode === chosen) return 0;
  return split === undefined ? 1 : OTHERWISE_DIVIDED;
}

/** Infinity, for no known error, equals itself. */
function compareErrors(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
