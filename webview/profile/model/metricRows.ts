import type { MetricUnit, ProfilePage } from '../../../src/analysis/profileProtocol';
import type { DeviceMetrics, KernelProfile, ValueRange } from '../../../src/kernel/profile';
import type { Column } from '../../model/columns';
import { formatBytes, formatCount, formatDuration, formatNumber, formatScaled } from '../../model/format';
import { memoizeByObject } from '../../model/memoize';
import { deviceName } from './kernelColumns';
import { rowId } from './kernelRows';
import { shortName } from './names';
import { say } from '../../../src/words';

export interface MetricRow {
  readonly id: string;
  /** Kernel, or the device for metrics of a whole device. */
  readonly of: string;
  readonly name: string;
  /** In base units; null for a list of instances and for text that is no trusted number. */
  readonly value: number | null;
  readonly range: ValueRange | null;
  /** Null where the unit is not known. */
  readonly unit: MetricUnit | null;
  /** What the file had, where that differs from name and value: other names, other units, lists. */
  readonly written: string | null;
  readonly kind: 'metric' | 'event' | 'instances' | 'not mapped';
  readonly line: number;
}

/** What metrics belong to: a row of the file. */
export interface MetricSource {
  readonly id: string;
  readonly title: string;
  readonly rows: () => readonly MetricRow[];
  /** How many rows there are. */
  readonly count: number;
}

/** The rows of the file that have metrics, in its order. */
export const metricSources = memoizeByObject((page: ProfilePage): readonly MetricSource[] => [
  ...page.kernels.flatMap((kernel) => sourceOf(rowId(kernel), shortName(kernel.name), kernel, page)),
  ...(page.deviceMetrics ?? []).flatMap((device) =>
    sourceOf(
      `device:${device.location.line}`,
      say('webview.profile.whole', { deviceName: deviceName(device) ?? say('webview.profile.deviceWord') }),
      device,
      page,
    ),
  ),
]);

/** The metrics of one kernel of the file, by the id of its row. */
export const metricSourceById = memoizeByObject(
  (page: ProfilePage): ReadonlyMap<string, MetricSource> =>
    new Map(metricSources(page).map((source) => [source.id, source])),
);

type Measured = Pick<KernelProfile, 'metrics' | 'metricRanges' | 'instances' | 'location'> &
  Partial<Pick<KernelProfile, 'events' | 'originals'>>;

function sourceOf(
  id: string,
  title: string,
  measured: Measured | DeviceMetrics,
  page: ProfilePage,
): MetricSource[] {
  const count = countOf(measured);
  return count === 0 ? [] : [{ id, title, count, rows: () => rowsOf(id, title, measured, page) }];
}

function countOf({ metrics, events, instances, originals }: Measured): number {
  const unmapped = Object.keys(originals ?? {}).filter((name) => !Object.hasOwn(metrics, name));
  const lists = [metrics, events ?? {}, instances ?? {}];
  return lists.reduce((sum, list) => sum + Object.keys(list).length, unmapped.length);
}

function rowsOf(id: string, of: string, measured: Measured, { metricUnits }: ProfilePage): MetricRow[] {
  const { metrics, metricRanges, events, instances, originals, location } = measured;
  const row = (name: string, rest: Pick<MetricRow, 'kind'> & Partial<MetricRow>): MetricRow => ({
    id: `${id}:${rest.kind}:${name}`,
    of,
    name,
    value: null,
    range: null,
    unit: own(metricUnits, name),
    written: null,
    line: location.line,
    ...rest,
  });
  return [
    ...Object.entries(metrics).map(([name, value]) => {
      const original = own(originals, name);
      const written = original && `${original.name} = ${withUnit(original.text, original.unit)}`;
      return row(name, { kind: 'metric', value, range: own(metricRanges, name), written });
    }),
    ...Object.entries(events ?? {}).map(([name, value]) => row(name, { kind: 'event', value, unit: '' })),
    ...Object.entries(instances ?? {}).map(([name, values]) =>
      row(name, { kind: 'instances', written: values.map((value) => formatNumber(value, 6)).join(', ') }),
    ),
    ...Object.entries(originals ?? {})
      .filter(([name]) => !Object.hasOwn(metrics, name))
      .map(([name, { text, unit, value }]) =>
        row(name, { kind: 'not mapped', value: value ?? null, written: withUnit(text, unit) }),
      ),
  ];
}

