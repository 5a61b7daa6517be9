import type { KernelProfile } from '../../../../src/kernel/profile';
import { readKernelStats } from '../kernelStats';
import { cellMetrics, cellNumber, type TableRow } from '../tables';

/** The two kernels of the hidden Markov model that the dissertation overlaps (table 4.9). */
const KERNELS = ['em_gammaobs', 'em_expectmu'] as const;

/** Their launches, times and metrics in `kernel_stats_gtx950.tsv`. */
export function hmmKernels(text: string): readonly KernelProfile[] {
  const rows = readKernelStats(text);
  return rows.flatMap((row, index) =>
    KERNELS.some((name) => name === row['kern_name']) ? [profileOf(row, index + 2)] : [],
  );
}

function profileOf(row: TableRow, line: number): KernelProfile {
  const cell = (column: string): number => cellNumber(row, column);
  return {
    name: row['kern_name']!,
    grid: [cell('gridx'), cell('gridy'), cell('gridz')],
    block: [cell('blkx'), cell('blky'), cell('blkz')],
    registers: cell('reg_per_thread'),
    staticSharedBytes: Math.round(cell('shared_mem')),
    dynamicSharedBytes: 0,
    startNs: null,
    durationNs: cell('duration_ms') * 1e6,
    stream: null,
    device: null,
    calls: 1,
    metrics: cellMetrics(row),
    location: { path: 'kernel_stats_gtx950.tsv', line },
  };
}
