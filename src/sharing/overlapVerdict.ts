import type { Origin } from '../kernel/origin';
import type { Prediction } from '../kernel/prediction';
import { endsTogether } from './endsTogether';

/** Closer than this to each other, running together and one after the other make no difference. */
const NO_DIFFERENCE = 0.05;

/**
 * How far the time together that is reckoned of relaunched kernels is from that of two launches that start together,
 * the mean over 69 pairs (docs/verdicts.md).
 */
const RELAUNCHED_ERROR = 0.044;

/**
 * How far times of launches started together were from those of a card, in the mean of so many pairs, as a share of the
 * time of the shorter launch, which is the most that can be saved (docs/verdicts.md).
 */
export const STARTED_ON_CARD = { gpu: 'H100', pairs: 80, share: 0.17 } as const;

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

/** What two launches did that started at once and ran until both had ended. */
export interface StartedTogether {
  /** Time that is saved against one after the other, over that of the shorter one alone; negative where it is lost. */
  readonly saved: number;
  /** Their ends as shares of the time together. */
  readonly ends: readonly [number, number];
  /** Typical error of the time together as a share of it; null where both ran whole on the whole GPU. */
  readonly error: number | null;
}

/**
 * The verdict on two launches that were started together. What is saved is a part of the shorter one, so that it holds
 * for other times alone than those simulated.
 *
 * @param soloNs of both alone
 */
export function startedVerdict(soloNs: readonly [number, number], run: StartedTogether): OverlapVerdict {
  const serialNs = soloNs[0] + soloNs[1];
  const togetherNs = serialNs - run.saved * Math.min(...soloNs);
  const endOf = (at: 0 | 1): number => Math.max(run.ends[at] * togetherNs, Math.min(soloNs[at], togetherNs));
  const { error } = run;
  return {
    word: overlapWord(togetherNs / serialNs - 1, error, true),
    serialNs,
    togetherNs,
    endsNs: [endOf(0), endOf(1)],
    error,
  };
}

/** The verdict on two launches that were started together, with the error that a card shows where that is more. */
export function startedVerdictOnCard(
  soloNs: readonly [number, number],
  run: StartedTogether,
): OverlapVerdict {
  const { togetherNs } = startedVerdict(soloNs, run);
  const onCard = (STARTED_ON_CARD.share * Math.min(...soloNs)) / togetherNs;
  return startedVerdict(soloNs, { ...run, error: Math.max(run.error ?? 0, onCard) });
}

/**
 * The verdict on two launches that start together: while both run each goes on at 1 / slowdown of its pace alone, and
 * what is left of the longer one then runs alone. A word for either way needs a difference above the error.
 */
export function overlapVerdict(a: OverlapSide, b: OverlapSide): OverlapVerdict {
  const serialNs = a.soloNs + b.soloNs;
  const sides = [a, b];
  const ends = endsTogether([a.soloNs, b.soloNs], (at, { length }) =>
    length > 1 ? sides[at]!.answer.slowdown : 1,
  );
  const endsNs = [ends[0]!, ends[1]!] as const;
  const togetherNs = Math.max(...endsNs);
  const error = reckonedError(a.answer, b.answer);
  return {
    word: overlapWord(togetherNs / serialNs - 1, error, [a.answer, b.answer].every(isRun)),
    serialNs,
    togetherNs,
    endsNs,
    error,
  };
}

/** The largest of the errors; null where one is not known. */
export function errorOf(...answers: readonly OverlapSide['answer'][]): number | null {
  const means = answers.map(({ error }) => (error.metric === null ? null : error.mean));
  return means.every((mean) => mean !== null) ? Math.max(...means) : null;
}

/** Of the time together as it is reckoned: also exact simulated slowdowns are those of launches that follow each other. */
export function reckonedError(...answers: readonly OverlapSide['answer'][]): number | null {
  if (answers.every(({ origin }) => origin !== 'simulated')) return errorOf(...answers);
  return answers.every(isRun) ? Math.max(RELAUNCHED_ERROR, errorOf(...answers) ?? 0) : errorOf(...answers);
}

/** Whether a card or the simulator was asked, rather than a predictor. */
export const isRun = ({ origin }: { readonly origin: Origin | null }): boolean =>
  origin === 'measured' || origin === 'simulated';

/**
 * What a difference says, running together over one after the other, less one.
 *
 * @param error typical error of the difference; null where none is known
 * @param isOfRuns whether it comes of runs, so that it says something without a known error
 */
export function overlapWord(difference: number, error: number | null, isOfRuns: boolean): OverlapWord {
  if (error === null && !isOfRuns) return 'unknown';
  const least = Math.max(NO_DIFFERENCE, error ?? 0);
  if (Math.abs(difference) > least) return difference < 0 ? 'overlap' : 'apart';
  return Math.abs(difference) <= NO_DIFFERENCE && (error ?? 0) <= NO_DIFFERENCE ? 'same' : 'unknown';
}
