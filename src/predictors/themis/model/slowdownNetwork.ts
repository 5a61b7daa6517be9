import { DenseNetwork, type NetworkShape } from '../../../stats/denseNetwork';
import type { Pressure, ThemisEvents } from '../events';
import { encode, type Encoding } from './encoding';
import { MODEL_INPUTS, writeInputs } from './inputs';

/** Everything that a trained network needs for a prediction. */
export interface FittedNetwork {
  readonly encoding: Encoding;
  /** Whether its outputs are logarithms of the factors. */
  readonly logarithms: boolean;
  readonly shape: NetworkShape;
  readonly parameters: Float64Array;
  /** What is read is shifted by these and then divided by `scales`; zeros where the network is homogeneous. */
  readonly offsets: readonly number[];
  readonly scales: readonly number[];
  /** Least and largest value of each of the twelve inputs in training. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Least factors in training: no prediction goes below. */
  readonly leastFactors: { readonly scalability: number; readonly interference: number };
}

/** Places of the factors in what `predictInto` writes. */
export const SCALABILITY = 0;
export const INTERFERENCE = 1;

/** A trained network at work; it allocates nothing. */
export class SlowdownNetwork {
  private readonly network: DenseNetwork;
  private readonly inputs = new Float64Array(MODEL_INPUTS.length);
  private readonly offsets: Float64Array;
  private readonly scales: Float64Array;
  private readonly lowest: Float64Array;
  private readonly highest: Float64Array;

  constructor(private readonly fitted: FittedNetwork) {
    this.network = new DenseNetwork(fitted.shape, fitted.parameters);
    this.offsets = Float64Array.from(fitted.offsets);
    this.scales = Float64Array.from(fitted.scales);
    this.lowest = Float64Array.from(fitted.ranges, ([low]) => low);
    this.highest = Float64Array.from(fitted.ranges, ([, high]) => high);
  }

  /**
   * Writes SD_scal and SD_inter to `target`. An event beyond its training range is taken at the edge of it,
   * because a network extrapolates without bound.
   */
  predictInto(target: Float64Array, smFraction: number, own: ThemisEvents, coRunners: Pressure): void {
    const { inputs, network, fitted } = this;
    writeInputs(inputs, smFraction, own, coRunners);
    clampEvents(inputs, this.lowest, this.highest);
    encode(fitted.encoding, inputs, network.inputs);
    for (let i = 0; i < this.scales.length; i++)
      network.inputs[i] = (network.inputs[i]! - this.offsets[i]!) / this.scales[i]!;
    const outputs = network.evaluate();
    const { scalability, interference } = fitted.leastFactors;
    target[SCALABILITY] = Math.max(scalability, fitted.logarithms ? Math.exp(outputs[0]!) : outputs[0]!);
    target[INTERFERENCE] = Math.max(interference, fitted.logarithms ? Math.exp(outputs[1]!) : outputs[1]!);
  }
}

/** Takes all inputs but the share of the SMs, which is not measured, at the edge of their range. */
export function clampEvents(
  inputs: Float64Array,
  lowest: ArrayLike<number>,
  highest: ArrayLike<number>,
): void {
  for (let i = 1; i < inputs.length; i++) {
    const value = inputs[i]!;
    inputs[i] = value > highest[i]! ? highest[i]! : value < lowest[i]! ? lowest[i]! : value;
  }
}
