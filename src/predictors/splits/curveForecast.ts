import type { SlowdownFactors, SplitForecast } from '../forecast';
import { ProgressCurve } from './progressCurve';

/** The paper's forecast: interference stays as it is, scaling follows a curve (equations 9 and 10). */
export function constantInterference(app: number, curve: ProgressCurve, interference: number): SplitForecast {
  return { at: (allocation) => ({ scalability: 1 / curve.at(allocation[app]!), interference }) };
}

/**
 * As `constantInterference`, of an application that was seen under one allocation only.
 *
 * @param sms those that it had
 * @param lost what it lost on them
 * @param total SMs of the GPU
 */
export function curveForecast(app: number, sms: number, lost: SlowdownFactors, total: number): SplitForecast {
  const curve = new ProgressCurve(total);
  curve.add(sms, 1 / lost.scalability);
  return constantInterference(app, curve, lost.interference);
}
