import { CONTENTION_METRICS, CONTENTION_RESOURCES, RESOURCE_TYPES } from './resources';
import type { ContentionMetric, ResourceType } from './resources';
import type { ResourceUse } from '../../port';

/** The outcome of the max method for kernels whose blocks share the SMs. */
export interface Contention {
  /** C′: by how much the average block time of every kernel grows; 1 or more. */
  readonly factor: number;
  /** C_type of each resource type. */
  readonly byType: Readonly<Record<ResourceType, number>>;
  /** The metric that sets the factor; null while nothing is contended. */
  readonly limitedBy: ContentionMetric | null;
}

/**
 * Contention factor of kernels that run at the same time, dissertation equations 4.14 to 4.17: per metric
 * the sum of utilizations if above 1, per type and overall the maximum. The average block time of each
 * kernel is multiplied by `factor`.
 */
export function contention(kernels: readonly Pick<ResourceUse, 'values'>[]): Contention {
  const byType: Record<ResourceType, number> = { occupancy: 1, functionUnit: 1, memory: 1, compute: 1 };
  let factor = 1;
  let limitedBy: ContentionMetric | null = null;
  for (const metric of CONTENTION_METRICS) {
    const sum = kernels.reduce((total, kernel) => total + (kernel.values[metric] ?? 0), 0);
    const type = CONTENTION_RESOURCES[metric].type;
    byType[type] = Math.max(byType[type], sum);
    if (sum > factor) [factor, limitedBy] = [sum, metric];
  }
  return { factor: Math.max(...RESOURCE_TYPES.map((type) => byType[type])), byType, limitedBy };
}
