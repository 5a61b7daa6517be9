import { message, type Words } from '../kernel/message';
import type { KernelProfile } from '../kernel/profile';
import { InputError } from '../kernel/result';
import { isPossibleMetric, nvprofMetricKind } from '../profiles/nvprof/metricKinds';
import type { FitAssumption, FitInput } from './assumption';

/** Counts from here on are no longer exact as floating-point numbers. */
const LARGEST_COUNT = Number.MAX_SAFE_INTEGER;

/** The counters of one kernel as the fit reads them: checked, and with a record of what was used. */
export class CounterReader {
  private readonly used = new Map<string, number>();
  private readonly taken = new Map<string, FitAssumption>();

  constructor(readonly profile: KernelProfile) {}

  /**
   * The first of these metrics that the profile has, in base units; null when it has none.
   *
   * @throws InputError naming file, line and metric for a value that no counter can have.
   */
  read(...metrics: readonly string[]): number | null {
    for (const metric of metrics) {
      const value = this.profile.metrics[metric];
      if (value === undefined) continue;
      this.check(metric, value);
      this.used.set(metric, value);
      return value;
    }
    return null;
  }

  /** A share from 0 to 1: nvprof prints hit rates, efficiencies and stall reasons in percent. */
  share(...metrics: readonly string[]): number | null {
    const percent = this.read(...metrics);
    return percent === null ? null : Math.min(1, percent / 100);
  }

  /** The value taken for a missing or contradictory counter; the first assumption on a metric stands. */
  assume(assumption: FitAssumption): number {
    if (!this.taken.has(assumption.metric)) this.taken.set(assumption.metric, assumption);
    return assumption.value;
  }

  /** A fault of the profile, at the kernel's line. */
  fault(reason: Words): InputError {
    const { name, location } = this.profile;
    return new InputError(
      message('fitting.ofKernel', { name, what: reason }),
      'bad-counters',
      location.path,
      location.line,
    );
  }

  get inputs(): readonly FitInput[] {
    return [...this.used].map(([metric, value]) => ({ metric, value }));
  }

  get assumptions(): readonly FitAssumption[] {
    return [...this.taken.values()];
  }

  private check(metric: string, value: number): void {
    const kind = nvprofMetricKind(metric) ?? 'plain';
    if (!Number.isFinite(value) || !isPossibleMetric(metric, value, kind) || value > LARGEST_COUNT)
      throw this.fault(message('fitting.impossibleValue', { metric, value }));
  }
}
