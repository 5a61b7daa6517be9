import { message } from '../../kernel/message';
import type { KernelProfile } from '../../kernel/profile';
import type { ProfileBuilder } from '../builder';
import type { Columns, Delimiter } from '../csv';
import { Groups, Interned, ownCopy } from '../groups';
import { parseNvprofQuantity, parsePlainNumber } from '../quantity';
import { fitCells, type RowReader, type RowKind } from '../tables';
import { splitDevice, withoutLaunchNumber } from './device';
import { isEventName, isPossibleMetric, nvprofMetricKind } from './metricKinds';
import { MetricSums } from './metricSums';
import { EMPTY_LAUNCH } from './metricTable';
import { UnitsRow } from './unitsRow';

const ID_COLUMNS = new Set(['Device', 'Context', 'Stream', 'Kernel', 'Correlation_ID']);
const INSTANCE = /^(.*?)(?:_instance)? \((\d+)\)$/;

interface MetricColumn {
  readonly at: number;
  readonly name: string;
  readonly role: 'metric' | 'event' | 'instance';
}

/** Sums over the launches of one kernel, kept in case the launches are too many to list. */
class LaunchSums {
  calls = 0;
  private readonly sums = new MetricSums();

  constructor(private readonly identity: Omit<KernelProfile, 'calls' | 'metrics'>) {}

  add(launch: KernelProfile): void {
    this.calls++;
    for (const [name, value] of Object.entries(launch.metrics)) this.sums.add(name, value);
  }

  profile(): KernelProfile {
    return { ...this.identity, calls: this.calls, ...this.sums.values() };
  }
}

/** Rows of `--metrics`/`--events` with `--print-gpu-trace --csv`: one launch a row, no times. */
export class LaunchMetricRows implements RowReader {
  private readonly kernel: number;
  private readonly metrics: readonly MetricColumn[];
  readonly units: UnitsRow;
  private readonly names = new Interned();
  private list: KernelProfile[] = [];
  private readonly groups = new Groups<LaunchSums>();

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly columns: Columns,
    private readonly delimiter: Delimiter,
    rival: UnitsRow | null,
  ) {
    this.units = new UnitsRow(builder, columns.count, rival);
    this.kernel = columns.at('Kernel');
    this.metrics = columns.names.flatMap((name, at) =>
      ID_COLUMNS.has(name) ? [] : [metricColumn(name, at)],
    );
  }

  row(found: readonly string[], line: number, cut: boolean): RowKind {
    if (found[this.kernel] === '' && this.units.take(found, line)) return 'units';
    const cells = fitCells(found, this.columns, this.kernel, this.delimiter);
    const name = withoutLaunchNumber(cells?.[this.kernel] ?? '');
    if (cells === null || name === '') return found.length > 4 ? 'damaged' : 'foreign';
    if (cut && !ID_COLUMNS.has(this.columns.names.at(-1) ?? '')) return 'damaged';
    const identity = this._identity(cells, name, line);
    const launch = { ...identity, calls: 1, ...this.values(cells, line) };
    const key = [identity.device, identity.deviceIndex, identity.stream, name].join('\u0001');
    this.groups.items[this.groups.of(key, () => new LaunchSums(identity))]?.add(launch);
    if (this.list.length <= this.builder.maxListed) this.list.push(launch);
    return 'row';
  }

  end(): void {
    if (this.list.length <= this.builder.maxListed) {
      for (const launch of this.list) this.builder.kernels.push(launch);
      return;
    }
    const { length } = this.groups.items;
    this.builder.warnings.add(
      'launches-averaged',
      message('profiles.nvprof.moreLaunches', { launches: this.builder.maxListed, kernels: length }),
    );
    this.builder.kernels.push(...this.groups.items.map((sums) => sums.profile()));
  }

  private _identity(
    cells: readonly string[],
    name: string,
    line: number,
  ): Omit<KernelProfile, 'calls' | 'metrics'> {
    const device = splitDevice(cells[this.columns.at('Device')] ?? '');
    this.builder.noteDevice(device.device);
    return {
      ...EMPTY_LAUNCH,
      name: this.names.of(name),
      ...device,
      stream: cells[this.columns.at('Stream')] || null,
      location: { path: this.builder.path, line },
      ...this.builder.inRun,
    };
  }

  private values(
    cells: readonly string[],
    line: number,
  ): Pick<KernelProfile, 'metrics' | 'events' | 'instances'> {
    const metrics: Record<string, number> = {};
    const events: Record<string, number> = {};
    const instances: Record<string, number[]> = {};
    for (const { at, name, role } of this.metrics) {
      const value = this.value(cells[at] ?? '', at, name, line);
      if (value === null) continue;
      if (role === 'instance') (instances[name] ??= []).push(value);
      else (role === 'event' ? events : metrics)[name] = value;
    }
    return {
      metrics,
      ...(Object.keys(events).length > 0 && { events }),
      ...(Object.keys(instances).length > 0 && { instances }),
    };
  }

  private value(text: string, column: number, metric: string, line: number): number | null {
    if (text === '') return null;
    const digits = parsePlainNumber(text);
    const unit = this.units.of(column) ?? { kind: 'plain', factor: 1 };
    const quantity =
      digits === null ? parseNvprofQuantity(text) : { value: digits * unit.factor, kind: unit.kind };
    const expected = nvprofMetricKind(metric);
    if (
      quantity !== null &&
      (expected === null || quantity.kind === expected) &&
      isPossibleMetric(metric, quantity.value, quantity.kind)
    )
      return quantity.value;
    this.builder.warnings.add(
      'untrusted-number',
      message('profiles.nvprof.notTrusted', { metric, text }),
      line,
    );
    return null;
  }
}

function metricColumn(title: string, at: number): MetricColumn {
  const instance = INSTANCE.exec(title);
  if (instance?.[1] !== undefined) return { at, name: ownCopy(instance[1]), role: 'instance' };
  return { at, name: ownCopy(title), role: isEventName(title) ? 'event' : 'metric' };
}
