import { message } from '../../../kernel/message';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { Assumption, Origin } from '../../../kernel/origin';
import type { Result } from '../../../kernel/result';
import { CONTENTION_METRICS, CONTENTION_RESOURCES, RESOURCE_TYPES, type ContentionMetric } from './resources';

/** How much of each shared resource a kernel uses when it runs alone, 0 to 1. */
export interface Utilization {
  readonly values: Readonly<Partial<Record<ContentionMetric, number>>>;
  /** Resources of table 4.7 for which nothing was known. */
  readonly missing: readonly ContentionMetric[];
  /** `measured` from a profile, `assumed` from an estimate. */
  readonly origin: Origin;
  readonly assumptions: readonly Assumption[];
}

/**
 * Utilizations from nvprof metrics: levels over 10, percents over 100, eligible warps over the schedulers
 * of an SM. Each is clamped to 1, so that a kernel alone has contention factor 1.
 */
export function utilizationFromMetrics(
  metrics: Readonly<Record<string, number>>,
  gpu: GpuSpec,
): Result<Utilization> {
  const divisors = { level: 10, percent: 100, 'per-scheduler': gpu.limits.subPartitions };
  const values: Partial<Record<ContentionMetric, number>> = {};
  for (const name of CONTENTION_METRICS) {
    const metric = metrics[name];
    if (metric !== undefined && Number.isFinite(metric))
      values[name] = clamp(metric / divisors[CONTENTION_RESOURCES[name].scale]);
  }
  const missing = CONTENTION_METRICS.filter((name) => values[name] === undefined);
  const covered = new Set(
    CONTENTION_METRICS.filter((name) => values[name] !== undefined).map(
      (name) => CONTENTION_RESOURCES[name].type,
    ),
  );
  const uncovered = RESOURCE_TYPES.filter((type) => !covered.has(type));
  if (uncovered.includes('functionUnit') || uncovered.includes('memory'))
    return {
      ok: false,
      error: {
        code: 'missing-metrics',
        said: message('predictors.profileLacksAll', { resources: uncovered }),
      },
    };
  return {
    ok: true,
    value: { values, missing, origin: 'measured', assumptions: missingAssumption(missing) },
  };
}

/** Keeps a utilization within 0 to 1. */
export function clamp(utilization: number): number {
  return Math.min(1, Math.max(0, utilization));
}

/** The assumption that unknown resources are not contended, when there are any. */
export function missingAssumption(missing: readonly ContentionMetric[]): readonly Assumption[] {
  return missing.length === 0
    ? []
    : [
        {
          key: 'moka:uncontended',
          value: '',
          text: message('predictors.contention.idle', { resources: missing }),
        },
      ];
}
