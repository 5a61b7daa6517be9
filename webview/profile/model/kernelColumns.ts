import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import { operationText, readingOf, readingPairs } from './readings';
import type { KernelProfile } from '../../../src/kernel/profile';
import type { Dim3 } from '../../../src/kernel/symbolic';
import type { Column } from '../../model/columns';
import { formatBytes, formatCount } from '../../model/format';
import type { KernelRow } from './kernelRows';
import { dimensions, shortName } from './names';
import { rangeColumns, startColumn, timeColumns } from './timeColumns';
import { say } from '../../../src/words';

const NAME: Column<KernelRow> = {
  id: 'name',
  title: say('webview.profile.kernel'),
  csvTitle: 'kernel',
  value: ({ kernel }) => shortName(kernel.name),
  csv: ({ kernel }) => kernel.name,
  hint: ({ kernel }) => kernel.name,
  width: 30,
};

const REGISTERS: Column<KernelRow> = {
  id: 'registers',
  title: say('webview.profile.registers'),
  csvTitle: 'registers per thread',
  value: ({ kernel }) => kernel.registers,
  format: formatCount,
  width: 9,
};

const SHARED: Column<KernelRow> = {
  id: 'shared',
  title: say('webview.profile.shared'),
  value: ({ kernel }) => sharedBytes(kernel),
  format: formatBytes,
  width: 8,
  hint: ({ kernel }) =>
    say('webview.profile.staticDynamicForEachBlock', {
      staticSharedBytes: bytesOf(kernel.staticSharedBytes),
      dynamicSharedBytes: bytesOf(kernel.dynamicSharedBytes),
    }),
};

const STREAM: Column<KernelRow> = {
  id: 'stream',
  title: say('webview.profile.stream'),
  csvTitle: 'streams',
  value: ({ streams }) => (streams.length === 0 ? null : streams.join(' ')),
  text: ({ streams }) =>
    streams.length > 2 ? say('webview.profile.streams', { streams: streams.length }) : streams.join(', '),
  hint: ({ streams }) => streams.join(', '),
  width: 8,
};

const DEVICE: Column<KernelRow> = {
  id: 'device',
  title: say('webview.profile.device'),
  csvTitle: 'device',
  value: ({ kernel }) => deviceName(kernel),
  width: 18,
};

/** What the names of kernels say that they do, and on which type. */
function operationColumn(readings: ProfilePage['readings']): Column<KernelRow> {
  return {
    id: 'operation',
    title: say('webview.profile.operation'),
    value: ({ kernel }) => operationText(readingOf(readings, kernel)),
    hint: ({ kernel }) =>
      readingPairs(readingOf(readings, kernel))
        .map(([, value]) => value)
        .join(', '),
    width: 16,
  };
}

function launchShape(id: 'grid' | 'block', title: string): Column<KernelRow> {
  const shape = ({ kernel }: KernelRow): Dim3 | null => kernel[id];
  return {
    id,
    title,
    csvTitle: id,
    value: (row) => volume(shape(row)),
    format: (_, row) => dimensions(shape(row) ?? [0, 0, 0]),
    csv: (row) => shape(row)?.join(' ') ?? null,
    hint: (row) => {
      const blocks = volume(shape(row));
      if (blocks === null) return '';
      return `${formatCount(blocks)} ${id === 'grid' ? say('webview.profile.blocks') : say('webview.profile.threads')}`;
    },
    width: id === 'grid' ? 11 : 10,
  };
}

/** Columns on screen: of sums, of rows of the file, or of rows that are `single` launches. */
export function kernelColumns(
  summed: boolean,
  single: boolean,
  devices: number,
  readings: ProfilePage['readings'],
): readonly Column<KernelRow>[] {
  return [
    NAME,
    ...(summed ? [] : [startColumn<KernelRow>(({ kernel }) => kernel.startNs)]),
    ...timeColumns<KernelRow>(single),
    ...(Object.keys(readings).length > 0 ? [operationColumn(readings)] : []),
    launchShape('grid', say('webview.profile.grid')),
    launchShape('block', say('webview.profile.block')),
    REGISTERS,
    SHARED,
    STREAM,
    ...(devices > 1 ? [DEVICE] : []),
  ];
}

/** Columns on the clipboard. */
export const KERNEL_CSV: readonly Column<KernelRow>[] = [
  NAME,
  startColumn<KernelRow>(({ kernel }) => kernel.startNs),
  ...timeColumns<KernelRow>(false),
  ...rangeColumns<KernelRow>(),
  launchShape('grid', say('webview.profile.grid')),
  launchShape('block', say('webview.profile.block')),
  REGISTERS,
  { ...SHARED, csvTitle: 'static shared (B)', csv: ({ kernel }) => kernel.staticSharedBytes },
  { ...SHARED, csvTitle: 'dynamic shared (B)', csv: ({ kernel }) => kernel.dynamicSharedBytes },
  STREAM,
  DEVICE,
  {
    ...DEVICE,
    csvTitle: 'compute capability',
    csv: ({ kernel }) => kernel.computeCapability ?? null,
  },
  { id: 'line', title: 'line', value: ({ kernel }) => kernel.location.line, width: 6 },
];

/** What a filter looks into. */
export function kernelText({ kernel, streams }: KernelRow): string {
  return [kernel.name, kernel.device ?? '', ...streams.map((stream) => `stream ${stream}`)].join('\n');
}

/** Device with its index, null where the file names none. */
export function deviceName({
  device,
  deviceIndex,
}: Pick<KernelProfile, 'device' | 'deviceIndex'>): string | null {
  if (device === null)
    return deviceIndex === undefined ? null : say('webview.profile.deviceNumber', { deviceIndex });
  return deviceIndex === undefined ? device : `${device} (${deviceIndex})`;
}

function volume(shape: Dim3 | null): number | null {
  return shape === null ? null : shape[0] * shape[1] * shape[2];
}

function sharedBytes({ staticSharedBytes, dynamicSharedBytes }: KernelProfile): number | null {
  if (staticSharedBytes === null && dynamicSharedBytes === null) return null;
  return (staticSharedBytes ?? 0) + (dynamicSharedBytes ?? 0);
}

function bytesOf(bytes: number | null): string {
  return bytes === null ? say('webview.profile.unknown') : formatBytes(bytes);
}
