/** A linear softmax classifier over standardised inputs. */
export interface Classifier {
  /** Mean and standard deviation of each input over the training set. */
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  /** `weights[class]`: one weight per input, then the bias. */
  readonly weights: readonly (readonly number[])[];
}

const STEPS = 2000;
const RATE = 0.5;
const DECAY = 1e-3;

/** Fits by full-batch gradient descent on cross-entropy with weight decay; deterministic, from zero weights. */
export function fitClassifier(
  inputs: readonly (readonly number[])[],
  labels: readonly number[],
  classes: number,
): Classifier {
  const { means, deviations } = momentsOf(inputs);
  const rows = inputs.map((row) => [...scaled(row, means, deviations), 1]);
  const weights = Array.from({ length: classes }, () => new Array<number>(rows[0]!.length).fill(0));
  for (let step = 0; step < STEPS; step++) descend(weights, rows, labels);
  return { means, deviations, weights };
}

/** The likeliest class of an input. */
export function classify(classifier: Classifier, input: readonly number[]): number {
  const row = [...scaled(input, classifier.means, classifier.deviations), 1];
  const scores = classifier.weights.map((weights) => dot(weights, row));
  return scores.indexOf(Math.max(...scores));
}

function descend(weights: number[][], rows: readonly (readonly number[])[], labels: readonly number[]): void {
  const slopes = weights.map((row) => row.map((weight) => DECAY * weight));
  rows.forEach((row, at) => {
    softmax(weights.map((own) => dot(own, row))).forEach((share, label) => {
      const error = (share - (labels[at] === label ? 1 : 0)) / rows.length;
      row.forEach((value, axis) => (slopes[label]![axis]! += error * value));
    });
  });
  weights.forEach((own, label) => own.forEach((_, axis) => (own[axis]! -= RATE * slopes[label]![axis]!)));
}

function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, axis) => sum + value * b[axis]!, 0);

const scaled = (row: readonly number[], means: readonly number[], deviations: readonly number[]): number[] =>
  row.map((value, axis) => (value - means[axis]!) / deviations[axis]!);

/** A constant input keeps a deviation of 1 and so becomes 0. */
function momentsOf(rows: readonly (readonly number[])[]): { means: number[]; deviations: number[] } {
  const means = rows[0]!.map((_, axis) => rows.reduce((sum, row) => sum + row[axis]!, 0) / rows.length);
  const deviations = means.map((mean, axis) => {
    const variance = rows.reduce((sum, row) => sum + (row[axis]! - mean) ** 2, 0) / rows.length;
    return variance > 0 ? Math.sqrt(variance) : 1;
  });
  return { means, deviations };
}
