import { DenseNetwork, parameterCount } from '../../../src/stats/denseNetwork';
import { mean } from '../../../src/stats/means';
import { createRandom } from '../../../src/stats/random';
import type { FittedNetwork } from '../../../src/predictors/themis/model/slowdownNetwork';
import { descend, lossOver, type FitOptions, type Reading } from './descend';
import { widened } from './encodedSamples';
import { joined, MEMBER_SEEDS } from './fitNetwork';
import { matrixOf, type SampleMatrix, type TrainingSample } from './samples';

/** How much the loss on the samples learned from before may grow in an update. */
export const UPDATE_BOUND = 0.1;

/** A network that has learned further samples beside those it knows. */
export interface Update extends FittedNetwork {
  /** Last pass that was taken; 0 when none was within the bound, which leaves the network as it was. */
  readonly epoch: number;
  readonly before: Losses;
  readonly after: Losses;
}

/** Loss of equation 8 without its last term, on the earlier samples and on the added ones; of several networks the mean. */
interface Losses {
  readonly earlier: number;
  readonly added: number;
}

/**
 * Teaches a network added samples, going on from its parameters and replaying all earlier samples, so that
 * nothing is forgotten: of the passes after which the loss on the earlier samples has grown by no more than
 * `UPDATE_BOUND`, the one with the least loss on the added samples is taken. Scales stay; ranges and bounds grow.
 *
 * @throws RangeError without samples of either kind
 */
export function updateNetwork(
  fitted: FittedNetwork,
  earlier: readonly TrainingSample[],
  added: readonly TrainingSample[],
  options: FitOptions,
): Update {
  const all = matrixOf([...earlier, ...added]);
  const reading: FittedNetwork = { ...fitted, ...widened(fitted, all) };
  const sets = { earlier: matrixOf(earlier), added: matrixOf(added), all };
  const length = parameterCount(fitted.shape);
  const members = Array.from({ length: fitted.parameters.length / length }, (_, i) =>
    updateMember(reading, fitted.parameters.slice(i * length, (i + 1) * length), sets, {
      ...options,
      seed: options.seed + MEMBER_SEEDS * i,
    }),
  );
  const meanLoss = (part: 'before' | 'after'): Losses => ({
    earlier: mean(members.map((member) => member[part].earlier)),
    added: mean(members.map((member) => member[part].added)),
  });
  return {
    ...reading,
    parameters: joined(members.map(({ parameters }) => parameters)),
    epoch: Math.max(...members.map(({ epoch }) => epoch)),
    before: meanLoss('before'),
    after: meanLoss('after'),
  };
}

function updateMember(
  reading: Reading,
  parameters: Float64Array,
  sets: { readonly earlier: SampleMatrix; readonly added: SampleMatrix; readonly all: SampleMatrix },
  options: FitOptions,
): {
  readonly parameters: Float64Array;
  readonly epoch: number;
  readonly before: Losses;
  readonly after: Losses;
} {
  const network = new DenseNetwork(reading.shape, parameters);
  const old = lossOver(network, reading, sets.earlier);
  const fresh = lossOver(network, reading, sets.added);
  const measure = (): Losses => ({ earlier: old.ofAll(), added: fresh.ofAll() });
  const before = measure();
  let best = { parameters: parameters.slice(), epoch: 0, before, after: before };
  descend(network, lossOver(network, reading, sets.all), options, createRandom(options.seed), (epoch) => {
    const after = measure();
    if (after.earlier <= (1 + UPDATE_BOUND) * before.earlier && after.added < best.after.added)
      best = { ...best, parameters: network.parameters.slice(), epoch, after };
  });
  return best;
}
