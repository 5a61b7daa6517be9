import { Adam } from '../../../src/stats/adam';
import { DenseNetwork, initialParameters } from '../../../src/stats/denseNetwork';
import { createRandom } from '../../../src/stats/random';
import type { Classifier, Examples, Family } from './family';

const STEPS = 300;
const RATE = 0.01;

/** Dense networks with rectifiers, trained on cross-entropy by Adam over all examples at once. */
export const neuralNetwork: Family = {
  id: 'neural network',
  settings: [[8], [16, 16]].flatMap((hidden) =>
    [0.001, 0.1].map((decay) => ({
      label: `${hidden.join(' and ')} nodes, L2 ${decay}`,
      fit: (examples: Examples, seed: number) => train(examples, hidden, decay, seed),
    })),
  ),
};

function train(
  { rows, labels }: Examples,
  hidden: readonly number[],
  decay: number,
  seed: number,
): Classifier {
  const shape = { layers: [rows[0]!.length, ...hidden, 1], biases: true, leak: 0.01 };
  const network = new DenseNetwork(shape, initialParameters(shape, createRandom(seed)));
  const adam = new Adam(network.parameters, { rate: RATE });
  const weights = network.weightMask();
  const gradient = new Float64Array(network.parameters.length);
  for (let step = 0; step < STEPS; step++) {
    network.parameters.forEach((value, at) => {
      gradient[at] = weights[at] === 1 ? (decay * value) / rows.length : 0;
    });
    rows.forEach((row, at) => {
      network.inputs.set(row);
      const chance = 1 / (1 + Math.exp(-network.evaluate()[0]!));
      network.backpropagate([(chance - (labels[at]! ? 1 : 0)) / rows.length], gradient);
    });
    adam.step(gradient);
  }
  return (row) => {
    network.inputs.set(row);
    return network.evaluate()[0]! > 0;
  };
}
