import data from '../data/nvprofMetricNumbers.json';
import { isPossibleMetric, nvprofMetricKind } from './metricKinds';

const METRICS: Readonly<Record<string, Readonly<Record<string, string>>>> = data.metrics;

/** Ratios: all other plain metrics are counts. */
const RATIO = /_per_request$|_per_cycle$|^achieved_occupancy$|ipc$|_replay_overhead$/;

/** The metric that CUPTI has under a number on GPUs of a compute capability; null where that is not known. */
export function metricOfNumber(computeCapability: string | undefined, id: number): string | null {
  return METRICS[computeCapability ?? '']?.[`0x${id.toString(16)}`] ?? null;
}

/**
 * A recorded value (CUPTI's CUpti_MetricValue, eight bytes): percentages and ratios are doubles, rates in bytes a second,
 * levels and counts are whole numbers. Null where it is none that the metric can have.
 */
export function recordedValue(metric: string, bytes: Uint8Array): number | null {
  const kind = nvprofMetricKind(metric);
  if (bytes.length !== 8 || kind === null) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
  const isReal = kind === 'percent' || (kind === 'plain' && RATIO.test(metric));
  const value = isReal ? view.getFloat64(0, true) : Number(view.getBigInt64(0, true));
  return Number.isFinite(value) && isPossibleMetric(metric, value, kind) ? value : null;
}
