import { Adam } from '../../../stats/adam';
import { DenseNetwork, initialParameters, type NetworkShape } from '../../../stats/denseNetwork';
import { createRandom, type RandomStream } from '../../../stats/random';
import { MODEL_INPUTS } from '../model/inputs';
import { matrixOf, type SampleMatrix, type TrainingSample } from './samples';
import { SlowdownLoss } from './slowdownLoss';

/** 12-12-12-2 with 312 weights, as in table IV; a network with a bias in each node has 338 parameters. */
export function networkShape(biases: boolean): NetworkShape {
  const width = MODEL_INPUTS.length;
  return { layers: [width, width, width, 2], biases, leak: LEAK };
}

/** The paper names the activation but not its slope; this is the usual one. */
const LEAK = 0.01;

export interface FitOptions {
  readonly biases: boolean;
  readonly seed: number;
  readonly batch: number;
  readonly rate: number;
  /** Passes over the samples; the rate falls to nothing along a cosine over them. */
  readonly epochs: number;
  /** Ends after this pass of the schedule; default its last. */
  readonly stopAfter?: number;
}

export const DEFAULT_FIT: Omit<FitOptions, 'biases' | 'seed'> = { batch: 64, rate: 0.005, epochs: 600 };

/** A network and what its inputs are divided by. */
export interface FittedNetwork {
  readonly shape: NetworkShape;
  readonly parameters: Float64Array;
  readonly scales: readonly number[];
}

export interface Fit extends FittedNetwork {
  /** Pass after which the parameters were taken, from 1. */
  readonly epoch: number;
  /** Loss of equation 8 without its last term over all validation samples at that pass; null without any. */
  readonly validationLoss: number | null;
}

/**
 * Fits a network to samples. With validation samples, the parameters of the pass with the least validation
 * loss are taken (early stopping); scales come from the training samples alone.
 *
 * @throws RangeError without samples
 */
export function fitNetwork(
  training: readonly TrainingSample[],
  validation: readonly TrainingSample[],
  options: FitOptions,
): Fit {
  const matrix = matrixOf(training);
  const scales = inputScales(matrix.inputs);
  const shape = networkShape(options.biases);
  const random = createRandom(options.seed);
  const network = new DenseNetwork(shape, initialParameters(shape, random));
  const check = validation.length > 0 ? lossOver(network, scales, matrixOf(validation)) : null;
  let best: Fit = {
    shape,
    scales,
    parameters: network.parameters,
    epoch: options.stopAfter ?? options.epochs,
    validationLoss: null,
  };
  descend(network, lossOver(network, scales, matrix), options, random, (epoch) => {
    const validationLoss = check?.ofAll() ?? null;
    if (validationLoss !== null && validationLoss < (best.validationLoss ?? Infinity))
      best = { shape, scales, parameters: network.parameters.slice(), epoch, validationLoss };
  });
  return best;
}

/** How much the loss on the samples learned from before may grow in an update. */
export const UPDATE_BOUND = 0.1;

/** A network that has learned further samples beside those it knows. */
export interface Update extends FittedNetwork {
  /** Pass that was taken; 0 when none was within the bound, which leaves the network as it was. */
  readonly epoch: number;
  /** Loss of equation 8 without its last term, on the earlier samples and on the added ones. */
  readonly before: { readonly earlier: number; readonly added: number };
  readonly after: { readonly earlier: number; readonly added: number };
}

/**
 * Teaches a network added samples, going on from its parameters and replaying all earlier samples, so that
 * nothing is forgotten: of the passes after which the loss on the earlier samples has grown by no more than
 * `UPDATE_BOUND`, the one with the least loss on the added samples is taken. Scales stay.
 *
 * @throws RangeError without samples of either kind
 */
export function updateNetwork(
  fitted: FittedNetwork,
  earlier: readonly TrainingSample[],
  added: readonly TrainingSample[],
  options: Omit<FitOptions, 'biases'>,
): Update {
  const { shape, scales } = fitted;
  const network = new DenseNetwork(shape, fitted.parameters.slice());
  const old = lossOver(network, scales, matrixOf(earlier));
  const fresh = lossOver(network, scales, matrixOf(added));
  const both = lossOver(network, scales, matrixOf([...earlier, ...added]));
  const measure = (): { earlier: number; added: number } => ({ earlier: old.ofAll(), added: fresh.ofAll() });
  const before = measure();
  let best: Update = { shape, scales, parameters: fitted.parameters, epoch: 0, before, after: before };
  descend(network, both, options, createRandom(options.seed), (epoch) => {
    const after = measure();
    if (after.earlier <= (1 + UPDATE_BOUND) * before.earlier && after.added < best.after.added)
      best = { ...best, parameters: network.parameters.slice(), epoch, after };
  });
  return best;
}

function lossOver(network: DenseNetwork, scales: readonly number[], samples: SampleMatrix): SlowdownLoss {
  if (samples.count === 0) throw new RangeError('there are no samples to learn from');
  const scaled = samples.inputs.map((value, at) => value / scales[at % scales.length]!);
  return new SlowdownLoss(network, scaled, samples);
}

/** Passes over shuffled batches with Adam; `afterPass` is called after each with its number. */
function descend(
  network: DenseNetwork,
  loss: SlowdownLoss,
  { batch, rate, epochs, stopAfter = epochs }: Omit<FitOptions, 'biases'>,
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

/**
 * Root mean square of each input; 1 where an input is always 0. Inputs are scaled and not centred: a network
 * without biases is homogeneous, and a shift would take that from it.
 */
function inputScales(inputs: Float64Array): number[] {
  const width = MODEL_INPUTS.length;
  return MODEL_INPUTS.map((_, column) => {
    let square = 0;
    for (let at = column; at < inputs.length; at += width) square += inputs[at]! ** 2;
    return square > 0 ? Math.sqrt((square * width) / inputs.length) : 1;
  });
}

function shuffle(order: Uint32Array, random: RandomStream): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    const value = order[i]!;
    order[i] = order[other]!;
    order[other] = value;
  }
}
