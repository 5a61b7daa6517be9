import { Adam } from '../../../stats/adam';
import { DenseNetwork, initialParameters, type NetworkShape } from '../../../stats/denseNetwork';
import { createRandom, type RandomStream } from '../../../stats/random';
import { encodedWidth, type Encoding } from '../model/encoding';
import type { FittedNetwork } from '../model/slowdownNetwork';
import { networkInputs, prepare, rangesOf, type Preparation } from './encodedSamples';
import { matrixOf, type SampleMatrix, type TrainingSample } from './samples';
import { SlowdownLoss } from './slowdownLoss';

/** What is fitted: the paper's network, the same with biases, or our own beside them. */
export interface NetworkKind {
  readonly name: string;
  readonly biases: boolean;
  readonly encoding: Encoding;
  /** Outputs are logarithms of the factors. */
  readonly logarithms: boolean;
}

export const NETWORK_KINDS = [
  { name: 'without biases', biases: false, encoding: 'events', logarithms: false },
  { name: 'with biases', biases: true, encoding: 'events', logarithms: false },
  { name: 'utilisation', biases: true, encoding: 'utilisation', logarithms: true },
] as const satisfies readonly NetworkKind[];

/**
 * As many nodes in each hidden layer as inputs: 12-12-12-2 with 312 weights, as in table IV, or 338 parameters
 * with a bias in each node.
 */
export function networkShape({ biases, encoding }: NetworkKind): NetworkShape {
  const width = encodedWidth(encoding);
  return { layers: [width, width, width, 2], biases, leak: LEAK };
}

/** The paper names the activation but not its slope; this is the usual one. */
const LEAK = 0.01;

export interface FitOptions {
  readonly seed: number;
  readonly batch: number;
  readonly rate: number;
  /** Passes over the samples; the rate falls to nothing along a cosine over them. */
  readonly epochs: number;
  /** Ends after this pass of the schedule; default its last. */
  readonly stopAfter?: number;
}

export const DEFAULT_FIT: Omit<FitOptions, 'seed'> = { batch: 64, rate: 0.005, epochs: 400 };

export interface Fit extends FittedNetwork {
  /** Pass after which the parameters were taken, from 1. */
  readonly epoch: number;
  /** Loss of equation 8 without its last term over all validation samples at that pass; null without any. */
  readonly validationLoss: number | null;
}

/**
 * Fits a network to samples. With validation samples, the parameters of the pass with the least validation
 * loss are taken (early stopping); scales and ranges come from the training samples alone.
 *
 * @throws RangeError without samples
 */
export function fitNetwork(
  training: readonly TrainingSample[],
  validation: readonly TrainingSample[],
  kind: NetworkKind,
  options: FitOptions,
): Fit {
  const matrix = matrixOf(training);
  const shape = networkShape(kind);
  const random = createRandom(options.seed);
  const network = new DenseNetwork(shape, initialParameters(shape, random));
  const { encoding, logarithms } = kind;
  const prepared = { logarithms, ...prepare(matrix, encoding, kind.biases) };
  const check = validation.length > 0 ? lossOver(network, prepared, matrixOf(validation)) : null;
  const leastFactors = {
    scalability: leastOf(matrix.scalability),
    interference: leastOf(matrix.interference),
  };
  let best: Fit = {
    ...prepared,
    shape,
    leastFactors,
    parameters: network.parameters,
    epoch: options.stopAfter ?? options.epochs,
    validationLoss: null,
  };
  descend(network, lossOver(network, prepared, matrix), options, random, (epoch) => {
    const validationLoss = check?.ofAll() ?? null;
    if (validationLoss !== null && validationLoss < (best.validationLoss ?? Infinity))
      best = { ...best, parameters: network.parameters.slice(), epoch, validationLoss };
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
 * `UPDATE_BOUND`, the one with the least loss on the added samples is taken. Scales stay; ranges grow.
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
  const widened: FittedNetwork = { ...fitted, ranges: rangesOf(all) };
  const network = new DenseNetwork(fitted.shape, fitted.parameters.slice());
  const old = lossOver(network, widened, matrixOf(earlier));
  const fresh = lossOver(network, widened, matrixOf(added));
  const both = lossOver(network, widened, all);
  const measure = (): { earlier: number; added: number } => ({ earlier: old.ofAll(), added: fresh.ofAll() });
  const before = measure();
  let best: Update = { ...widened, epoch: 0, before, after: before };
  descend(network, both, options, createRandom(options.seed), (epoch) => {
    const after = measure();
    if (after.earlier <= (1 + UPDATE_BOUND) * before.earlier && after.added < best.after.added)
      best = { ...best, parameters: network.parameters.slice(), epoch, after };
  });
  return best;
}

function lossOver(
  network: DenseNetwork,
  prepared: Preparation & Pick<FittedNetwork, 'logarithms'>,
  samples: SampleMatrix,
): SlowdownLoss {
  if (samples.count === 0) throw new RangeError('there are no samples to learn from');
  return new SlowdownLoss(network, networkInputs(samples, prepared), samples, prepared.logarithms);
}

/** Passes over shuffled batches with Adam; `afterPass` is called after each with its number. */
function descend(
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

function leastOf(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function shuffle(order: Uint32Array, random: RandomStream): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    const value = order[i]!;
    order[i] = order[other]!;
    order[other] = value;
  }
}
