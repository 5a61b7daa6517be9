import type { KernelProfile } from '../kernel/profile';
import { COMPARED_METRICS, hasStalls, type MetricGroup } from './comparedMetrics';
import type { KernelMeasurement } from './measure';

/** One metric of a fitted program beside the profile. */
export interface Residual {
  readonly metric: string;
  readonly group: MetricGroup | 'duration';
  readonly measured: number;
  readonly simulated: number;
  /** (simulated − measured) / measured; for shares, simulated − measured. Null where measured is 0 and simulated is not. */
  readonly residual: number | null;
  readonly scale: 'relative' | 'points';
}

/** Weight of each group of metrics in the score. */
export type ResidualWeights = Readonly<Record<MetricGroup | 'duration', number>>;

/**
 * Weights for fits that serve predictions: duration and its reciprocals (IPC, eligible warps) weigh nothing.
 * Stall reasons weigh less than counts, since simulator and hardware divide them somewhat differently.
 */
export const PREDICTIVE_WEIGHTS: ResidualWeights = {
  instructions: 1,
  traffic: 1,
  shape: 1,
  stalls: 0.5,
  rates: 0,
  duration: 0,
};

/** Stall reasons are left out, too: they say less about an unseen launch than counts and traffic do. */
export const BACKGROUND_WEIGHTS: ResidualWeights = { ...PREDICTIVE_WEIGHTS, stalls: 0 };

/** For a program that is to take the measured time: duration weighs as much as ten counts. */
export const DURATION_WEIGHTS: ResidualWeights = { ...PREDICTIVE_WEIGHTS, rates: 0.5, duration: 10 };

/** Every metric that both sides have, and the duration. */
export function residualsOf(profile: KernelProfile, measurement: KernelMeasurement): readonly Residual[] {
  const read = (metric: string) => {
    const value = profile.metrics[metric];
    return value !== undefined && Number.isFinite(value) ? value : null;
  };
  const stalled = hasStalls(measurement.counters);
  const compared = COMPARED_METRICS.flatMap(({ name, group, scale, ...side }): Residual[] => {
    const measured = side.measured(read);
    const simulated = side.simulated(measurement);
    if (measured === null || simulated === null || (group === 'stalls' && !stalled)) return [];
    return [
      { metric: name, group, measured, simulated, scale, residual: differ(measured, simulated, scale) },
    ];
  });
  return [...compared, ...durationResidual(profile, measurement)];
}

function durationResidual({ durationNs }: KernelProfile, measurement: KernelMeasurement): Residual[] {
  const simulated = measurement.durationNs;
  if (durationNs === null || durationNs <= 0 || simulated === null) return [];
  return [
    {
      metric: 'duration',
      group: 'duration',
      measured: durationNs,
      simulated,
      scale: 'relative',
      residual: differ(durationNs, simulated, 'relative'),
    },
  ];
}

function differ(measured: number, simulated: number, scale: Residual['scale']): number | null {
  const difference = simulated - measured;
  if (scale === 'points' || difference === 0) return difference;
  return measured === 0 ? null : difference / measured;
}

/**
 * Weighted mean of the absolute residuals, each of them at most 1 (a total that is not there on one side
 * counts 1): 0 is a perfect fit, 1 is also what nothing to compare gives.
 */
export function scoreOf(residuals: readonly Residual[], weights: ResidualWeights): number {
  let sum = 0;
  let weight = 0;
  for (const { group, residual } of residuals) {
    sum += weights[group] * Math.min(1, Math.abs(residual ?? 1));
    weight += weights[group];
  }
  return weight === 0 ? 1 : sum / weight;
}
