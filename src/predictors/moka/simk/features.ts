import type { Classification } from '../classification/classify';

/** Features of memory-bound kernels, dissertation table 4.6. */
export const MEMORY_FEATURES = [
  'c2m_ratio',
  'ipc',
  'achieved_occupancy',
  'issue_slot_utilization',
  'eligible_warps_per_cycle',
  'gld_ratio',
  'gst_ratio',
  'sld_ratio',
  'sst_ratio',
  'shared_utilization',
] as const;

/** Features of compute-bound kernels, dissertation table 4.6. */
export const COMPUTE_FEATURES = [
  'm2c_ratio',
  'ipc',
  'achieved_occupancy',
  'issue_slot_utilization',
  'eligible_warps_per_cycle',
  'dp_fu_util',
  'sp_fu_util',
] as const;

export type FeatureName = (typeof MEMORY_FEATURES)[number] | (typeof COMPUTE_FEATURES)[number];

export type Features = Readonly<Partial<Record<FeatureName, number>>>;

/** What the load and store ratios are relative to. */
export interface BandwidthDivisors {
  readonly globalBytesPerSecond: number;
  readonly sharedBytesPerSecond: number;
}

/** The features that describe a kernel of that class. */
export function featureNames(kernelClass: Classification['class']): readonly FeatureName[] {
  return kernelClass === 'memory-bound' ? MEMORY_FEATURES : COMPUTE_FEATURES;
}

/**
 * Features of a kernel from its class and nvprof metrics; what the metrics do not give is left out.
 * Following the author's vectors, utilization levels of function units are divided by 10 (the sum of
 * single-precision and special units by 20), the level of shared memory stays 0 to 10.
 */
export function featuresOf(
  classification: Pick<Classification, 'class' | 'computeClocks' | 'memoryClocks'>,
  metrics: Readonly<Record<string, number>>,
  divisors: BandwidthDivisors,
): Features {
  const { computeClocks, memoryClocks } = classification;
  const over = (name: string, divisor: number) => quotient(metrics[name], divisor);
  const common = {
    ipc: over('ipc', 1),
    achieved_occupancy: over('achieved_occupancy', 1),
    issue_slot_utilization: over('issue_slot_utilization', 100),
    eligible_warps_per_cycle: over('eligible_warps_per_cycle', 1),
  };
  if (classification.class === 'memory-bound')
    return present({
      ...common,
      c2m_ratio: quotient(computeClocks, memoryClocks),
      gld_ratio: over('gld_throughput', divisors.globalBytesPerSecond),
      gst_ratio: over('gst_throughput', divisors.globalBytesPerSecond),
      sld_ratio: over('shared_load_throughput', divisors.sharedBytesPerSecond),
      sst_ratio: over('shared_store_throughput', divisors.sharedBytesPerSecond),
      shared_utilization: over('shared_utilization', 1),
    });
  const single = over('single_precision_fu_utilization', 20);
  const special = over('special_fu_utilization', 20);
  return present({
    ...common,
    m2c_ratio: quotient(memoryClocks, computeClocks),
    dp_fu_util: over('double_precision_fu_utilization', 10),
    sp_fu_util: single === undefined || special === undefined ? undefined : single + special,
  });
}

function quotient(value: number | undefined, divisor: number): number | undefined {
  const result = value === undefined ? Number.NaN : value / divisor;
  return Number.isFinite(result) ? result : undefined;
}

function present(features: Partial<Record<FeatureName, number | undefined>>): Features {
  return Object.fromEntries(
    Object.entries(features).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}
