import type {
  MappedQuestion,
  YieldedPlaces,
  YieldEffect,
  YieldMap,
  YieldSearchQuestion,
  YieldTrial,
} from '../../yieldSearchPort';

/** A question whose search was checked to have its map. */
export interface QuestionWithMap extends YieldSearchQuestion {
  readonly map: YieldMap;
}

/** @throws RangeError without a map: whoever asks looks at `needsMap` first */
export function withMap({ map, ...question }: MappedQuestion): QuestionWithMap {
  if (map === null) throw new RangeError('this search needs a map');
  return { ...question, map };
}

/** All configurations, by blocks and then SMs. */
export function configurations({ sms, blocks }: YieldedPlaces): YieldedPlaces[] {
  return Array.from({ length: sms * blocks }, (_, at) => ({
    sms: 1 + (at % sms),
    blocks: 1 + Math.floor(at / sms),
  }));
}

/** What a map holds best at a target: most throughput where it is kept, else least latency. */
export function bestOfMap(map: YieldMap, most: YieldedPlaces, qos: number): YieldedPlaces {
  let best: YieldedPlaces = most;
  let bestEffect = map(most);
  for (const places of configurations(most)) {
    const effect = map(places);
    if (isBetter(effect, bestEffect, qos)) [best, bestEffect] = [places, effect];
  }
  return best;
}

/** Tests whether one effect is better at a target: kept before missed, then throughput, or latency while missed. */
export function isBetter(one: YieldEffect, other: YieldEffect, qos: number): boolean {
  const [kept, otherKept] = [one.latency <= qos, other.latency <= qos];
  if (kept !== otherKept) return kept;
  return kept ? one.throughput > other.throughput : one.latency < other.latency;
}

/** The better of what was found; null where neither keeps the target. */
export function betterKept(trials: readonly (YieldTrial | null)[], qos: number): YieldTrial | null {
  const kept = trials.filter((trial) => trial !== null).filter(({ latency }) => latency <= qos);
  const [best] = kept.sort((a, b) => b.throughput - a.throughput);
  return best ?? null;
}
