import type { Phase } from '../../counting/phaseSeries';
import { ProgressCurve } from '../../splits/progressCurve';
import { constantInterference } from '../../splits/curveForecast';
import {
  currentPhases,
  type EpochForecast,
  type OnlinePredictor,
  type SlowdownEstimator,
} from '../../forecast';

/**
 * The paper's proactive prediction: a progress curve of every kernel that gains a point in each epoch, and the
 * interference of the last epoch (section VII-A).
 */
export class ProgressCurves implements OnlinePredictor {
  private readonly curves = new Map<number, ProgressCurve>();

  /**
   * @param sms SMs of the whole GPU
   * @param curveOf a whole curve of an application in a phase, where the predictor knows one (GPM)
   */
  constructor(
    private readonly estimator: SlowdownEstimator,
    private readonly sms: number,
    private readonly curveOf?: (phase: Phase, app: number) => ProgressCurve,
  ) {}

  /**
   * A kernel that has only just been launched has no events yet: what its application lost in the epoch stands in.
   */
  observe(epoch: readonly Phase[]): readonly EpochForecast[] {
    const last = epoch.at(-1)!;
    const overall = this.estimator.estimate(epoch);
    return last.apps.map(({ kernel, sms }, app) => {
      const own = currentPhases(epoch, app);
      const lost = own.length === 0 ? overall[app]! : this.estimator.estimate(own)[app]!;
      if (own.length > 0) this.curveOfKernel(kernel).add(sms, 1 / lost.scalability);
      const curve = this.curveOf?.(last, app) ?? this.curveOfKernel(kernel);
      return { lost, forecast: constantInterference(app, curve, lost.interference) };
    });
  }

  private curveOfKernel(kernel: number): ProgressCurve {
    const found = this.curves.get(kernel) ?? new ProgressCurve(this.sms);
    this.curves.set(kernel, found);
    return found;
  }
}
