import { ThemisEstimator } from '../estimator';
import { coRunnerPressures, type Pressure, type ThemisEvents } from '../events';
import { meanEvents } from '../meanEvents';
import { phaseCycles, type EventPhase, type Phase } from '../phaseSeries';
import type { KernelSlowdown, SlowdownModel } from '../slowdownModel';
import { currentPhases, type Expectation, type Outlook, type ProactivePredictor } from './outlook';

/** A network that reads events counted under one share of the SMs and tells of another. */
export interface ElsewhereModel {
  /**
   * @param smFraction share of the SMs that is asked about
   * @param countedFraction share under which the events were counted
   */
  predict(
    smFraction: number,
    own: ThemisEvents,
    coRunners: Pressure,
    countedFraction: number,
  ): KernelSlowdown;
}

/**
 * Proactive prediction of our own, beside equations 9 and 10: a network that has been trained on pairs of splits
 * tells both factors under every other split from the events of this one, so that interference changes with the
 * SMs too.
 */
export class LearnedOutlooks implements ProactivePredictor {
  private readonly estimator: ThemisEstimator;
  /** By kernel, what its last epoch at each count of SMs lets expect. */
  private readonly seen = new Map<number, Map<number, Outlook>>();

  /** @param sms SMs of the whole GPU */
  constructor(
    here: SlowdownModel,
    private readonly elsewhere: ElsewhereModel,
    private readonly sms: number,
  ) {
    this.estimator = new ThemisEstimator(here, sms);
  }

  /** An application whose kernel has only just been launched is judged by the whole epoch. */
  observe(epoch: readonly Phase[]): readonly Expectation[] {
    return epoch.at(-1)!.apps.map((_, app) => {
      const current = currentPhases(epoch, app);
      const phases = current.length > 0 ? current : epoch;
      const lost = this.estimator.estimate(phases)[app]!;
      const outlook = learnedOutlook(this.elsewhere, phases, app, this.sms);
      if (current.length === 0) return { lost, outlook };
      const { kernel, sms } = epoch.at(-1)!.apps[app]!;
      const outlooks = this.seen.get(kernel) ?? new Map<number, Outlook>();
      this.seen.set(kernel, outlooks);
      outlooks.set(sms, outlook);
      return { lost, outlook: meanOutlook(outlooks, app, this.sms) };
    });
  }
}

/** At this distance, as a share of the GPU, an epoch counts half of one at the split itself. */
const HALF = 1 / 12;

/** Geometric mean of what epochs at several counts of SMs let expect, the nearer the more. */
function meanOutlook(seen: ReadonlyMap<number, Outlook>, app: number, total: number): Outlook {
  const points = [...seen];
  return {
    at: (allocation) => {
      const weights = points.map(([sms]) => 1 / (1 + Math.abs(sms - allocation[app]!) / (total * HALF)));
      const sum = weights.reduce((a, b) => a + b, 0);
      const factors = points.map(([, outlook]) => outlook.at(allocation));
      const mean = (part: keyof KernelSlowdown): number =>
        Math.exp(factors.reduce((log, one, i) => log + weights[i]! * Math.log(one[part]), 0) / sum);
      return { scalability: mean('scalability'), interference: mean('interference') };
    },
  };
}

/**
 * The outlook of an application from some phases at one split.
 *
 * @param total SMs of the whole GPU
 */
export function learnedOutlook(
  model: ElsewhereModel,
  phases: readonly EventPhase[],
  app: number,
  total: number,
): Outlook {
  const active = phases.filter(({ apps }) => apps[app]!.active);
  if (active.length === 0) return { at: () => ({ scalability: 1, interference: 1 }) };
  const cycles = active.reduce((sum, phase) => sum + phaseCycles(phase), 0);
  const events = active[0]!.apps.map((_, other) => meanEvents(active, other, cycles));
  const beside = coRunnerPressures(events)[app]!;
  const counted = active[0]!.apps[app]!.sms / total;
  const known = new Map<number, KernelSlowdown>();
  return {
    at: (allocation) => {
      const sms = allocation[app]!;
      const found = known.get(sms) ?? model.predict(sms / total, events[app]!, beside, counted);
      known.set(sms, found);
      return found;
    },
  };
}
