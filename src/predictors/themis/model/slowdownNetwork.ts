import { message } from '../../../kernel/message';
import { DenseNetwork, parameterCount, type NetworkShape } from '../../../stats/denseNetwork';
import type { Pressure } from '../events';
import type { CounterRates } from '../../counting/rates';
import { encode, encodedShare, readsSmLoad, readsWarpStates, type Encoding } from './encoding';
import { InputError } from '../../../kernel/result';
import { INPUT_COLUMNS, MODEL_INPUTS, scaleOwnCounts, writeInputs } from './inputs';

/** Everything that a trained network needs for a prediction. */
export interface FittedNetwork {
  readonly encoding: Encoding;
  /** Whether its outputs are logarithms of the factors. */
  readonly logarithms: boolean;
  readonly shape: NetworkShape;
  /** Of one network, or of several of one shape in a row, of whose outputs the mean is taken. */
  readonly parameters: Float64Array;
  /** What is read is shifted by these and then divided by `scales`; zeros where the network is homogeneous. */
  readonly offsets: readonly number[];
  readonly scales: readonly number[];
  /** Least and largest value of each of the twelve inputs in training. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Least and largest value of what is read, in training; null where the inputs themselves are kept in range. */
  readonly bounds: readonly (readonly [number, number])[] | null;
  /** Least factors in training: no prediction goes below. */
  readonly leastFactors: Factors;
  /** Largest SD_scal times the share of the SMs, and largest SD_inter, in training: no prediction goes above. */
  readonly mostFactors: Factors;
}

interface Factors {
  readonly scalability: number;
  readonly interference: number;
}

const SHARE = INPUT_COLUMNS.indexOf('smFraction');
const COUNTED_SHARE = INPUT_COLUMNS.indexOf('countedFraction');

/** Places of the factors in what `predictInto` writes. */
export const SCALABILITY = 0;
export const INTERFERENCE = 1;

/** A trained network at work; it allocates nothing. */
export class SlowdownNetwork {
  private readonly networks: readonly DenseNetwork[];
  private readonly inputs = new Float64Array(INPUT_COLUMNS.length);
  private readonly encoded: Float64Array;
  private readonly lowest: Float64Array;
  private readonly highest: Float64Array;

  constructor(private readonly fitted: FittedNetwork) {
    this.networks = networksOf(fitted);
    this.encoded = new Float64Array(fitted.scales.length);
    this.lowest = Float64Array.from(fitted.ranges, ([low]) => low);
    this.highest = Float64Array.from(fitted.ranges, ([, high]) => high);
  }

  /**
   * Writes SD_scal and SD_inter to `target`. An event beyond its training range is taken at the edge of it,
   * because a network extrapolates without bound. So is the share of the SMs, and from there SD_scal goes on along
   * the segments of equation 10; what was counted under fewer SMs than in training is taken as what the least share
   * of training would count. A network that reads how busy the SMs are never tells less than what their busiest
   * part takes for the same work on so many of them.
   *
   * @param countedFraction share of the SMs under which the events were counted
   * @throws InputError when the network reads warp states, or how busy SMs are, and the events come without
   */
  predictInto(
    target: Float64Array,
    smFraction: number,
    own: CounterRates,
    coRunners: Pressure,
    countedFraction = smFraction,
  ): void {
    const { inputs, encoded, fitted } = this;
    const { encoding, offsets, scales, bounds } = fitted;
    if (readsWarpStates(encoding) && own.counted === undefined)
      throw new InputError(message('predictors.themis.readsWarpStates'));
    if (readsSmLoad(encoding) && own.smBusy === undefined)
      throw new InputError(message('predictors.themis.readsLoad'));
    writeInputs(inputs, smFraction, own, coRunners, countedFraction);
    const least = this.lowest[0]!;
    if (countedFraction < least) {
      scaleOwnCounts(inputs, least / countedFraction);
      inputs[SHARE] = Math.max(smFraction, least);
      inputs[COUNTED_SHARE] = least;
    }
    clampEvents(inputs, this.lowest, this.highest);
    encode(encoding, inputs, encoded);
    const trained = between(smFraction, this.lowest[0]!, this.highest[0]!);
    encoded[0] = encodedShare(encoding, trained);
    for (let i = 0; i < encoded.length; i++)
      encoded[i] = (clamp(encoded[i]!, bounds?.[i]) - offsets[i]!) / scales[i]!;
    this.evaluate(target);
    const { leastFactors, mostFactors: most } = fitted;
    const scalability = between(target[SCALABILITY]!, leastFactors.scalability, most.scalability / trained);
    target[SCALABILITY] = trained === smFraction ? scalability : beyond(smFraction, trained, scalability);
    if (readsSmLoad(encoding)) target[SCALABILITY] = Math.max(target[SCALABILITY]!, own.smBusy! / smFraction);
    target[INTERFERENCE] = between(target[INTERFERENCE]!, leastFactors.interference, most.interference);
  }

  /** Both factors for what is in `encoded`. */
  private evaluate(target: Float64Array): void {
    target.fill(0);
    for (const network of this.networks) {
      for (let i = 0; i < this.encoded.length; i++) network.inputs[i] = this.encoded[i]!;
      const outputs = network.evaluate();
      for (let i = 0; i < 2; i++) target[i]! += outputs[i]! / this.networks.length;
    }
    if (this.fitted.logarithms) for (let i = 0; i < 2; i++) target[i] = Math.exp(target[i]!);
  }
}

/** The networks whose parameters stand in a row. */
function networksOf({ shape, parameters }: FittedNetwork): DenseNetwork[] {
  const length = parameterCount(shape);
  return Array.from(
    { length: parameters.length / length },
    (_, i) => new DenseNetwork(shape, parameters.subarray(i * length, (i + 1) * length)),
  );
}

/**
 * SD_scal at a share outside of training, from that at the edge of it: progress falls in proportion towards none,
 * and grows in proportion towards all of the GPU (the segments of equation 10).
 */
function beyond(smFraction: number, edge: number, scalability: number): number {
  if (smFraction < edge) return (scalability * edge) / smFraction;
  const progress = 1 / scalability;
  return 1 / (progress + ((1 - progress) * (smFraction - edge)) / (1 - edge));
}

const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

const clamp = (value: number, bounds: readonly [number, number] | undefined): number =>
  bounds === undefined ? value : between(value, bounds[0], bounds[1]);

/** Takes the inputs of equation 7 but the share of the SMs, which is not measured, at the edge of their range. */
export function clampEvents(
  inputs: Float64Array,
  lowest: ArrayLike<number>,
  highest: ArrayLike<number>,
): void {
  for (let i = 1; i < MODEL_INPUTS.length; i++) {
    const value = inputs[i]!;
    inputs[i] = value > highest[i]! ? highest[i]! : value < lowest[i]! ? lowest[i]! : value;
  }
}
