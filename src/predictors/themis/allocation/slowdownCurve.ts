import { nonIncreasing } from '../../../stats/isotonic';
import type { SlowdownFactors } from '../../forecast';

/** Slowdown of an application with 1, 2, … and all SMs of the GPU. */
export type SlowdownCurve = readonly SlowdownFactors[];

/** @param sms SMs of the whole GPU */
export function curveOf(slowdownAt: (sms: number) => SlowdownFactors, sms: number): SlowdownCurve {
  return Array.from({ length: sms }, (_, i) => slowdownAt(i + 1));
}

/** At this distance, as a share of the GPU, what is known of a split counts half. */
const HALF = 1 / 12;

/** How much what is known under one share of the SMs counts under another: 1 there, the less the farther. */
export function nearness(share: number, other: number): number {
  return 1 / (1 + Math.abs(share - other) / HALF);
}

/** Geometric mean of the curves that were seen at several counts of SMs, the nearer the more. */
export function meanCurve(seen: ReadonlyMap<number, SlowdownCurve>): SlowdownCurve {
  const curves = [...seen];
  const total = curves[0]![1].length;
  return curveOf((sms) => {
    const weights = curves.map(([at]) => nearness(sms / total, at / total));
    const sum = weights.reduce((a, b) => a + b, 0);
    const mean = (part: keyof SlowdownFactors): number => {
      const logarithm = curves.reduce(
        (log, [, curve], i) => log + weights[i]! * Math.log(curve[sms - 1]![part]),
        0,
      );
      return Math.exp(logarithm / sum);
    };
    return { scalability: mean('scalability'), interference: mean('interference') };
  }, total);
}

/**
 * The curve nearest to another on which progress never falls with more SMs, neither alone nor in the co-run:
 * least squares of the logarithms of SD_scal and of SD.
 */
export function monotone(curve: SlowdownCurve): SlowdownCurve {
  const alone = nonIncreasing(curve.map(({ scalability }) => Math.log(scalability)));
  const shared = nonIncreasing(
    curve.map(({ scalability, interference }) => Math.log(scalability * interference)),
  );
  return alone.map((logarithm, i) => ({
    scalability: Math.exp(logarithm),
    interference: Math.exp(shared[i]! - logarithm),
  }));
}
