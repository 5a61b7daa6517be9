import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { groupBy } from '../../../src/stats/grouping';
import type { BlockSizeFacts } from '../../../src/predictors/moka/blocksize/facts';
import { classifyFromMetrics } from '../../../src/predictors/moka/classification/classify';
import { COALESCED_TRANSACTIONS } from '../../../src/predictors/moka/classification/warpCounts';
import { cellMetrics, cellNumber, readTable, type TableRow } from './tables';

/** One measured launch of a sweep. */
export interface SweepPoint {
  readonly threadsPerBlock: number;
  readonly ns: number;
  /** What a user who runs this launch today would know; timings of other blocks are not in it. */
  readonly facts: BlockSizeFacts;
}

/** The launches of one kernel that do the same work with different blocks. */
export interface Sweep {
  readonly kernel: string;
  readonly points: readonly SweepPoint[];
}

const LAUNCH = ['gridx', 'gridy', 'gridz', 'blkx', 'blky', 'blkz'];

/** The sweeps of `block_sweep_gtx950.tsv`: seven kernels of the CUDA samples with all nvprof metrics. */
export function readGtx950Sweeps(text: string, gpu: GpuSpec): readonly Sweep[] {
  const rows = readTable(text, 'block_sweep_gtx950.tsv', ['kern_name', 'duration_ms', ...LAUNCH]);
  return sweepsBy(
    rows,
    (row) => row['kern_name']!,
    (row) => gtx950Point(row, gpu),
  );
}

function gtx950Point(row: TableRow, gpu: GpuSpec): SweepPoint {
  const [blockX = 0, blockY = 0, blockZ = 0] = ['blkx', 'blky', 'blkz'].map((name) => cellNumber(row, name));
  const threadsPerBlock = blockX * blockY * blockZ;
  const facts = factsFrom({
    name: row['kern_name']!,
    threadsPerBlock,
    totalThreads: LAUNCH.reduce((product, name) => product * cellNumber(row, name), 1),
    dimensions: blockY > 1 ? 2 : 1,
    registers: cellNumber(row, 'reg_per_thread'),
    sharedBytes: cellNumber(row, 'shared_mem'),
    metrics: cellMetrics(row),
    gpu,
  });
  return { threadsPerBlock, ns: cellNumber(row, 'duration_ms') * 1e6, facts };
}

/**
 * The configurations of the tuned convolution, as one sweep per combination of tile,
 * padding and read-only cache; within a sweep only the block changes.
 */
export function readConvolutionSweeps(text: string, gpu: GpuSpec): readonly Sweep[] {
  const rows = readTable(text, 'ktt_convolution_rtx2080ti.tsv', ['block_x', 'block_y', 'duration_us']);
  const variant = (row: TableRow) =>
    ['TILE_SIZE_X', 'TILE_SIZE_Y', 'PADDING', 'READ_ONLY'].map((name) => row[name]).join('/');
  return sweepsBy(rows, variant, (row) => convolutionPoint(row, gpu));
}

function convolutionPoint(row: TableRow, gpu: GpuSpec): SweepPoint {
  const threadsPerBlock = cellNumber(row, 'block_x') * cellNumber(row, 'block_y');
  const facts = factsFrom({
    name: 'convolution',
    threadsPerBlock,
    totalThreads: threadsPerBlock * cellNumber(row, 'grid_x') * cellNumber(row, 'grid_y'),
    dimensions: 2,
    registers: cellNumber(row, 'regs'),
    sharedBytes: cellNumber(row, 'smem_bytes'),
    metrics: nvprofNames(row, gpu),
    gpu,
  });
  return { threadsPerBlock, ns: cellNumber(row, 'duration_us') * 1e3, facts };
}

/**
 * Nsight Compute counters of the convolution under nvprof's names. Load transactions are taken as eight
 * per request, as coalesced accesses count on the GTX 950, and store transactions as L2 sectors written;
 * the file has no counter for either, nor for eligible warps.
 */
function nvprofNames(row: TableRow, gpu: GpuSpec): Record<string, number> {
  const cell = (name: string) => cellNumber(row, name);
  const executed = (kind: string) => cell(`smsp__sass_thread_inst_executed_op_${kind}_pred_on.sum`);
  const shared = (kind: string) => cell(`l1tex__data_pipe_lsu_wavefronts_mem_shared_op_${kind}.sum`);
  const active = cell('smsp__issue_active.avg.pct_of_peak_sustained_active');
  return {
    inst_fp_32: executed('fp32'),
    inst_fp_64: executed('fp64'),
    inst_integer: executed('integer'),
    inst_compute_ld_st: executed('memory'),
    gld_transactions:
      COALESCED_TRANSACTIONS.globalLoad * cell('l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum'),
    gst_transactions: cell('lts__t_sectors_op_write.sum'),
    shared_load_transactions: shared('ld'),
    shared_store_transactions: shared('st'),
    ipc: (active / 100) * gpu.limits.subPartitions,
    issue_slot_utilization: active,
    achieved_occupancy: cell('sm__warps_active.avg.pct_of_peak_sustained_active') / 100,
    single_precision_fu_utilization:
      cell('smsp__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active') / 10,
    double_precision_fu_utilization:
      cell('smsp__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active') / 10,
    special_fu_utilization: cell('smsp__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active') / 10,
  };
}

interface MeasuredLaunch {
  readonly name: string;
  readonly threadsPerBlock: number;
  readonly totalThreads: number;
  readonly dimensions: 1 | 2;
  readonly registers: number;
  readonly sharedBytes: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly gpu: GpuSpec;
}

function factsFrom(launch: MeasuredLaunch): BlockSizeFacts {
  const classification = classifyFromMetrics(launch.metrics, launch.totalThreads, launch.gpu);
  return {
    name: launch.name,
    current: launch.threadsPerBlock,
    dimensions: launch.dimensions,
    // All kernels here that use shared memory dimension it by their block, as their sources show.
    resources: { registersPerThread: launch.registers },
    sharedBytesPerThread: launch.sharedBytes / launch.threadsPerBlock,
    maxThreadsPerBlock: null,
    classification: classification.ok ? classification.value : null,
    metrics: launch.metrics,
    timings: [],
  };
}

function sweepsBy(
  rows: readonly TableRow[],
  key: (row: TableRow) => string,
  point: (row: TableRow) => SweepPoint,
): readonly Sweep[] {
  return [...groupBy(rows, key)].map(([kernel, members]) => ({ kernel, points: members.map(point) }));
}
