import { DenseNetwork, initialParameters, parameterCount } from '../../../src/stats/denseNetwork';
import { median } from '../../../src/stats/quantile';
import { createRandom, type RandomStream } from '../../../src/stats/random';
import type { FittedNetwork } from '../../../src/predictors/themis/model/slowdownNetwork';
import { descend, lossOver, type FitOptions, type Reading } from './descend';
import { prepare } from './encodedSamples';
import { networkShape, type NetworkKind } from './networkKinds';
import { matrixOf, type SampleMatrix, type TrainingSample } from './samples';

export interface Fit extends FittedNetwork {
  /** Pass after which the parameters were taken, from 1; the median over the networks. */
  readonly epoch: number;
}

/**
 * Fits a network, or several, to samples. With validation samples, the parameters of the pass with the least
 * validation loss are taken (early stopping); scales and ranges come from the training samples alone.
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
  const { encoding, logarithms } = kind;
  const shape = networkShape(kind);
  const prepared = { logarithms, shape, ...prepare(matrix, encoding, kind.biases) };
  const check = validation.length > 0 ? matrixOf(validation) : null;
  const members = Array.from({ length: kind.members }, (_, i) =>
    fitMember(prepared, matrix, check, {
      ...options,
      epochs: kind.passes ?? options.epochs,
      seed: options.seed + MEMBER_SEEDS * i,
    }),
  );
  return {
    ...prepared,
    ...factorBounds(training),
    parameters: joined(members.map(({ parameters }) => parameters)),
    epoch: Math.round(median(members.map(({ epoch }) => epoch))),
  };
}

/** Distance of the seeds of networks that are fitted together. */
export const MEMBER_SEEDS = 1000;

function fitMember(
  reading: Reading,
  matrix: SampleMatrix,
  check: SampleMatrix | null,
  options: FitOptions,
): { readonly parameters: Float64Array; readonly epoch: number } {
  const random = createRandom(options.seed);
  const network = new DenseNetwork(reading.shape, startParameters(reading, random));
  const validation = check === null ? null : lossOver(network, reading, check);
  let best = { parameters: network.parameters, epoch: options.stopAfter ?? options.epochs, loss: Infinity };
  descend(network, lossOver(network, reading, matrix), options, random, (epoch) => {
    const loss = validation?.ofAll() ?? Infinity;
    if (loss < best.loss) best = { parameters: network.parameters.slice(), epoch, loss };
  });
  return best;
}

/**
 * Where fitting begins. Outputs that are logarithms begin at 0, so at factors of 1, whatever is read: drawn as the
 * others they begin at factors of up to e^15 for some samples, of which the first gradients are so large that the
 * steps after them are too small to learn anything.
 */
function startParameters({ shape, logarithms }: Reading, random: RandomStream): Float64Array {
  const parameters = initialParameters(shape, random);
  const outputs = parameterCount({ ...shape, layers: shape.layers.slice(-2) });
  return logarithms ? parameters.fill(0, parameters.length - outputs) : parameters;
}

export function joined(parts: readonly Float64Array[]): Float64Array {
  const length = parts[0]!.length;
  const all = new Float64Array(length * parts.length);
  parts.forEach((part, i) => all.set(part, i * length));
  return all;
}

/** Least and largest factors of some samples, as predictions are kept between them. */
export function factorBounds(
  samples: readonly TrainingSample[],
): Pick<FittedNetwork, 'leastFactors' | 'mostFactors'> {
  const scalability = samples.map((sample) => sample.scalability);
  const interference = samples.map((sample) => sample.interference);
  return {
    leastFactors: { scalability: Math.min(...scalability), interference: Math.min(...interference) },
    mostFactors: {
      scalability: Math.max(...samples.map((sample) => sample.scalability * sample.smFraction)),
      interference: Math.max(...interference),
    },
  };
}
