import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import type { TransferDirection, TransferProfile } from '../../../src/kernel/profile';
import type { Column } from '../../model/columns';
import { formatBytes, formatCount, formatDuration, formatScaled } from '../../model/format';
import { groupBy } from '../../../src/stats/grouping';
import { deviceName } from './kernelColumns';
import { startColumn } from './timeColumns';
import { say } from '../../../src/words';

export interface TransferRow {
  readonly id: string;
  readonly transfer: TransferProfile;
}

/** All transfers of one direction and kind of host memory. */
export interface TransferSum {
  readonly direction: TransferDirection;
  readonly pinned: boolean | null;
  readonly calls: number;
  /** Null where no row tells its size. */
  readonly bytes: number | null;
  readonly totalNs: number | null;
  /** Over the rows that tell both size and time. */
  readonly bytesPerS: number | null;
}

const ENDS: Readonly<Record<string, string>> = {
  H: say('webview.profile.host'),
  D: say('webview.profile.deviceWord'),
  A: say('webview.profile.array'),
  P: say('webview.profile.peer'),
};

/** `HtoD` as words. */
export function directionText(direction: TransferDirection): string {
  if (direction === 'memset') return say('webview.profile.setOnDevice');
  if (direction === 'unified') return say('webview.profile.unifiedMemoryMigration');
  if (direction === 'PtoP') return say('webview.profile.deviceToPeerDevice');
  return say('webview.profile.directions', { from: ENDS[direction[0]!]!, to: ENDS[direction.at(-1)!]! });
}

export function hostMemoryText(pinned: boolean | null): string | null {
  return pinned === null ? null : pinned ? say('webview.profile.pinned') : say('webview.profile.pageable');
}

export function transferRows({ transfers }: ProfilePage): readonly TransferRow[] {
  return transfers.map((transfer) => ({
    id: `${transfer.location.line}:${transfer.direction}`,
    transfer,
  }));
}

/** Sums by direction and host memory, the longest first. */
export function transferSums({ transfers }: ProfilePage): readonly TransferSum[] {
  const groups = groupBy(transfers, ({ direction, pinned }) => `${direction} ${pinned}`);
  return [...groups.values()].map(sumOf).sort((a, b) => (b.totalNs ?? 0) - (a.totalNs ?? 0));
}

function sumOf(group: readonly TransferProfile[]): TransferSum {
  const { direction, pinned } = group[0]!;
  const sum = (rows: readonly TransferProfile[], of: (row: TransferProfile) => number | null): number =>
    rows.reduce((total, row) => total + (of(row) ?? 0) * row.calls, 0);
  const sized = group.filter(({ bytes }) => bytes !== null);
  const timed = group.filter(({ durationNs }) => durationNs !== null);
  const both = sized.filter(({ durationNs }) => durationNs !== null);
  const bothNs = sum(both, ({ durationNs }) => durationNs);
  return {
    direction,
    pinned,
    calls: group.reduce((calls, row) => calls + row.calls, 0),
    bytes: sized.length === 0 ? null : sum(sized, ({ bytes }) => bytes),
    totalNs: timed.length === 0 ? null : sum(timed, ({ durationNs }) => durationNs),
    bytesPerS: bothNs === 0 ? null : sum(both, ({ bytes }) => bytes) / (bothNs / 1e9),
  };
}

const bandwidth = ({ transfer: { bytes, durationNs } }: TransferRow): number | null =>
  bytes === null || durationNs === null || durationNs === 0 ? null : bytes / (durationNs / 1e9);

const COLUMNS: readonly Column<TransferRow>[] = [
  {
    id: 'direction',
    title: say('webview.profile.direction'),
    csvTitle: 'direction',
    value: ({ transfer }) => transfer.direction,
    text: ({ transfer }) => directionText(transfer.direction),
    width: 22,
  },
  startColumn<TransferRow>(({ transfer }) => transfer.startNs),
  {
    id: 'calls',
    title: say('webview.profile.calls'),
    csvTitle: 'calls',
    value: ({ transfer }) => transfer.calls,
    format: formatCount,
    width: 8,
  },
  {
    id: 'bytes',
    title: say('webview.profile.size'),
    csvTitle: 'size (B)',
    value: ({ transfer }) => transfer.bytes,
    format: formatBytes,
    bar: true,
    width: 15,
    hint: ({ transfer: { bytes, calls } }) =>
      bytes === null
        ? ''
        : say('webview.profile.exactBytes', {
            bytes: formatCount(bytes),
            average: calls > 1 ? say('webview.profile.onAverage') : '',
          }),
  },
  {
    id: 'time',
    title: say('webview.profile.time'),
    csvTitle: 'time (ns)',
    value: ({ transfer }) => transfer.durationNs,
    format: (ns) => formatDuration(ns, 4),
    bar: true,
    width: 17,
    hint: ({ transfer: { durationNs, calls } }) =>
      durationNs === null
        ? ''
        : say('webview.profile.exactNs', {
            durationNs: formatCount(durationNs),
            average: calls > 1 ? say('webview.profile.onAverage') : '',
          }),
  },
  {
    id: 'bandwidth',
    title: say('webview.profile.bandwidth'),
    csvTitle: 'bandwidth (B/s)',
    value: bandwidth,
    format: (rate) => formatScaled(rate, 'B/s'),
    width: 12,
  },
  {
    id: 'memory',
    title: say('webview.profile.hostMemory'),
    csvTitle: 'host memory',
    value: ({ transfer }) => hostMemoryText(transfer.pinned),
    width: 12,
  },
  {
    id: 'stream',
    title: say('webview.profile.stream'),
    csvTitle: 'stream',
    value: ({ transfer }) => transfer.stream,
    width: 8,
  },
];

/** Columns on screen; how often only where a row stands for several transfers. */
export function transferColumns(single: boolean): readonly Column<TransferRow>[] {
  return COLUMNS.filter(({ id }) => !single || id !== 'calls');
}

export const TRANSFER_CSV: readonly Column<TransferRow>[] = [
  ...COLUMNS,
  {
    id: say('webview.profile.deviceWord'),
    title: say('webview.profile.deviceWord'),
    value: ({ transfer }) => deviceName(transfer),
    width: 18,
  },
  { id: 'line', title: 'line', value: ({ transfer }) => transfer.location.line, width: 6 },
];

export function transferText({ transfer }: TransferRow): string {
  const { direction, pinned, stream } = transfer;
  return [direction, directionText(direction), hostMemoryText(pinned) ?? '', `stream ${stream ?? ''}`].join(
    '\n',
  );
}
