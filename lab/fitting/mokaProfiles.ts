import type { KernelProfile } from '../../src/kernel/profile';
import { cellMetrics, readTable, type TableRow } from '../moka/reproduction/tables';

const LAUNCH_COLUMNS = [
  'duration_ms',
  'gridx',
  'gridy',
  'gridz',
  'blkx',
  'blky',
  'blkz',
  'reg_per_thread',
  'shared_mem',
];

/** The rows of one of the author's tables as kernel profiles of a GTX 950. */
export function mokaProfiles(text: string, path: string): readonly KernelProfile[] {
  return readTable(text, path, ['kern_name', ...LAUNCH_COLUMNS]).map((row, i) => profileOf(row, path, i + 2));
}

function profileOf(row: TableRow, path: string, line: number): KernelProfile {
  const cells = cellMetrics(row);
  const cell = (column: string) => cells[column] ?? 0;
  const metrics = Object.fromEntries(
    Object.entries(cells).filter(([name]) => !LAUNCH_COLUMNS.includes(name)),
  );
  return {
    name: row['kern_name']!,
    grid: [cell('gridx'), cell('gridy'), cell('gridz')],
    block: [cell('blkx'), cell('blky'), cell('blkz')],
    registers: cell('reg_per_thread'),
    staticSharedBytes: sharedBytes(cell('shared_mem')),
    dynamicSharedBytes: 0,
    startNs: null,
    durationNs: cell('duration_ms') * 1e6,
    stream: null,
    device: 'GeForce GTX 950',
    calls: 1,
    metrics,
    location: { path, line },
  };
}

/**
 * The column is the number of nvprof's trace without its unit, times 1000 where that was KB (of 1024 bytes):
 * 1000 is 1024 bytes. A value that makes no whole number of bytes that way was in bytes.
 */
function sharedBytes(value: number): number {
  const bytes = value * 1.024;
  return Math.abs(bytes - Math.round(bytes)) < 0.01 ? Math.round(bytes) : Math.round(value);
}
