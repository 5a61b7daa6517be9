import { createRandom } from '../../../src/stats/random';
import type { Classifier, Examples } from './family';

/** What section 5.4 tries: 3 hidden layers of so many nodes, 4 activations, 3 solvers, 4 weights of L2: 144 settings. */
export const WIDTHS = [30, 60, 100] as const;
export const ACTIVATIONS = ['identity', 'logistic', 'tanh', 'relu'] as const;
export const SOLVERS = ['sgd', 'adam', 'lbfgs'] as const;
export const DECAYS = [1, 0.1, 0.01, 0.001] as const;

export interface PerceptronSetting {
  readonly width: (typeof WIDTHS)[number];
  readonly activation: (typeof ACTIVATIONS)[number];
  readonly solver: (typeof SOLVERS)[number];
  readonly decay: (typeof DECAYS)[number];
}

const STEPS = 60;
const HIDDEN = 3;
const SGD = { rate: 0.1, momentum: 0.9 };
const ADAM = { rate: 0.01, first: 0.9, second: 0.999 };
const MEMORY = 6;

/** Trains on cross-entropy over all examples at once. */
export function trainPerceptron(
  { rows, labels }: Examples,
  { width, activation, solver, decay }: PerceptronSetting,
  seed: number,
): Classifier {
  const network = new Perceptron(
    [rows[0]!.length, ...new Array<number>(HIDDEN).fill(width), 1],
    activation,
    seed,
  );
  const loss = (gradient: Float64Array): number => network.loss(rows, labels, decay, gradient);
  MINIMISERS[solver](network.parameters, loss);
  return (row) => network.evaluate(row) > 0;
}

class Perceptron {
  readonly parameters: Float64Array;
  private readonly values: Float64Array[];
  private readonly errors: Float64Array[];

  constructor(
    private readonly layers: readonly number[],
    private readonly activation: PerceptronSetting['activation'],
    seed: number,
  ) {
    const random = createRandom(seed);
    this.values = layers.map((nodes) => new Float64Array(nodes));
    this.errors = layers.map((nodes) => new Float64Array(nodes));
    const drawn: number[] = [];
    for (let layer = 1; layer < layers.length; layer++) {
      const [inputs, nodes] = [layers[layer - 1]!, layers[layer]!];
      // Glorot and Bengio 2010.
      const most = Math.sqrt(6 / (inputs + nodes));
      for (let at = 0; at < inputs * nodes; at++) drawn.push(most * (2 * random.next() - 1));
      for (let at = 0; at < nodes; at++) drawn.push(0);
    }
    this.parameters = Float64Array.from(drawn);
  }

  evaluate(row: readonly number[]): number {
    const { parameters, layers, activation } = this;
    this.values[0]!.set(row);
    let at = 0;
    for (let layer = 1; layer < layers.length; layer++) {
      const [from, to] = [this.values[layer - 1]!, this.values[layer]!];
      const [inputs, nodes] = [from.length, to.length];
      const isHidden = layer < layers.length - 1;
      const biases = at + inputs * nodes;
      for (let node = 0; node < nodes; node++) {
        let sum = parameters[biases + node]!;
        for (let input = 0; input < inputs; input++) sum += parameters[at++]! * from[input]!;
        to[node] = isHidden ? activated(sum, activation) : sum;
      }
      at = biases + nodes;
    }
    return this.values.at(-1)![0]!;
  }

  /** Mean cross-entropy with half the squared weights; its gradient is left in `gradient`. */
  loss(
    rows: readonly (readonly number[])[],
    labels: readonly boolean[],
    decay: number,
    gradient: Float64Array,
  ): number {
    const { parameters } = this;
    const share = 1 / rows.length;
    let total = 0;
    const [slope, half] = [decay * share, 0.5 * decay * share];
    for (let at = 0; at < parameters.length; at++) {
      const own = parameters[at]!;
      gradient[at] = slope * own;
      total += half * (own * own);
    }
    rows.forEach((row, at) => {
      const value = this.evaluate(row);
      const sign = labels[at]! ? 1 : -1;
      total += share * Math.log1p(Math.exp(-Math.max(-500, sign * value)));
      this.errors.at(-1)![0] = (-sign * share) / (1 + Math.exp(Math.min(500, sign * value)));
      this.backpropagate(gradient);
    });
    return total;
  }

