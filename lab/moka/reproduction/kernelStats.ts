import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { INSTRUCTION_CLASSES, type InstructionClass } from '../../../src/kernel/instructionClasses';
import { type InstructionMix } from '../../../src/kernel/kernel';
import { WARP_SIZE } from '../../../src/kernel/warp';
import { occupancy } from '../../../src/gpu/occupancy';
import { median } from '../../../src/stats/quantile';
import { classifyFromMetrics } from '../../../src/predictors/moka/classification/classify';
import { utilizationFromMix } from '../../../src/predictors/moka/contention/estimate';
import type { ContentionMetric } from '../../../src/predictors/moka/contention/resources';
import { utilizationFromMetrics } from '../../../src/predictors/moka/contention/utilization';
import { cellMetrics, cellNumber, readTable, type TableRow } from './tables';
import { mean } from '../../../src/stats/means';

const FILE = 'kernel_stats_gtx950.tsv';
const LAUNCH = ['gridx', 'gridy', 'gridz', 'blkx', 'blky', 'blkz'];

/** Agreement of the classification with the author's own memory-to-compute ratios. */
export interface RatioAgreement {
  readonly kernels: number;
  /** Relative difference below 1e-9. */
  readonly exact: number;
  readonly largestDifference: { readonly kernel: string; readonly relative: number };
  readonly sameClass: number;
}

/** How far utilization estimated from an instruction mix is from the measured one, on the 0 to 1 scale. */
export interface UtilizationError {
  readonly metric: ContentionMetric;
  readonly kernels: number;
  readonly medianError: number;
  readonly meanError: number;
  /** Mean of estimate minus measurement. */
  readonly bias: number;
}

/** Rows of the author's profiled kernels. */
export function readKernelStats(text: string): readonly TableRow[] {
  return readTable(text, FILE, ['kern_name', 'm2c_ratio', ...LAUNCH]);
}

export function ratioAgreement(rows: readonly TableRow[], gpu: GpuSpec): RatioAgreement {
  const compared = rows.flatMap((row) => {
    const result = classifyFromMetrics(cellMetrics(row), totalThreads(row), gpu);
    const published = cellNumber(row, 'm2c_ratio');
    return result.ok && result.value.ratio !== null
      ? [
          {
            kernel: row['kern_name']!,
            relative: Math.abs(result.value.ratio / published - 1),
            sameClass: (result.value.class === 'memory-bound') === published > 1,
          },
        ]
      : [];
  });
  return {
    kernels: rows.length,
    exact: compared.filter((row) => row.relative < 1e-9).length,
    largestDifference: compared.reduce((a, b) => (b.relative > a.relative ? b : a)),
    sameClass: compared.filter((row) => row.sameClass).length,
  };
}

/**
 * Estimates every kernel's utilization from its executed instructions, as a perfect source analysis would
 * know them, and compares with the measured levels.
 */
export function utilizationErrors(rows: readonly TableRow[], gpu: GpuSpec): readonly UtilizationError[] {
  const differences = new Map<ContentionMetric, number[]>();
  for (const row of rows) {
    const measured = utilizationFromMetrics(cellMetrics(row), gpu);
    if (!measured.ok) continue;
    const estimated = utilizationFromMix(executedMix(row), residentWarps(row, gpu), gpu).values;
    for (const [metric, value] of Object.entries(estimated) as [ContentionMetric, number][]) {
      const reference = measured.value.values[metric];
      if (reference !== undefined)
        differences.set(metric, [...(differences.get(metric) ?? []), value - reference]);
    }
  }
  return [...differences].map(([metric, errors]) => ({
    metric,
    kernels: errors.length,
    medianError: median(errors.map(Math.abs)),
    meanError: mean(errors.map(Math.abs)),
    bias: mean(errors),
  }));
}

function totalThreads(row: TableRow): number {
  return LAUNCH.reduce((product, name) => product * cellNumber(row, name), 1);
}

/** Executed instructions per thread; memory instructions are requests of a warp. */
function executedMix(row: TableRow): InstructionMix {
  const threads = totalThreads(row);
  const cell = (name: string) => cellNumber(row, name);
  const perThread = (name: string) => cell(name) / threads;
  const requests = (kind: string) => {
    const perRequest = cell(`${kind}_transactions_per_request`);
    return perRequest > 0 ? (perThread(`${kind}_transactions`) / perRequest) * WARP_SIZE : 0;
  };
  const special = perThread('flop_count_sp_special');
  const counts: Partial<Record<InstructionClass, number>> = {
    fp32: Math.max(0, perThread('inst_fp_32') - special),
    fp64: perThread('inst_fp_64'),
    integer: perThread('inst_integer'),
    special,
    control: perThread('inst_control'),
    conversion: perThread('inst_bit_convert'),
    globalLoad: requests('gld'),
    globalStore: requests('gst'),
    sharedLoad: requests('shared_load'),
    sharedStore: requests('shared_store'),
    localLoad: requests('local_load'),
    localStore: requests('local_store'),
    shuffle: perThread('inst_inter_thread_communication'),
  };
  const mix = Object.fromEntries(INSTRUCTION_CLASSES.map((name) => [name, counts[name] ?? 0]));
  return { perThread: mix as Record<InstructionClass, number>, loops: [], assumptions: [] };
}

/** Warps that the launch can keep resident on an SM. */
function residentWarps(row: TableRow, gpu: GpuSpec): number {
  const [gridX = 0, gridY = 0, gridZ = 0, x = 0, y = 0, z = 0] = LAUNCH.map((name) => cellNumber(row, name));
  const threadsPerBlock = x * y * z;
  const { blocksPerSm } = occupancy(gpu.limits, {
    threadsPerBlock,
    registersPerThread: cellNumber(row, 'reg_per_thread'),
    staticSharedBytes: Math.ceil(cellNumber(row, 'shared_mem')),
  });
  const launched = Math.ceil((gridX * gridY * gridZ) / gpu.sms);
  return Math.min(blocksPerSm, launched) * Math.ceil(threadsPerBlock / WARP_SIZE);
}
