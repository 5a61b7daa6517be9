import type { RandomStream } from './random';

/** Layout of a fully connected network with leaky rectifiers between its layers and a linear output. */
export interface NetworkShape {
  /** Nodes of each layer, inputs first. */
  readonly layers: readonly number[];
  /** True if every node but the inputs has a bias. Without, f(c · x) = c · f(x) for every c ≥ 0. */
  readonly biases: boolean;
  /** Slope of the rectifier below zero. */
  readonly leak: number;
}

/** Parameters of a network: for each layer the weights row by row, then its biases. */
export function parameterCount({ layers, biases }: NetworkShape): number {
  let count = 0;
  for (let layer = 1; layer < layers.length; layer++)
    count += layers[layer]! * (layers[layer - 1]! + (biases ? 1 : 0));
  return count;
}

/** Weights drawn as He et al. (ICCV 2015) advise for rectifiers; biases zero. */
export function initialParameters(shape: NetworkShape, random: RandomStream): Float64Array {
  const parameters = new Float64Array(parameterCount(shape));
  let at = 0;
  for (let layer = 1; layer < shape.layers.length; layer++) {
    const inputs = shape.layers[layer - 1]!;
    const nodes = shape.layers[layer]!;
    const deviation = Math.sqrt(2 / ((1 + shape.leak ** 2) * inputs));
    for (let i = 0; i < inputs * nodes; i++) parameters[at++] = deviation * random.gaussian();
    if (shape.biases) at += nodes;
  }
  return parameters;
}

/** A network with its parameters. Evaluation allocates nothing; one instance serves one caller at a time. */
export class DenseNetwork {
  /** Values of the nodes, layer by layer. */
  private readonly values: readonly Float64Array[];
  private readonly slopes: readonly Float64Array[];

  constructor(
    readonly shape: NetworkShape,
    readonly parameters: Float64Array,
  ) {
    if (parameters.length !== parameterCount(shape))
      throw new RangeError(`${parameters.length} parameters for a network of ${parameterCount(shape)}`);
    this.values = shape.layers.map((nodes) => new Float64Array(nodes));
    this.slopes = shape.layers.map((nodes) => new Float64Array(nodes));
  }

  /** Where the inputs are to be written before `evaluate`. */
  get inputs(): Float64Array {
    return this.values[0]!;
  }

  /** The outputs for the inputs that were written; the same array at every call. */
  evaluate(): Float64Array {
    const { shape, parameters, values } = this;
    const last = shape.layers.length - 1;
    let at = 0;
    for (let layer = 1; layer <= last; layer++) {
      const from = values[layer - 1]!;
      const to = values[layer]!;
      const biasAt = at + from.length * to.length;
      for (let node = 0; node < to.length; node++) {
        let sum = shape.biases ? parameters[biasAt + node]! : 0;
        for (let input = 0; input < from.length; input++) sum += parameters[at++]! * from[input]!;
        to[node] = layer < last && sum < 0 ? shape.leak * sum : sum;
      }
      if (shape.biases) at += to.length;
    }
    return values[last]!;
  }

  /**
   * Adds the gradient with respect to the parameters to `gradient`, by backpropagation through the last
   * evaluation.
   *
   * @param outputSlopes derivative of the loss by each output
   */
  backpropagate(outputSlopes: ArrayLike<number>, gradient: Float64Array): void {
    const { shape, slopes } = this;
    const last = shape.layers.length - 1;
    slopes[last]!.set(outputSlopes);
    let end = this.parameters.length;
    for (let layer = last; layer >= 1; layer--) {
      const nodes = shape.layers[layer]!;
      const inputs = shape.layers[layer - 1]!;
      const start = end - nodes * (inputs + (shape.biases ? 1 : 0));
      this.backThrough(layer, start, gradient);
      end = start;
    }
  }

  private backThrough(layer: number, start: number, gradient: Float64Array): void {
    const { shape, parameters, values } = this;
    const from = values[layer - 1]!;
    const slopes = this.slopes[layer]!;
    const below = this.slopes[layer - 1]!;
    below.fill(0);
    const biasAt = start + from.length * slopes.length;
    for (let node = 0; node < slopes.length; node++) {
      const slope = slopes[node]!;
      if (shape.biases) gradient[biasAt + node]! += slope;
      const row = start + node * from.length;
      for (let input = 0; input < from.length; input++) {
        gradient[row + input]! += slope * from[input]!;
        below[input]! += slope * parameters[row + input]!;
      }
    }
    if (layer === 1) return;
    for (let input = 0; input < from.length; input++) if (from[input]! < 0) below[input]! *= shape.leak;
  }

  /** Tests whether a parameter is a weight and not a bias. */
  weightMask(): Uint8Array {
    const mask = new Uint8Array(this.parameters.length).fill(1);
    if (!this.shape.biases) return mask;
    let at = 0;
    for (let layer = 1; layer < this.shape.layers.length; layer++) {
      const nodes = this.shape.layers[layer]!;
      at += nodes * this.shape.layers[layer - 1]!;
      mask.fill(0, at, at + nodes);
      at += nodes;
    }
    return mask;
  }
}
