import type { Origin } from '../../kernel/origin';
import type { Prediction } from '../../kernel/prediction';
import { endsInTurns, MEASURED_TURNS } from '../../timeline/timeSlices';
import { endsTogether } from '../endsTogether';
import { errorOf, startedVerdictOnCard, type StartedTogether } from '../overlapVerdict';
import { addedSlowdown, errorOfAdded } from './addedCosts';
import type { Contender, WayTimes } from './way';

/** The answer for each contender beside each other one, `answers[of][beside]`; null beside itself. */
export type PairAnswers = readonly (readonly (Prediction | null)[])[];

/** Times alone of all; null while one is not known. */
export function soloTimes(contenders: readonly Contender[]): readonly number[] | null {
  const times = contenders.flatMap(({ soloNs }) => soloNs ?? []);
  return times.length === contenders.length ? times : null;
}

/** One after the other, in their order. */
export function serialTimes(solo: readonly number[]): WayTimes {
  let end = 0;
  const ends = solo.map((ns) => (end += ns));
  return timesOf(solo, ends, null, 0);
}

/**
 * How many times as long kernels take in turns of the whole GPU while so many have work that lasts for many turns: the
 * others have their share of the time, and a tenth goes into passing it on.
 */
export const turnsSlowdown = (contenders: number): number =>
  contenders < 2 ? 1 : contenders * (1 + (SWITCH_NS + 2 * MOVE_NS) / SLICE_NS);

const { sliceNs: SLICE_NS, switchNs: SWITCH_NS, moveNs: MOVE_NS } = MEASURED_TURNS;

/** Turns of the whole GPU while several have work. How far off that is on another GPU, nobody knows. */
export function slicedTimes(solo: readonly number[]): WayTimes {
  return timesOf(solo, endsInTurns(solo), 'assumed', null);
}

/** Side by side where each can use the whole GPU: the last one has it to itself. */
export function togetherTimes(solo: readonly number[], answers: PairAnswers): WayTimes {
  const ends = endsTogether(solo, (at, running) =>
    addedSlowdown(
      1,
      others(running, at).map((beside) => answers[at]![beside]!.slowdown - 1),
    ),
  );
  return putTogether(solo, ends, answers);
}

/**
 * Side by side, each on a part of the GPU that stays its own: whoever is left keeps its SMs, and loses only the
 * interference of those that still run. Answers are of halves: what they cost of SMs is added up as well.
 */
export function dividedTimes(solo: readonly number[], answers: PairAnswers): WayTimes {
  const all = solo.map((_, at) => at);
  const ofSms = (at: number, beside: number): number => {
    const { parts, slowdown } = answers[at]![beside]!;
    return parts['scalability'] ?? slowdown;
  };
  const ends = endsTogether(solo, (at, running) =>
    addedSlowdown(1, [
      ...others(all, at).map((beside) => ofSms(at, beside) - 1),
      ...others(running, at).map((beside) => answers[at]![beside]!.slowdown - ofSms(at, beside)),
    ]),
  );
  return putTogether(solo, ends, answers);
}

/** Both as they were started together in a simulation, whole or on SMs of their own. */
export function startedTimes(solo: readonly [number, number], run: StartedTogether): WayTimes {
  const { endsNs, error } = startedVerdictOnCard(solo, run);
  return timesOf(solo, endsNs, 'simulated', error);
}

const others = (places: readonly number[], at: number): readonly number[] =>
  places.filter((place) => place !== at);

function putTogether(solo: readonly number[], ends: readonly number[], answers: PairAnswers): WayTimes {
  const used = answers.flatMap((row) => row.flatMap((one) => one ?? []));
  return timesOf(solo, ends, weakest(used), errorOfAdded(solo.length, errorOf(...used), used));
}

/** Ends of all as times of a way. */
export function timesOf(
  solo: readonly number[],
  endsNs: readonly number[],
  origin: Origin | null,
  error: number | null,
): WayTimes {
  return {
    endsNs,
    finishNs: Math.max(...endsNs),
    slowdowns: endsNs.map((end, at) => end / solo[at]!),
    origin,
    error,
  };
}

const BEST_FIRST: readonly Origin[] = ['measured', 'simulated', 'predicted', 'assumed'];

/** The origin that is worth least; that of a measurement where there is none. */
export function weakest(known: readonly { readonly origin: Origin }[]): Origin {
  return BEST_FIRST[Math.max(0, ...known.map(({ origin }) => BEST_FIRST.indexOf(origin)))]!;
}
