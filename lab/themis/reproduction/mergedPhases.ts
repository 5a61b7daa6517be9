import type { CounterRates } from '../../../src/predictors/counting/rates';
import { meanRates } from '../../../src/predictors/counting/meanRates';
import { phaseCycles, type Phase } from '../../../src/predictors/counting/phaseSeries';

/** All phases of a co-run in which the same kernels met, taken together. */
export interface MergedPhase {
  readonly cycles: number;
  readonly apps: readonly MergedShare[];
}

export interface MergedShare {
  readonly kernel: number;
  readonly active: boolean;
  /** Whether the phase counts for this application: it lies before the end of its first round. */
  readonly counts: boolean;
  /** Means over the phases, weighted with their lengths. */
  readonly events: CounterRates;
}

/**
 * Phases grouped by who ran and whose first round was under way, so that a result file stays small.
 *
 * @param periodCycles phases that begin in different periods of this length are kept apart
 */
export function mergePhases(
  phases: readonly Phase[],
  endCycles: readonly number[],
  periodCycles = Infinity,
): MergedPhase[] {
  const groups = new Map<string, Phase[]>();
  for (const phase of phases) {
    const who = phase.apps.map(
      ({ kernel, active }, app) => `${kernel},${active},${phase.toCycle <= endCycles[app]!}`,
    );
    const key = [...who, Math.floor(phase.fromCycle / periodCycles)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), phase]);
  }
  return [...groups.values()].map((group) => {
    const cycles = group.reduce((sum, phase) => sum + phaseCycles(phase), 0);
    return {
      cycles,
      apps: group[0]!.apps.map(({ kernel, active }, app) => ({
        kernel,
        active,
        counts: group[0]!.toCycle <= endCycles[app]!,
        events: meanRates(group, app),
      })),
    };
  });
}
