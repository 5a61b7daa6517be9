import type { KernelProfile, OriginalMetric } from '../kernel/profile';

/** Numbers of one kernel and launch shape, each the mean over the launches that have it. */
export interface MeanCounters {
  /** By nvprof's names, in base units. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Values that have no nvprof counterpart, by the tool's own names, in base units. */
  readonly others: Readonly<Record<string, number>>;
  /** Mean time of those launches, ns: under the profiler that counted, clocks may be others than usual; null where not told. */
  readonly durationNs: number | null;
  /** Launches behind them. */
  readonly launches: number;
}

/** Means of counters over rows of one kernel and launch shape, weighted by their launches. */
export function meanCounters(rows: readonly KernelProfile[]): MeanCounters {
  const others = (row: KernelProfile): [string, number][] =>
    Object.entries(row.originals ?? {}).flatMap(([name, original]) => otherValue(name, original, row));
  return {
    metrics: means(rows, ({ metrics }) => Object.entries(metrics)),
    others: means(rows, others),
    durationNs:
      means(rows, ({ durationNs }) => (durationNs === null ? [] : [['time', durationNs]]))['time'] ?? null,
    launches: rows.reduce((sum, { calls }) => sum + calls, 0),
  };
}

function otherValue(
  key: string,
  { name, value }: OriginalMetric,
  { metrics }: KernelProfile,
): [string, number][] {
  return key in metrics || typeof value !== 'number' ? [] : [[name, value]];
}

function means(
  rows: readonly KernelProfile[],
  valuesOf: (row: KernelProfile) => readonly (readonly [string, number])[],
): Record<string, number> {
  const sums = new Map<string, { sum: number; calls: number }>();
  for (const row of rows)
    for (const [name, value] of valuesOf(row)) {
      const known = sums.get(name) ?? { sum: 0, calls: 0 };
      known.sum += value * row.calls;
      known.calls += row.calls;
      sums.set(name, known);
    }
  return Object.fromEntries([...sums].map(([name, { sum, calls }]) => [name, sum / calls]));
}

/** A sector of device memory, bytes. */
const SECTOR_BYTES = 32;

/**
 * Bytes that a launch moves between the GPU and its memory: counted, or rates over the time in which they were
 * counted. Null where the counters do not tell both directions.
 */
export function deviceMemoryBytes({ metrics, others, durationNs }: MeanCounters): number | null {
  const both = (of: string): number | null => {
    const [read, write] = [metrics[`dram_read_${of}`], metrics[`dram_write_${of}`]];
    return read === undefined || write === undefined ? null : read + write;
  };
  const sectors = both('transactions');
  const counted =
    both('bytes') ?? (sectors === null ? null : sectors * SECTOR_BYTES) ?? others['dram__bytes.sum'] ?? null;
  if (counted !== null || durationNs === null) return counted;
  const rate = both('throughput') ?? others['dram__bytes.sum.per_second'] ?? null;
  return rate === null ? null : (rate * durationNs) / 1e9;
}
