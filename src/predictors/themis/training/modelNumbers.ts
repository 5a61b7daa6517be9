import { MODEL_INPUTS } from '../model/inputs';
import type { ModelErrors } from './crossValidate';
import { matrixOf, type TrainingSample } from './samples';

/** Digits of the parameters in a file: more than a prediction can tell apart. */
const DIGITS = 9;

/** Least and largest value of each input. */
export function rangesOf(samples: readonly TrainingSample[]): [number, number][] {
  const { inputs } = matrixOf(samples);
  return MODEL_INPUTS.map((_, column) => {
    let low = Infinity;
    let high = -Infinity;
    for (let at = column; at < inputs.length; at += MODEL_INPUTS.length) {
      low = Math.min(low, inputs[at]!);
      high = Math.max(high, inputs[at]!);
    }
    return [low, high];
  });
}

export function roundedParameters(parameters: Float64Array): number[] {
  return Array.from(parameters, (value) => Number(value.toPrecision(DIGITS)));
}

export function roundedErrors(errors: ModelErrors): ModelErrors {
  const part = ({ mean, median, worst }: ModelErrors['slowdown']): ModelErrors['slowdown'] => ({
    mean: Number(mean.toPrecision(4)),
    median: Number(median.toPrecision(4)),
    worst: Number(worst.toPrecision(4)),
  });
  return {
    slowdown: part(errors.slowdown),
    scalability: part(errors.scalability),
    interference: part(errors.interference),
  };
}
