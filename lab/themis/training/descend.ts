import { Adam } from '../../../src/stats/adam';
import type { DenseNetwork } from '../../../src/stats/denseNetwork';
import type { RandomStream } from '../../../src/stats/random';
import type { FittedNetwork } from '../../../src/predictors/themis/model/slowdownNetwork';
import { networkInputs, type Preparation } from './encodedSamples';
import type { SampleMatrix } from './samples';
import { SlowdownLoss } from './slowdownLoss';

export interface FitOptions {
  readonly seed: number;
  readonly batch: number;
  readonly rate: number;
  /** Passes over the samples; the rate falls to nothing along a cosine over them. */
  readonly epochs: number;
  /** Ends after this pass of the schedule; default its last. */
  readonly stopAfter?: number;
}

export const DEFAULT_FIT: Omit<FitOptions, 'seed'> = { batch: 64, rate: 0.005, epochs: 150 };

/** What a network needs to read samples. */
export type Reading = Preparation & Pick<FittedNetwork, 'logarithms' | 'shape'>;

/** @throws RangeError without samples */
export function lossOver(network: DenseNetwork, reading: Reading, samples: SampleMatrix): SlowdownLoss {
  if (samples.count === 0) throw new RangeError('there are no samples to learn from');
  return new SlowdownLoss(network, networkInputs(samples, reading), samples, reading.logarithms);
}

/** Passes over shuffled batches with Adam; `afterPass` is called after each with its number. */
export function descend(
  network: DenseNetwork,
  loss: SlowdownLoss,
  { batch, rate, epochs, stopAfter = epochs }: FitOptions,
  random: RandomStream,
  afterPass: (epoch: number) => void,
): void {
  const adam = new Adam(network.parameters, { rate });
  const order = Uint32Array.from({ length: loss.count }, (_, i) => i);
  for (let epoch = 1; epoch <= stopAfter; epoch++) {
    shuffle(order, random);
    const rateScale = 0.5 * (1 + Math.cos((Math.PI * (epoch - 1)) / epochs));
    for (let from = 0; from < order.length; from += batch) {
      loss.withGradient(order.subarray(from, from + batch));
      adam.step(loss.gradient, rateScale);
    }
    afterPass(epoch);
  }
}

function shuffle(order: Uint32Array, random: RandomStream): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    const value = order[i]!;
    order[i] = order[other]!;
    order[other] = value;
  }
}
