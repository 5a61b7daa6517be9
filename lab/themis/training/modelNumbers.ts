import type { ModelErrors, ProgressRatios } from './crossValidate';

/** Digits of the parameters in a file: more than a prediction can tell apart. */
const DIGITS = 9;

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

export function roundedRatios({ tenth, quarter }: ProgressRatios): ProgressRatios {
  return { tenth: Number(tenth.toPrecision(4)), quarter: Number(quarter.toPrecision(4)) };
}
