import { mean } from '../../stats/means';
import { quantile } from '../../stats/quantile';

/** What a service must keep beside others. */
export interface QosTarget {
  /** Latency over that alone, at most. */
  readonly slowdown: number;
  /** Latency at most, ns; null for no bound. */
  readonly ns: number | null;
  /** Of all queries the mean, or what 95 % of them keep. */
  readonly of: 'mean' | 'p95';
}

/** Latencies of a service, ns; Infinity where queries starve. */
export interface Latency {
  readonly mean: number;
  readonly p95: number;
}

export function latencyOf(queries: readonly number[]): Latency {
  const p95 = quantile(queries, 0.95);
  return { mean: mean(queries), p95: Number.isNaN(p95) ? Infinity : p95 };
}

/** Whether a latency keeps a target, alone being `aloneNs`. */
export function isKept(latency: Latency, { slowdown, ns, of }: QosTarget, aloneNs: number): boolean {
  const value = latency[of];
  return value <= slowdown * aloneNs && (ns === null || value <= ns);
}
