import type { KernelProfile, ValueRange } from '../../kernel/profile';

/** Mean, least and most of each metric over launches. */
export class MetricSums {
  private readonly sums = new Map<string, { sum: number; min: number; max: number; count: number }>();

  add(name: string, value: number): void {
    const total = this.sums.get(name);
    if (total === undefined) this.sums.set(name, { sum: value, min: value, max: value, count: 1 });
    else {
      total.sum += value;
      total.count++;
      total.min = Math.min(total.min, value);
      total.max = Math.max(total.max, value);
    }
  }

  /** Values of the metric that has most. */
  get count(): number {
    return Math.max(0, ...[...this.sums.values()].map(({ count }) => count));
  }

  values(): Required<Pick<KernelProfile, 'metrics' | 'metricRanges'>> {
    const metrics: Record<string, number> = {};
    const metricRanges: Record<string, ValueRange> = {};
    for (const [name, { sum, min, max, count }] of this.sums) {
      metrics[name] = sum / count;
      metricRanges[name] = { min, max };
    }
    return { metrics, metricRanges };
  }
}
