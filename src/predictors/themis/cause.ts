import type { SlowdownCause } from '../../kernel/prediction';
import type { Pressure } from './events';
import type { CounterRates } from '../counting/rates';
import type { SlowdownFactors } from '../forecast';
import type { SlowdownModel } from './slowdownModel';

/** A slowdown below this is not worth a cause. */
const NOTABLE = 1.03;

/**
 * The resource that causes most of a slowdown. Between cache and bandwidth the model itself is asked: what the
 * co-runners' traffic in DRAM adds to their accesses of the L2 cache, against what these cost by themselves. (The
 * other way round would leave traffic in DRAM without the accesses that it comes from. Nor is the model asked for no
 * pressure at all, which it has never learned: interference is then 1.)
 *
 * @param parts what is told of the application, where that is not what the model makes of these events
 */
export function causeOf(
  model: SlowdownModel,
  smFraction: number,
  own: CounterRates,
  coRunners: Pressure,
  parts: SlowdownFactors = model.predict(smFraction, own, coRunners),
): SlowdownCause {
  const { scalability, interference } = parts;
  if (scalability * interference < NOTABLE) return 'nothing';
  if (scalability >= interference) return 'fewer SMs';
  const beside = (pressure: Pressure): number => model.predict(smFraction, own, pressure).interference;
  const inCache = beside({ ...coRunners, l2Misses: 0, memoryBandwidth: 0 });
  return beside(coRunners) - inCache > inCache - 1 ? 'DRAM bandwidth' : 'L2 cache';
}
