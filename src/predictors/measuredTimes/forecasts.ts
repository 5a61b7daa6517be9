import type { TimedApplication } from '../../kernel/measuredTimes';
import type { SplitForecast } from '../forecast';
import { FITTED_LAW } from './fitted';
import { loadSlowdowns, type LoadLaw, type MemoryRates } from './memoryLoad';
import { timeCurve } from './timeCurve';

/**
 * What timed applications lose on parts of a GPU: by fewer SMs what was measured, by each other what their use of L2 cache
 * and DRAM makes likely.
 *
 * @param sms SMs of the GPU
 * @param peakGBs peak of its DRAM
 */
export function timedForecasts(
  applications: readonly TimedApplication[],
  { sms, peakGBs }: { readonly sms: number; readonly peakGBs: number },
  law: LoadLaw = FITTED_LAW,
): readonly SplitForecast[] {
  const curves = applications.map(timeCurve);
  const interferences = remembered((allocation: readonly number[]) => {
    const rates = applications.map((one, at) => ratesIn(one, curves[at]!.at(allocation[at]!)));
    return loadSlowdowns(rates, peakGBs * 1e9, law);
  });
  return curves.map((curve, app) => ({
    at: (allocation) => ({
      scalability: curve.at(allocation[app]!) / curve.at(sms),
      interference: interferences(allocation)[app]!,
    }),
  }));
}

/** What an application moves in a second whose run takes so long. */
export function ratesIn(
  { dramMB, l2MB }: Pick<TimedApplication, 'dramMB' | 'l2MB'>,
  us: number,
): MemoryRates {
  return { dram: (dramMB * 1e12) / us, l2: (l2MB * 1e12) / us };
}

/** The answer to the same allocation as before is not worked out for each application again. */
function remembered(answer: (allocation: readonly number[]) => readonly number[]) {
  let [key, last]: [string, readonly number[]] = ['', []];
  return (allocation: readonly number[]): readonly number[] => {
    const next = allocation.join();
    if (next !== key) [key, last] = [next, answer(allocation)];
    return last;
  };
}
