import type { ScenarioApp } from '../../../src/kernel/scenario';
import { runRound, type RunLimits } from './measure';

/** Share of the performance on all SMs from which on more SMs count as useless. */
export const SATURATED = 0.95;

/**
 * The fewest SMs, in steps of `step`, on which a workload reaches `SATURATED` of what it does on `sms`. Speed is
 * instructions per cycle within the limits.
 */
export function saturationSms(
  app: ScenarioApp,
  gpu: string,
  sms: number,
  step: number,
  limits: RunLimits,
): { readonly saturationSms: number; readonly quarterSpeed: number } {
  const speeds = new Map<number, number>();
  const speed = (count: number): number => {
    const known = speeds.get(count) ?? runRound(app, gpu, limits, count).apps[0]!.ipc;
    speeds.set(count, known);
    return known;
  };
  const goal = SATURATED * speed(sms);
  let [low, high] = [0, sms / step];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (speed(middle * step) >= goal) high = middle;
    else low = middle;
  }
  return { saturationSms: high * step, quarterSpeed: speed(sms / 4) / speed(sms) };
}
