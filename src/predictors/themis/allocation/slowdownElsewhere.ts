import { ApplicationSlowdown } from '../applicationSlowdown';
import { phaseCycles, type EventPhase } from '../../counting/phaseSeries';
import { slowdownOf, type SplitForecast } from '../../forecast';

/**
 * Slowdown of an application under another allocation than that of its phases. What a phase takes alone stays what it
 * is; how long it takes there follows from its forecast, and so does its weight (equation 5). The latency of a launch
 * stays as it is.
 *
 * @param forecastOf what a phase in which the application is active lets expect of it
 */
export function slowdownElsewhere<P extends EventPhase>(
  phases: readonly P[],
  app: number,
  allocation: readonly number[],
  forecastOf: (phase: P) => SplitForecast,
): number {
  const there = new ApplicationSlowdown();
  for (const phase of phases) {
    const cycles = phaseCycles(phase);
    if (!phase.apps[app]!.active) {
      there.add(cycles, { scalability: 1, interference: 1 });
      continue;
    }
    const forecast = forecastOf(phase);
    const alone = cycles / slowdownOf(forecast.at(phase.apps.map(({ sms }) => sms)));
    const slowdown = forecast.at(allocation);
    there.add(alone * slowdownOf(slowdown), slowdown);
  }
  return there.slowdown;
}
