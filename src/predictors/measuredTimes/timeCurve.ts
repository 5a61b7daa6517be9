import type { TimedApplication } from '../../kernel/measuredTimes';

/** Time of an application over its SMs. */
export interface TimeCurve {
  /** SMs for which it was measured, ascending. */
  readonly measured: readonly number[];
  /** µs on so many SMs, at least one. */
  at(sms: number): number;
}

/**
 * A power law between every two measured points. Below the least one time is taken to grow as SMs are taken away, which no
 * application exceeds whose SMs do all the work; above the most it stays. A point that is told twice counts with its
 * shortest time.
 */
export function timeCurve({ times }: Pick<TimedApplication, 'times'>): TimeCurve {
  const shortest = new Map<number, number>();
  for (const { sms, us } of times) shortest.set(sms, Math.min(us, shortest.get(sms) ?? Infinity));
  const points = [...shortest].sort(([a], [b]) => a - b);
  return {
    measured: points.map(([sms]) => sms),
    at: (sms) => {
      const next = points.findIndex(([measured]) => measured >= sms);
      if (next < 0) return points.at(-1)![1];
      const [highSms, highUs] = points[next]!;
      if (next === 0) return (highUs * highSms) / sms;
      const [lowSms, lowUs] = points[next - 1]!;
      const share = Math.log(sms / lowSms) / Math.log(highSms / lowSms);
      return lowUs * (highUs / lowUs) ** share;
    },
  };
}
