import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';

/** How far predicted slowdowns are from measured ones, as shares of the measured. */
export interface SlowdownErrors {
  readonly slowdowns: number;
  readonly mean: number;
  readonly median: number;
  readonly worst: number;
  /** Geometric mean of predicted over measured. */
  readonly bias: number;
}

/** @param pairs of predicted and measured slowdowns, at least one */
export function errorsOf(pairs: readonly (readonly [predicted: number, measured: number])[]): SlowdownErrors {
  const errors = pairs.map(([predicted, measured]) => Math.abs(predicted / measured - 1));
  return {
    slowdowns: pairs.length,
    mean: mean(errors),
    median: median(errors),
    worst: Math.max(...errors),
    bias: Math.exp(mean(pairs.map(([predicted, measured]) => Math.log(predicted / measured)))),
  };
}

/** Errors of one answer for all: the mean of what was measured. */
export function errorsOfConstant(measured: readonly number[]): SlowdownErrors {
  const same = mean(measured);
  return errorsOf(measured.map((slowdown) => [same, slowdown]));
}
