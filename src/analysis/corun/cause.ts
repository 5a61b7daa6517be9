import type { Pressure, ThemisEvents } from '../../predictors/themis/events';
import type { SlowdownModel } from '../../predictors/themis/slowdownModel';

/** What an application loses most to. */
export type SlowdownCause = 'fewer SMs' | 'L2 cache' | 'DRAM bandwidth' | 'nothing';

/** A slowdown below this is not worth a cause. */
const NOTABLE = 1.03;

/**
 * The resource that causes most of a slowdown. Between cache and bandwidth the model itself is asked: the one
 * without whose pressure it predicts the smaller interference.
 */
export function causeOf(
  model: SlowdownModel,
  smFraction: number,
  own: ThemisEvents,
  coRunners: Pressure,
): SlowdownCause {
  const { scalability, interference } = model.predict(smFraction, own, coRunners);
  if (scalability < NOTABLE && interference < NOTABLE) return 'nothing';
  if (scalability >= interference) return 'fewer SMs';
  const without = (part: Partial<Pressure>): number =>
    model.predict(smFraction, own, { ...coRunners, ...part }).interference;
  const withoutCache = without({ l2Accesses: 0 });
  const withoutBandwidth = without({ l2Misses: 0, memoryBandwidth: 0 });
  return withoutCache < withoutBandwidth ? 'L2 cache' : 'DRAM bandwidth';
}
