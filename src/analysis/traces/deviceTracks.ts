import { groupBy } from '../../stats/grouping';
import type {
  EventColumns,
  HostCall,
  KernelProfile,
  ProfileFile,
  TransferProfile,
} from '../../kernel/profile';
import { eachEvent } from '../../profiles/events';
import type { DeviceEvents } from '../../timeline/trace/deviceEvents';

/** One event of a trace with the row that has what it shares with others. */
export interface TrackEvent {
  readonly row: KernelProfile | TransferProfile;
  readonly isKernel: boolean;
  readonly startNs: number;
  readonly endNs: number;
  readonly call: HostCall | null;
  /** Bytes of a transfer; null where not told, and for kernels. */
  readonly bytes: number | null;
  readonly line: number;
}

/** What ran on one device of one process, in order of start. */
export interface DeviceTrack {
  readonly run: number | undefined;
  readonly device: string | null;
  readonly deviceIndex: number | undefined;
  readonly list: readonly TrackEvent[];
  readonly events: DeviceEvents;
}

/** Longer traces are not looked at event by event: objects for more would take more memory than their columns. */
const MOST_EVENTS = 400_000;

/** How many events a trace has that is too long, and how many may be; null for one that is not. */
export function tooLong({
  kernelEvents,
  transferEvents,
}: ProfileFile): { readonly events: number; readonly most: number } | null {
  const events = (kernelEvents?.length ?? 0) + (transferEvents?.length ?? 0);
  return events > MOST_EVENTS ? { events, most: MOST_EVENTS } : null;
}

/** The timed events of a file by process and device, the device with most kernel time first; empty without a trace. */
export function deviceTracks(file: ProfileFile): readonly DeviceTrack[] {
  const all = [
    ...timed(file.kernels, file.kernelEvents, true),
    ...timed(file.transfers, file.transferEvents, false),
  ];
  const places = groupBy(all, ({ row }) => `${row.run ?? ''}/${row.deviceIndex ?? ''}/${row.device ?? ''}`);
  const tracks = [...places.values()].map(trackOf);
  const kernelNs = ({ list }: DeviceTrack): number =>
    list.reduce((sum, { isKernel, startNs, endNs }) => sum + (isKernel ? endNs - startNs : 0), 0);
  return tracks.toSorted((a, b) => kernelNs(b) - kernelNs(a));
}

function trackOf(events: readonly TrackEvent[]): DeviceTrack {
  const list = events.toSorted((a, b) => a.startNs - b.startNs || a.line - b.line);
  const { run, device, deviceIndex } = list[0]!.row;
  return { run, device, deviceIndex, list, events: columnsOf(list) };
}

function timed(
  rows: readonly (KernelProfile | TransferProfile)[],
  columns: EventColumns | undefined,
  isKernel: boolean,
): TrackEvent[] {
  if (columns === undefined) return rows.flatMap((row) => listed(row, isKernel));
  const events: TrackEvent[] = [];
  for (const { group, startNs, durationNs, call, bytes, line } of eachEvent(columns)) {
    const row = rows[group];
    if (row === undefined || startNs === null || durationNs === null) continue;
    events.push({ row, isKernel, startNs, endNs: startNs + durationNs, call, bytes, line });
  }
  return events;
}

function listed(row: KernelProfile | TransferProfile, isKernel: boolean): TrackEvent[] {
  const { startNs, durationNs, calls, location } = row;
  if (startNs === null || durationNs === null || calls !== 1) return [];
  const bytes = 'bytes' in row ? row.bytes : null;
  return [
    {
      row,
      isKernel,
      startNs,
      endNs: startNs + durationNs,
      call: row.call ?? null,
      bytes,
      line: location.line,
    },
  ];
}

function columnsOf(list: readonly TrackEvent[]): DeviceEvents {
  const symbols = new Map<string, number>();
  const byRow = new Map<unknown, number>();
  const symbolOf = (row: KernelProfile | TransferProfile): number => {
    const known = byRow.get(row);
    if (known !== undefined) return known;
    const key = workOf(row);
    const symbol = symbols.get(key) ?? symbols.size;
    symbols.set(key, symbol);
    byRow.set(row, symbol);
    return symbol;
  };
  return {
    length: list.length,
    symbol: Uint32Array.from(list, ({ row }) => symbolOf(row)),
    startNs: Float64Array.from(list, ({ startNs }) => startNs),
    endNs: Float64Array.from(list, ({ endNs }) => endNs),
    callNs: Float64Array.from(list, ({ call }) => call?.startNs ?? Number.NaN),
    isKernel: Uint8Array.from(list, ({ isKernel }) => (isKernel ? 1 : 0)),
  };
}

/** Equal for equal work: a kernel of one launch shape in one stream, a copy of one direction in one stream. */
function workOf(row: KernelProfile | TransferProfile): string {
  const place = `${row.context ?? ''}/${row.stream ?? ''}`;
  if (!('grid' in row)) return `${row.direction} ${place}`;
  return `${row.name} ${row.grid?.join() ?? ''} ${row.block?.join() ?? ''} ${place}`;
}