/** The entry of this name, and never one that all objects have. */
function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | null {
  return record !== undefined && Object.hasOwn(record, name) ? record[name]! : null;
}

function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text} ${unit}`;
}

/** A value in base units as it reads best; all of its digits are in the tooltip. */
export function metricText(value: number, unit: MetricUnit | null): string {
  switch (unit) {
    case '%':
      return `${formatNumber(value, 4)}\u202f%`;
    case 'B':
      return formatBytes(value);
    case 'B/s':
    case 'Hz':
    case '/s':
      return formatScaled(value, unit === '/s' ? '/s' : unit);
    case 'ns':
      return formatDuration(value, 4);
    case 'level':
      return say('webview.profile.level', { value: formatNumber(value) });
    case '':
    case null:
      return formatNumber(value, Math.abs(value) >= 1e6 ? 15 : 6);
  }
}

/** The value with all digits and its base unit. */
function exactText(value: number, unit: MetricUnit | null): string {
  const digits = formatCount(value);
  if (unit === null) return say('webview.profile.unitNotKnown', { digits });
  return unit === '' || unit === 'level' ? digits : `${digits} ${unit}`;
}

const KIND_TITLES: Readonly<Record<MetricRow['kind'], string>> = {
  metric: say('webview.profile.nvprofMetric'),
  event: say('webview.profile.hardwareEvent'),
  instances: say('webview.profile.oneValueAnInstance'),
  'not mapped': say('webview.profile.noNvprofCounterpart'),
};

export const METRIC_COLUMNS: readonly Column<MetricRow>[] = [
  {
    id: 'name',
    title: say('webview.profile.metric'),
    csvTitle: 'metric',
    value: ({ name }) => name,
    width: 30,
  },
  { id: 'of', title: say('webview.profile.kernel'), csvTitle: 'kernel', value: ({ of }) => of, width: 20 },
  {
    id: 'value',
    title: say('webview.profile.value'),
    csvTitle: 'value (base unit)',
    value: ({ value }) => value,
    format: (value, { unit }) => metricText(value, unit),
    hint: ({ value, unit }) => (value === null ? '' : exactText(value, unit)),
    width: 13,
  },
  {
    id: 'range',
    title: say('webview.profile.rangeOverCalls'),
    csvTitle: 'spread (base unit)',
    value: ({ range }) => range && range.max - range.min,
    format: (_, { range, unit }) =>
      range === null ? '' : `${metricText(range.min, unit)} … ${metricText(range.max, unit)}`,
    width: 23,
  },
  {
    id: 'kind',
    title: say('webview.profile.kind'),
    csvTitle: 'kind',
    value: ({ kind }) => KIND_TITLES[kind],
    width: 18,
  },
  {
    id: 'written',
    title: say('webview.profile.asWritten'),
    csvTitle: 'as written',
    value: ({ written }) => written,
    width: 28,
  },
];

export const METRIC_CSV: readonly Column<MetricRow>[] = METRIC_COLUMNS.flatMap((column) => {
  if (column.id === 'value')
    return [
      column,
      { id: 'unit', title: 'unit', value: ({ unit }: MetricRow) => unit ?? 'not known', width: 6 },
    ];
  if (column.id !== 'range') return [column];
  return [
    { id: 'min', title: 'min', value: ({ range }: MetricRow) => range?.min ?? null, width: 6 },
    { id: 'max', title: 'max', value: ({ range }: MetricRow) => range?.max ?? null, width: 6 },
  ];
});

export function metricSearchText({ name, of, kind, written }: MetricRow): string {
  return [name, of, KIND_TITLES[kind], written ?? ''].join('\n');
}
