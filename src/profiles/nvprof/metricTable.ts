import { message } from '../../kernel/message';
import type { KernelProfile, ValueRange } from '../../kernel/profile';
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
  /** The others are there once they have a value: tables of many kernels have none of most. */
  ranges: NamedValues<ValueRange> | null = null;
  events: NamedValues<number> | null = null;
  instances: Record<string, readonly number[]> | null = null;

  /** @param before the entry before, which probably has the same metrics */
  constructor(
    readonly device: string,
    readonly kernel: string | null,
    readonly calls: number,
    readonly line: number,
    readonly run: number | undefined,
    before: MetricEntry | null,
  ) {
    this.metrics = new NamedValues(before?.metrics ?? null);
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
  /** Of the last entry that has some. */
  private lastRanges: NamedValues<ValueRange> | null = null;
  private lastEvents: NamedValues<number> | null = null;

  constructor(private readonly builder: ProfileBuilder) {}

  entry(device: string, kernel: string | null, calls: number, line: number): MetricEntry {
    const { run } = this.builder.inRun;
    const last = this.last;
    // The rows of one kernel follow each other.
    if (last?.kernel === kernel && last.device === device && last.calls === calls && last.run === run)
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
    return new MetricEntry(this.names.of(device), own, calls, line, this.builder.inRun.run, this.last);
  }

  addMetric(entry: MetricEntry, name: string, { min, max, avg }: Aggregates): void {
    if (!this.isKey(name, entry)) return;
    const key = this.names.of(name);
    entry.metrics.add(key, avg.value);
    if (min.value === max.value) return;
    entry.ranges ??= this.lastRanges = new NamedValues(this.lastRanges);
    entry.ranges.add(key, { min: min.value, max: max.value });
  }

  addEvent(entry: MetricEntry, name: string, mean: number): void {
    if (!this.isKey(name, entry)) return;
    entry.events ??= this.lastEvents = new NamedValues(this.lastEvents);
    entry.events.add(this.names.of(name), mean);
  }

  addInstances(entry: MetricEntry, name: string, values: readonly number[]): void {
    if (this.isKey(name, entry)) (entry.instances ??= {})[this.names.of(name)] = values;
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
    for (const [key, entry] of this.entries) {
      // What was handed over is let go of at once: entries take as much memory as profiles.
      this.entries.delete(key);
      const device = splitDevice(entry.device);
      this.builder.noteDevice(device.device);
      this.handOver(entry, device);
    }
    this.last = null;
  }

  private handOver(entry: MetricEntry, device: ReturnType<typeof splitDevice>): void {
    const { kernel, line, calls, run } = entry;
    const { metrics, ...others } = this.records.of(entry);
    const location = { path: this.builder.path, line };
    if (kernel === null) this.builder.deviceMetrics.push({ ...device, metrics, ...others, location });
    else
      // An object that begins with a spread takes three times the memory of one that ends with it.
      this.builder.kernels.push({
        name: kernel,
        calls,
        metrics,
        location,
        ...EMPTY_LAUNCH,
        ...device,
        ...others,
        ...(run !== undefined && { run }),
      });
  }
}

/** Makes what profiles hold of entries, as soon as the next one begins: then values stand once only. */
class EntryRecords {
  private readonly metrics = new RecordMaker<number>();
  private readonly ranges = new RecordMaker<ValueRange>();
  private readonly events = new RecordMaker<number>();

  of({
    metrics,
    ranges,
    events,
    instances,
  }: Pick<MetricEntry, 'metrics' | 'ranges' | 'events' | 'instances'>): Pick<
    KernelProfile,
    'metrics' | 'metricRanges' | 'events' | 'instances'
  > {
    return {
      metrics: metrics.sealed(this.metrics),
      ...(ranges && { metricRanges: ranges.sealed(this.ranges) }),
      ...(events && { events: events.sealed(this.events) }),
      ...(instances && { instances }),
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
