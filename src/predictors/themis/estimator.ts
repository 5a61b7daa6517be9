import { ApplicationSlowdown } from './applicationSlowdown';
import { coRunnerPressures } from './events';
import { phaseCycles, type EventPhase } from '../counting/phaseSeries';
import type { SlowdownEstimator, SlowdownFactors } from '../forecast';
import type { SlowdownModel } from './slowdownModel';

const UNDISTURBED: SlowdownFactors = { scalability: 1, interference: 1 };

/** Themis: the kernel slowdown model on the shared-mode events of each phase (equations 5 and 7). */
export class ThemisEstimator implements SlowdownEstimator {
  constructor(
    private readonly model: SlowdownModel,
    /** SMs of the whole GPU. */
    private readonly sms: number,
  ) {}

  estimate(phases: readonly EventPhase[]): readonly SlowdownFactors[] {
    const totals = (phases[0]?.apps ?? []).map(() => new ApplicationSlowdown());
    for (const phase of phases)
      this.predictPhase(phase).forEach((slowdown, app) => totals[app]!.add(phaseCycles(phase), slowdown));
    return totals.map((total) => total.factors);
  }

  /** An application without anything on the GPU loses nothing: the latency of a launch is the same alone. */
  private predictPhase(phase: EventPhase): readonly SlowdownFactors[] {
    const pressures = coRunnerPressures(phase.apps.map((share) => share.events));
    return phase.apps.map((share, app) =>
      share.active ? this.model.predict(share.sms / this.sms, share.events, pressures[app]!) : UNDISTURBED,
    );
  }
}