  private backpropagate(gradient: Float64Array): void {
    const { parameters, activation } = this;
    let end = parameters.length;
    for (let layer = this.layers.length - 1; layer > 0; layer--) {
      const [from, to] = [this.values[layer - 1]!, this.values[layer]!];
      const [back, errors] = [this.errors[layer - 1]!, this.errors[layer]!];
      const [inputs, nodes] = [from.length, to.length];
      const biases = end - nodes;
      const start = biases - inputs * nodes;
      // What reaches the inputs of the first layer changes nothing.
      const goesOn = layer > 1;
      if (goesOn) back.fill(0);
      for (let node = 0; node < nodes; node++) {
        const error = errors[node]!;
        gradient[biases + node]! += error;
        const first = start + node * inputs;
        for (let input = 0; input < inputs; input++) gradient[first + input]! += error * from[input]!;
        if (goesOn)
          for (let input = 0; input < inputs; input++) back[input]! += error * parameters[first + input]!;
      }
      if (goesOn)
        for (let input = 0; input < inputs; input++) back[input]! *= slopeAt(from[input]!, activation);
      end = start;
    }
  }
}

function activated(sum: number, activation: PerceptronSetting['activation']): number {
  switch (activation) {
    case 'identity':
      return sum;
    case 'logistic':
      return 1 / (1 + Math.exp(-sum));
    case 'tanh':
      return Math.tanh(sum);
    case 'relu':
      return Math.max(0, sum);
  }
}

/** Slope of an activation by its value. */
function slopeAt(value: number, activation: PerceptronSetting['activation']): number {
  switch (activation) {
    case 'identity':
      return 1;
    case 'logistic':
      return value * (1 - value);
    case 'tanh':
      return 1 - value * value;
    case 'relu':
      return value > 0 ? 1 : 0;
  }
}

type Loss = (gradient: Float64Array) => number;
type Minimiser = (parameters: Float64Array, loss: Loss) => void;

const MINIMISERS: Readonly<Record<PerceptronSetting['solver'], Minimiser>> = {
  sgd: (parameters, loss) => {
    const [gradient, speed] = [new Float64Array(parameters.length), new Float64Array(parameters.length)];
    for (let step = 0; step < STEPS; step++) {
      loss(gradient);
      for (let at = 0; at < parameters.length; at++)
        parameters[at]! += speed[at] = SGD.momentum * speed[at]! - SGD.rate * gradient[at]!;
    }
  },
  adam: (parameters, loss) => {
    const gradient = new Float64Array(parameters.length);
    const [first, second] = [new Float64Array(parameters.length), new Float64Array(parameters.length)];
    for (let step = 1; step <= STEPS; step++) {
      loss(gradient);
      const scale = (ADAM.rate * Math.sqrt(1 - ADAM.second ** step)) / (1 - ADAM.first ** step);
      for (let at = 0; at < parameters.length; at++) {
        const slope = gradient[at]!;
        first[at] = ADAM.first * first[at]! + (1 - ADAM.first) * slope;
        second[at] = ADAM.second * second[at]! + (1 - ADAM.second) * slope * slope;
        parameters[at]! -= (scale * first[at]!) / (Math.sqrt(second[at]!) + 1e-8);
      }
    }
  },
  lbfgs,
};

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** Limited-memory BFGS (Liu and Nocedal 1989) with steps halved until the loss falls. */
function lbfgs(parameters: Float64Array, loss: Loss): void {
  let gradient = new Float64Array(parameters.length);
  let value = loss(gradient);
  const steps: { readonly s: Float64Array; readonly y: Float64Array }[] = [];
  for (let step = 0; step < STEPS; step++) {
    const direction = twoLoops(gradient, steps);
    const slope = dot(direction, gradient);
    if (slope >= 0) break;
    const from = parameters.slice();
    const next = new Float64Array(parameters.length);
    let length = steps.length === 0 ? Math.min(1, 1 / Math.sqrt(-slope)) : 1;
    let reached = Infinity;
    for (let half = 0; half < 12; half++, length /= 2) {
      for (let at = 0; at < from.length; at++) parameters[at] = from[at]! + length * direction[at]!;
      reached = loss(next);
      if (reached <= value + 1e-4 * length * slope) break;
    }
    if (!(reached < value)) {
      parameters.set(from);
      break;
    }
    const s = parameters.map((now, at) => now - from[at]!);
    const y = next.map((now, at) => now - gradient[at]!);
    if (dot(s, y) > 1e-12) steps.push({ s, y });
    if (steps.length > MEMORY) steps.shift();
    [gradient, value] = [next, reached];
  }
}

function twoLoops(
  gradient: Float64Array,
  steps: readonly { readonly s: Float64Array; readonly y: Float64Array }[],
): Float64Array {
  const direction = gradient.map((slope) => -slope);
  const weights: number[] = [];
  for (const { s, y } of [...steps].reverse()) {
    const weight = dot(s, direction) / dot(s, y);
    weights.unshift(weight);
    direction.forEach((value, at) => (direction[at] = value - weight * y[at]!));
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    const scale = dot(last.s, last.y) / dot(last.y, last.y);
    direction.forEach((value, at) => (direction[at] = value * scale));
  }
  for (const [place, { s, y }] of steps.entries()) {
    const weight = weights[place]! - dot(y, direction) / dot(s, y);
    direction.forEach((value, at) => (direction[at] = value + weight * s[at]!));
  }
  return direction;
}
