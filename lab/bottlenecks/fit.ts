import { READINGS, readings, type Correction } from '../../src/predictors/bottlenecks/correction';
import type { Fitted } from '../../src/predictors/bottlenecks/model';
import { CONSTANTS, timesAlone, type Constants } from '../../src/predictors/bottlenecks/timesAlone';
import { Adam } from '../../src/stats/adam';
import { DenseNetwork, initialParameters } from '../../src/stats/denseNetwork';
import { groupBy } from '../../src/stats/grouping';
import { createRandom } from '../../src/stats/random';
import { nelderMead } from './nelderMead';
import type { Sample } from './samples';

/** Where the fit of the constants begins, and what they are kept within. */
const START: Readonly<Record<keyof Constants, readonly [start: number, least: number, most: number]>> = {
  dramReach: [1, 0.8, 1.25],
  l2Reach: [0.8, 0.4, 1.5],
  sharpness: [4, 1.2, 12],
  loadAmount: [0.15, 0, 3],
  loadPower: [2, 0.3, 8],
  loadL2: [1, 0.5, 2],
  spreading: [1, 0, 3],
  wavesReach: [1.2, 0.3, 4],
};
const SIMPLEX_STEPS = 200;
/** A sample counts for no more than this error of the logarithm in the fit of the constants. */
const MOST_ERROR = 1;

/** The networks: leaky rectifiers, so many nodes, and a fit by Adam over all samples at a time. */
const HIDDEN = [8, 8];
const LEAK = 0.1;
const NETWORKS = 4;
const PASSES = 300;
const RATE = 0.01;
/** Errors of the logarithm beyond this weigh in proportion, smaller ones by their squares (Huber). */
const HUBER = 0.1;
const DECAY = 0.003;
/** The first outputs are near the mechanism's. */
const LAST_LAYER = 0.3;

/** A program of many launches and pressure levels counts for more than one of few, but not as often. */
export function weightsOf(samples: readonly Sample[]): number[] {
  const key = ({ app, gpu }: Sample): string => `${app} ${gpu}`;
  const counts = groupBy(samples, key);
  return samples.map((sample) => 1 / Math.sqrt(counts.get(key(sample))!.length));
}

export function fit(samples: readonly Sample[], networks = NETWORKS): Fitted {
  const weights = weightsOf(samples);
  const constants = fitConstants(samples, weights);
  return { constants, correction: fitCorrection(samples, weights, constants, networks) };
}

function constantsAt(point: readonly number[]): Constants {
  const entries = CONSTANTS.map((name, at) => {
    const [, least, most] = START[name];
    return [name, Math.min(most, Math.max(least, point[at]!))];
  });
  return Object.fromEntries(entries) as unknown as Constants;
}

function fitConstants(samples: readonly Sample[], weights: readonly number[]): Constants {
  const loss = (point: readonly number[]): number => {
    const constants = constantsAt(point);
    return samples.reduce((sum, { quantities, slowdown }, at) => {
      const told = -Math.log(timesAlone(quantities, constants).time);
      return sum + weights[at]! * Math.min(MOST_ERROR, Math.abs(told - slowdown));
    }, 0);
  };
  return constantsAt(
    nelderMead(
      CONSTANTS.map((name) => START[name][0]),
      loss,
      SIMPLEX_STEPS,
    ),
  );
}

function fitCorrection(
  samples: readonly Sample[],
  weights: readonly number[],
  constants: Constants,
  networks: number,
): Correction {
  const times = samples.map(({ quantities }) => timesAlone(quantities, constants));
  const read = samples.map(({ quantities }, at) => readings(quantities, times[at]!));
  const targets = samples.map(({ slowdown }, at) => slowdown + Math.log(times[at]!.time));
  const places = Array.from({ length: READINGS }, (_, i) => i);
  const column = (i: number): number[] => read.map((one) => one[i]!);
  const offsets = places.map((i) => meanOf(column(i)));
  const scales = places.map((i) => Math.sqrt(meanOf(column(i).map((x) => (x - offsets[i]!) ** 2))) + 1e-6);
  const bounds = places.map((i): [number, number] => [Math.min(...column(i)), Math.max(...column(i))]);
  const scaled = read.map((one) => one.map((x, i) => (x - offsets[i]!) / scales[i]!));
  const shape = { layers: [READINGS, ...HIDDEN, 1], biases: true, leak: LEAK };
  const parameters = Array.from({ length: networks }, (_, seed) =>
    Array.from(fitNetwork(new DenseNetwork(shape, startOf(shape, seed)), scaled, targets, weights)),
  ).flat();
  return { shape, bounds, offsets, scales, parameters };
}

function startOf(shape: Correction['shape'], seed: number): Float64Array {
  const parameters = initialParameters(shape, createRandom(seed));
  const last = shape.layers.at(-2)! + 1;
  for (let i = parameters.length - last; i < parameters.length; i++) parameters[i]! *= LAST_LAYER;
  return parameters;
}

/** Fits a network in place; its parameters. */
function fitNetwork(
  network: DenseNetwork,
  scaled: readonly (readonly number[])[],
  targets: readonly number[],
  weights: readonly number[],
): Float64Array {
  const { parameters } = network;
  const adam = new Adam(parameters, { rate: RATE, decay2: 0.99 });
  const mask = network.weightMask();
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const gradient = new Float64Array(parameters.length);
  for (let pass = 0; pass < PASSES; pass++) {
    for (let i = 0; i < gradient.length; i++) gradient[i] = mask[i] === 1 ? DECAY * parameters[i]! : 0;
    scaled.forEach((inputs, at) => {
      network.inputs.set(inputs);
      const error = network.evaluate()[0]! - targets[at]!;
      const slope = Math.max(-1, Math.min(1, error / HUBER));
      network.backpropagate([(slope * weights[at]!) / total], gradient);
    });
    adam.step(gradient, Math.min(1, 2 * (1 - pass / PASSES)));
  }
  return parameters;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
