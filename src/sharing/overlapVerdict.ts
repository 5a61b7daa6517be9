import type { Prediction } from '../kernel/prediction';

/** Closer than this to each other, running together and one after the other make no difference. */
const NO_DIFFERENCE = 0.05;

/** One of two kernels: how long it takes alone, and what it suffers beside the other. */
export interface OverlapSide {
  readonly soloNs: number;
  readonly answer: Pick<Prediction, 'slowdown' | 'origin' | 'error'>;
}

/** Whether two kernels should run at the same time. */
export type OverlapWord = 'overlap' | 'apart' | 'same' | 'unknown';

/** Two kernels together against one after the other. */
export interface OverlapVerdict {
  readonly word: OverlapWord;
  readonly serialNs: number;
  readonly togetherNs: number;
  /** When each of both ends that starts with the other. */
  readonly endsNs: readonly [number, number];
  /** Typical error of `togetherNs` as a share of it; null where no validation tells. */
  readonly error: number | null;
}

/**
 * The verdict on two launches that start together: while both run each goes on at 1 / slowdown of its pace alone, and
 * what is left of the longer one then runs alone. A word for either way needs a difference above the error.
 */
export function overlapVerdict(a: OverlapSide, b: OverlapSide): OverlapVerdict {
  const serialNs = a.soloNs + b.soloNs;
  const endsNs = endsTogether(a, b);
  const togetherNs = Math.max(...endsNs);
  const error = errorOf(a.answer, b.answer);
  return {
    word: wordOf(togetherNs / serialNs - 1, error, [a.answer, b.answer]),
    serialNs,
    togetherNs,
    endsNs,
    error,
  };
}

/** A side of which only its pace matters. */
interface Pace {
  readonly soloNs: number;
  readonly answer: { readonly slowdown: number };
}

/**
 * Ends of two launches that start together: the shorter one is slowed down all the way; what is left of the other one
 * then runs alone.
 */
export function endsTogether(a: Pace, b: Pace): readonly [number, number] {
  const [endOfA, endOfB] = [a.soloNs * a.answer.slowdown, b.soloNs * b.answer.slowdown];
  const first = Math.min(endOfA, endOfB);
  return [first + a.soloNs * (1 - first / endOfA), first + b.soloNs * (1 - first / endOfB)];
}

/** The larger of both errors; null where one is not known. */
export function errorOf(...answers: readonly OverlapSide['answer'][]): number | null {
  const means = answers.map(({ error }) => (error.metric === null ? null : error.mean));
  return means.every((mean) => mean !== null) ? Math.max(...means) : null;
}

function wordOf(
  difference: number,
  error: number | null,
  answers: readonly OverlapSide['answer'][],
): OverlapWord {
  const isRun = answers.every(({ origin }) => origin === 'measured' || origin === 'simulated');
  if (error === null && !isRun) return 'unknown';
  const least = Math.max(NO_DIFFERENCE, error ?? 0);
  if (Math.abs(difference) > least) return difference < 0 ? 'overlap' : 'apart';
  return Math.abs(difference) <= NO_DIFFERENCE && (error ?? 0) <= NO_DIFFERENCE ? 'same' : 'unknown';
}
