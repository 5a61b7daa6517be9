import type { Origin } from '../../kernel/origin';
import type { Prediction } from '../../kernel/prediction';
import { endsTogether, errorOf, startedVerdict, type StartedTogether } from '../overlapVerdict';
import type { Contender, WayTimes } from './way';

/** Slowdown of each beside the other. */
export type PairAnswers = readonly [Prediction, Prediction];

/** Two numbers, one of each contender. */
export type Two = readonly [number, number];

/** Times alone of both; null while one is not known. */
export function soloTimes([a, b]: readonly [Contender, Contender]): Two | null {
  return a.soloNs === null || b.soloNs === null ? null : [a.soloNs, b.soloNs];
}

/** One after the other, in their order. */
export function serialTimes(solo: Two): WayTimes {
  return timesOf(solo, [solo[0], solo[0] + solo[1]], null, 0);
}

/**
 * How much longer two that have work take in turns of the whole GPU: half of the time is the other one's, and a tenth
 * goes into switching. On an H100 21 pairs of processes that launch kernels again and again took 2.16 to 2.25 times as
 * long (`lab/data/h100_coruns.json`).
 */
export const TURNS_SLOWDOWN = 2.2;

/** Turns of the whole GPU while both have work. How far off that is on another GPU or with few launches, nobody knows. */
export function slicedTimes(solo: Two): WayTimes {
  const ends = endsTogether(sideOf(solo[0], TURNS_SLOWDOWN), sideOf(solo[1], TURNS_SLOWDOWN));
  return timesOf(solo, ends, 'assumed', null);
}

/** Side by side where each can use the whole GPU: what is left of the longer one has it to itself. */
export function togetherTimes(solo: Two, answers: PairAnswers): WayTimes {
  const [a, b] = answers;
  const ends = endsTogether(sideOf(solo[0], a.slowdown), sideOf(solo[1], b.slowdown));
  return timesOf(solo, ends, weakest(answers), errorOf(a, b));
}

/**
 * Side by side, each on a part of the GPU that stays its own: what is left of the longer one keeps its SMs, and loses
 * only the interference of the other.
 */
export function dividedTimes(solo: Two, answers: PairAnswers): WayTimes {
  const [endOfA, endOfB] = [solo[0] * answers[0].slowdown, solo[1] * answers[1].slowdown];
  const first = Math.min(endOfA, endOfB);
  const rest = (at: 0 | 1, end: number): number =>
    first + solo[at] * (1 - first / end) * (answers[at].parts['scalability'] ?? answers[at].slowdown);
  return timesOf(solo, [rest(0, endOfA), rest(1, endOfB)], weakest(answers), errorOf(...answers));
}

/** Both as they were started together in a simulation, whole or on SMs of their own. */
export function startedTimes(solo: Two, run: StartedTogether): WayTimes {
  const { endsNs, error } = startedVerdict(solo, run);
  return timesOf(solo, endsNs, 'simulated', error);
}

const sideOf = (soloNs: number, slowdown: number) => ({ soloNs, answer: { slowdown } });

/** Ends of both as times of a way. */
export function timesOf(solo: Two, endsNs: Two, origin: Origin | null, error: number | null): WayTimes {
  return {
    endsNs,
    finishNs: Math.max(...endsNs),
    slowdowns: [endsNs[0] / solo[0], endsNs[1] / solo[1]],
    origin,
    error,
  };
}

const BEST_FIRST: readonly Origin[] = ['measured', 'simulated', 'predicted', 'assumed'];

/** The origin that is worth least; that of a measurement where there is none. */
export function weakest(known: readonly { readonly origin: Origin }[]): Origin {
  return BEST_FIRST[Math.max(0, ...known.map(({ origin }) => BEST_FIRST.indexOf(origin)))]!;
}
