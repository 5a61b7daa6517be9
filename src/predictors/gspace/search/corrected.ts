import type { YieldedPlaces, YieldEffect, YieldMap, YieldSearch, YieldTrial } from '../../yieldSearchPort';
import { bestOfMap, betterKept, configurations, isBetter, withMap, type QuestionWithMap } from './mapped';

/** How far a trial tells of others, in shares of all SMs and all blocks. */
const REACH = 0.25;
/** Weight of the mean correction beside those of trials nearby, which have up to 1. */
const MEAN_WEIGHT = 0.1;
/** What is taken of a trial that was given up, in targets. */
const GIVEN_UP = 3;
/** So many trials at most before the last look around. */
const MOST_TRIALS = 24;

/**
 * Ours: each trial corrects the map, most where it was and a little everywhere, and the best of the corrected map is tried
 * next, until that is one that is known. Who has less than a trial that missed the target is not tried. At the end
 * fewer SMs and then fewer blocks are tried.
 */
export const correctedSearch: YieldSearch = {
  id: 'corrected',
  needsMap: true,
  search: (question) => {
    const asked = withMap(question);
    return searchedFrom(asked, [asked.tried(bestOfMap(asked.map, asked.most, asked.qos))]);
  },
};

/** @param first trials that correct the map before anything else is tried, at least one */
export function searchedFrom(question: QuestionWithMap, first: readonly YieldTrial[]): YieldTrial | null {
  const trials = correctedTrials(question, first);
  const best = betterKept(trials, question.qos);
  return best === null ? lastResort(question, trials) : trimmed(question, best, trials);
}

function correctedTrials(question: QuestionWithMap, first: readonly YieldTrial[]): YieldTrial[] {
  const { tried } = question;
  const trials = [...first];
  while (trials.length < MOST_TRIALS) {
    const next = bestUntried(corrected(question, trials), question, trials);
    if (next === null) break;
    trials.push(tried(next));
  }
  return trials;
}

/** What a corrected map holds best, where that was not tried; null where the best is known. */
function bestUntried(
  map: YieldMap,
  { most, qos }: QuestionWithMap,
  trials: readonly YieldTrial[],
): YieldedPlaces | null {
  const missed = trials.filter(({ latency }) => latency > qos).map(({ places }) => places);
  const open = configurations(most).filter(
    (one) => !missed.some(({ sms, blocks }) => one.sms <= sms && one.blocks <= blocks),
  );
  const known = betterKept(trials, qos);
  let best: (YieldEffect & { readonly places: YieldedPlaces }) | null = known;
  for (const places of open) {
    const effect = { ...map(places), places };
    if (best === null || isBetter(effect, best, qos)) best = effect;
  }
  if (best === null) return null;
  const next = best.places;
  return trials.some(({ places }) => isSame(places, next)) ? null : next;
}

/** The map as trials have corrected it: latency by a factor, throughput by a sum. */
function corrected({ map, most, qos }: QuestionWithMap, trials: readonly YieldTrial[]): YieldMap {
  const points = trials.map(({ places, latency, throughput }) => {
    const told = map(places);
    const real = Number.isFinite(latency) ? latency : GIVEN_UP * qos;
    return { places, latency: Math.log(real / told.latency), throughput: throughput - told.throughput };
  });
  const mean = weighted(points.map((point) => ({ ...point, weight: 1 })));
  return (places) => {
    const near = points.map((point) => ({ ...point, weight: nearness(places, point.places, most) }));
    const off = weighted([...near, { ...mean, weight: MEAN_WEIGHT }]);
    const told = map(places);
    return { latency: told.latency * Math.exp(off.latency), throughput: told.throughput + off.throughput };
  };
}

function weighted(points: readonly { latency: number; throughput: number; weight: number }[]): YieldEffect {
  const total = points.reduce((sum, { weight }) => sum + weight, 0);
  return {
    latency: points.reduce((sum, { latency, weight }) => sum + latency * weight, 0) / total,
    throughput: points.reduce((sum, { throughput, weight }) => sum + throughput * weight, 0) / total,
  };
}

/** 1 at the same place, falling as a bell with the distance in shares. */
function nearness(a: YieldedPlaces, b: YieldedPlaces, most: YieldedPlaces): number {
  const x = (a.sms - b.sms) / most.sms;
  const y = (a.blocks - b.blocks) / most.blocks;
  return Math.exp(-(x * x + y * y) / (2 * REACH * REACH));
}

/** Gives fewer SMs and then fewer blocks as long as the target is kept and more is left. */
function trimmed(question: QuestionWithMap, from: YieldTrial, trials: readonly YieldTrial[]): YieldTrial {
  return withFewer('blocks', question, withFewer('sms', question, from, trials), trials);
}

/**
 * Less of one kind by steps that double, from what keeps the target to what misses it, and by halves between the two:
 * where the map was right the first step misses.
 */
function withFewer(
  kind: keyof YieldedPlaces,
  { qos, tried }: QuestionWithMap,
  from: YieldTrial,
  trials: readonly YieldTrial[],
): YieldTrial {
  const other = kind === 'sms' ? 'blocks' : 'sms';
  const missed = trials.filter(
    ({ latency, places }) =>
      latency > qos && places[other] >= from.places[other] && places[kind] < from.places[kind],
  );
  let best = from;
  let kept = from.places[kind];
  let below = Math.max(0, ...missed.map(({ places }) => places[kind]));
  for (let step = 1; kept - below > 1; step = Math.min(2 * step, Math.ceil((kept - below) / 2))) {
    const trial = tried({ ...best.places, [kind]: kept - Math.min(step, kept - below - 1) });
    if (trial.latency > qos) below = trial.places[kind];
    else kept = trial.places[kind];
    if (isBetter(trial, best, qos)) best = trial;
  }
  return best;
}

/** All that can be given, where nothing else kept the target. */
function lastResort({ most, qos, tried }: QuestionWithMap, trials: readonly YieldTrial[]): YieldTrial | null {
  return betterKept([...trials, tried(most)], qos);
}

const isSame = (a: YieldedPlaces, b: YieldedPlaces): boolean => a.sms === b.sms && a.blocks === b.blocks;
