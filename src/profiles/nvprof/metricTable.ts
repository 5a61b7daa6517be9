import { message } from '../../kernel/message';
import type { DeviceMetrics, KernelProfile, ValueRange } from '../../kernel/profile';
import type { ProfileBuilder } from '../builder';
import { Interned, ownCopy } from '../groups';
import { NamedValues, RecordMaker } from '../namedValues';
import type { Quantity } from '../quantity';
import { splitDevice } from './device';

/** The three aggregates of one metric or event over the launches of a kernel. */
export interface Aggregates {
  readonly min: Quantity;
  readonly max: Quantity;
  readonly avg: Quantity;
}

/** Metrics and events of one kernel, or of one device when there is no kernel. */
export class MetricEntry {
  readonly metrics: NamedValues<number>;
  readonly ranges: NamedValues<ValueRange>;
  readonly events: NamedValues<number>;
  readonly instances: Record<string, readonly number[]> = {};

  /** @param before the entry before, which probably has the same metrics */
  constructor(
    readonly device: string,
    readonly kernel: string | null,
    readonly calls: number,
    readonly line: number,
    readonly inRun: { run?: number },
    before: MetricEntry | null,
  ) {
    this.metrics = new NamedValues(before?.metrics ?? null);
    this.ranges = new NamedValues(before?.ranges ?? null);
    this.events = new NamedValues(before?.events ?? null);
  }
}

/**
 * Gathers the rows of metric and event tables into one profile a kernel. The tables of one run
 * follow each other and share it; `flush` hands everything to the builder.
 */
export class MetricGatherer {
  private readonly entries = new Map<string, MetricEntry>();
  private readonly names = new Interned();
  private readonly records = new EntryRecords();
  private last: MetricEntry | null = null;

  constructor(private readonly builder: ProfileBuilder) {}

  entry(device: string, kernel: string | null, calls: number, line: number): MetricEntry {
    const { run } = this.builder.inRun;
    const last = this.last;
    // The rows of one kernel follow each other.
    if (last?.kernel === kernel && last.device === device && last.calls === calls && last.inRun.run === run)
      return last;
    const key = `${run ?? ''}\u0001${device}\u0001${kernel ?? '\u0002'}\u0001${calls}`;
    if (last !== null) this.records.of(last);
    const known = this.entries.get(key);
    const entry = known ?? this.newEntry(device, kernel, calls, line);
    if (known === undefined) this.entries.set(ownCopy(key), entry);
    this.last = entry;
    return entry;
  }

  private newEntry(device: string, kernel: string | null, calls: number, line: number): MetricEntry {
    const own = kernel === null ? null : ownCopy(kernel);
    return new MetricEntry(this.names.of(device), own, calls, line, this.builder.inRun, this.last);
  }

  addMetric(entry: MetricEntry, name: string, { min, max, avg }: Aggregates): void {
    if (!this.isKey(name, entry)) return;
    const key = this.names.of(name);
    entry.metrics.add(key, avg.value);
    if (min.value !== max.value) entry.ranges.add(key, { min: min.value, max: max.value });
  }

  addEvent(entry: MetricEntry, name: string, mean: number): void {
    if (this.isKey(name, entry)) entry.events.add(this.names.of(name), mean);
  }

  addInstances(entry: MetricEntry, name: string, values: readonly number[]): void {
    if (this.isKey(name, entry)) entry.instances[this.names.of(name)] = values;
  }

  /** Tests whether a name is a plain key of an object; one that is not is told and left out. */
  private isKey(name: string, { line }: MetricEntry): boolean {
    if (name !== '' && name !== '__proto__') return true;
    this.builder.warnings.add(
      'untrusted-number',
      message('profiles.notTrusted', { what: 'metric', text: name }),
      line,
    );
    return false;
  }

  flush(): void {
    for (const entry of this.entries.values()) {
      const location = { path: this.builder.path, line: entry.line };
      const device = splitDevice(entry.device);
      this.builder.noteDevice(device.device);
      const shared = { ...device, ...this.records.of(entry), location };
      if (entry.kernel === null) this.builder.deviceMetrics.push(shared satisfies DeviceMetrics);
      else
        this.builder.kernels.push({
          ...EMPTY_LAUNCH,
          name: entry.kernel,
          calls: entry.calls,
          ...shared,
          ...entry.inRun,
        });
    }
    this.entries.clear();
    this.last = null;
  }
}

const isFilled = (record: object): boolean => Object.keys(record).length > 0;

/** Makes what profiles hold of entries, as soon as the next one begins: then values stand once only. */
class EntryRecords {
  private readonly metrics = new RecordMaker<number>();
  private readonly ranges = new RecordMaker<ValueRange>();
  private readonly events = new RecordMaker<number>();

  of(entry: MetricEntry): Pick<KernelProfile, 'metrics' | 'metricRanges' | 'events' | 'instances'> {
    const { metrics, ranges, events, instances } = entry;
    const metricRanges = ranges.sealed(this.ranges);
    const counted = events.sealed(this.events);
    return {
      metrics: metrics.sealed(this.metrics),
      ...(isFilled(metricRanges) && { metricRanges }),
      ...(isFilled(counted) && { events: counted }),
      ...(isFilled(instances) && { instances }),
    };
  }
}

/** A kernel profile of a table that tells nothing about single launches. */
export const EMPTY_LAUNCH = {
  grid: null,
  block: null,
  registers: null,
  staticSharedBytes: null,
  dynamicSharedBytes: null,
  startNs: null,
  durationNs: null,
  stream: null,
} as const;
