import { Adam } from '../../../stats/adam';
import {
  DenseNetwork,
  initialParameters,
  parameterCount,
  type NetworkShape,
} from '../../../stats/denseNetwork';
import { mean } from '../../../stats/means';
import { median } from '../../../stats/quantile';
import { createRandom, type RandomStream } from '../../../stats/random';
import type { ThemisEvents } from '../events';
import { encodedWidth, readsSmLoad, readsWarpStates, type Encoding } from '../model/encoding';
import { MODEL_INPUTS } from '../model/inputs';
import type { FittedNetwork } from '../model/slowdownNetwork';
import { networkInputs, prepare, rangesOf, type Preparation } from './encodedSamples';
import { matrixOf, SAMPLE_SETS, type SampleMatrix, type SampleSet, type TrainingSample } from './samples';
import { SlowdownLoss } from './slowdownLoss';

/** What is fitted: the paper's network, the same with biases, or our own beside them. */
export interface NetworkKind {
  readonly name: string;
  readonly biases: boolean;
  readonly encoding: Encoding;
  /** Outputs are logarithms of the factors. */
  readonly logarithms: boolean;
  /** So many networks are fitted from different starts, and the mean of their outputs is taken. */
  readonly members: number;
  /** Passes over the samples where others than the options': fewer where there are many more samples. */
  readonly passes?: number;
}

/** The paper's, and two that read the same events. */
const EVENT_KINDS = [
  { name: 'without biases', biases: false, encoding: 'events', logarithms: false, members: 1 },
  { name: 'with biases', biases: true, encoding: 'events', logarithms: false, members: 1 },
  { name: 'utilisation', biases: true, encoding: 'utilisation', logarithms: true, members: 1 },
] as const satisfies readonly NetworkKind[];

/** What is fitted to shared-mode events. */
export const NETWORK_KINDS = [
  ...EVENT_KINDS,
  { name: 'warp states', biases: true, encoding: 'warp-states', logarithms: true, members: 8 },
  { name: 'SM load', biases: true, encoding: 'sm-load', logarithms: true, members: 8 },
] as const satisfies readonly NetworkKind[];

/** What is fitted to events of an application alone on the whole GPU. */
const SOLO_KINDS = [
  ...EVENT_KINDS,
  { name: 'averaged', biases: true, encoding: 'events', logarithms: true, members: 8 },
  { name: 'warp states alone', biases: true, encoding: 'elsewhere', logarithms: true, members: 8 },
  { name: 'SM load alone', biases: true, encoding: 'sm-load-elsewhere', logarithms: true, members: 8 },
] as const satisfies readonly NetworkKind[];

/** What is fitted to tell of other splits than that in which events were counted; ours. */
const ELSEWHERE_KINDS = [
  { name: 'elsewhere', biases: true, encoding: 'elsewhere', logarithms: true, members: 8, passes: 30 },
  {
    name: 'SM load elsewhere',
    biases: true,
    encoding: 'sm-load-elsewhere',
    logarithms: true,
    members: 8,
    passes: 30,
  },
] as const satisfies readonly NetworkKind[];

const KINDS: Readonly<Record<SampleSet, readonly NetworkKind[]>> = {
  shared: NETWORK_KINDS,
  solo: SOLO_KINDS,
  elsewhere: ELSEWHERE_KINDS,
};

/** The kinds that can learn from a set of samples: what a profile counts tells of no warp states. */
export function kindsFor(set: SampleSet, samples: readonly TrainingSample[]): readonly NetworkKind[] {
  const kinds: readonly NetworkKind[] = KINDS[set];
  const every = (isKnown: (own: ThemisEvents) => boolean): boolean =>
    samples.length > 0 && samples.every(({ own }) => isKnown(own));
  const warpStates = every(({ others }) => others !== undefined);
  const smLoad = every(({ smBusy }) => smBusy !== undefined);
  return kinds.filter(
    ({ encoding }) => (warpStates || !readsWarpStates(encoding)) && (smLoad || !readsSmLoad(encoding)),
  );
}

/** What the networks are called, each once. */
export function networkNames(): string[] {
  return [...new Set(SAMPLE_SETS.flatMap((set) => KINDS[set].map(({ name }) => name)))];
}

/**
 * As many nodes in each hidden layer as inputs: 12-12-12-2 with 312 weights, as in table IV, or 338 parameters
 * with a bias in each node. An encoding that is narrower than the paper's inputs has hidden layers as wide as the
 * paper's.
 */
export function networkShape({ biases, encoding }: NetworkKind): NetworkShape {
  const width = encodedWidth(encoding);
  const hidden = Math.max(width, MODEL_INPUTS.length);
  return { layers: [width, hidden, hidden, 2], biases, leak: LEAK };
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

export const DEFAULT_FIT: Omit<FitOptions, 'seed'> = { batch: 64, rate: 0.005, epochs: 150 };

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
const MEMBER_SEEDS = 1000;

/** What a network needs to read samples. */
type Reading = Preparation & Pick<FittedNetwork, 'logarithms' | 'shape'>;

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

function joined(parts: readonly Float64Array[]): Float64Array {
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
  const sets = { earlier: matrixOf(earlier), added: matrixOf(added), all };
  const length = parameterCount(fitted.shape);
  const members = Array.from({ length: fitted.parameters.length / length }, (_, i) =>
    updateMember(widened, fitted.parameters.slice(i * length, (i + 1) * length), sets, {
      ...options,
      seed: options.seed + MEMBER_SEEDS * i,
    }),
  );
  const meanLoss = (part: 'before' | 'after'): Losses => ({
    earlier: mean(members.map((member) => member[part].earlier)),
    added: mean(members.map((member) => member[part].added)),
  });
  return {
    ...widened,
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

function lossOver(network: DenseNetwork, reading: Reading, samples: SampleMatrix): SlowdownLoss {
  if (samples.count === 0) throw new RangeError('there are no samples to learn from');
  return new SlowdownLoss(network, networkInputs(samples, reading), samples, reading.logarithms);
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

function shuffle(order: Uint32Array, random: RandomStream): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    const value = order[i]!;
    order[i] = order[other]!;
    order[other] = value;
  }
}
