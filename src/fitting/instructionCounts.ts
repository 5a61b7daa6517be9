import { message } from '../kernel/message';
import type { ComputeClass } from '../kernel/instructionClasses';
import { WARP_SIZE } from '../kernel/warp';
import type { CounterReader } from './counterReader';
import type { LaunchShape } from './launchShape';

/** Warp instructions of one warp, averaged over the grid. */
export interface InstructionCounts {
  readonly total: number;
  /** Warps that the counters are totals of. */
  readonly warps: number;
  /** Everything but memory instructions and barriers; their sum follows from `total`. */
  readonly weights: Readonly<Partial<Record<ComputeClass, number>>>;
  readonly control: number;
  /** Threads that carry out an instruction over threads that the warp has. */
  readonly laneShare: number;
  /** Share of branches whose lanes disagree. */
  readonly divergence: number;
}

/** More instructions of one warp than any kernel runs in a launch that a profiler can replay. */
const MOST_PER_WARP = 2 ** 30;

/**
 * Instructions by class. nvprof counts classes in threads that were not predicated off; their sum is
 * inst_executed × 32 × warp_nonpred_execution_efficiency, which the profiles of the GTX 950 meet to the digit.
 * Special-function instructions are among inst_fp_32 (the sum leaves no other place for them).
 */
export function instructionCountsOf(reader: CounterReader, shape: LaunchShape): InstructionCounts {
  const laneShare = laneShareOf(reader, shape);
  const threads = threadCounts(reader);
  const sum = Object.values(threads).reduce((all, count) => all + count, 0);
  const total = totalPerWarp(reader, shape, sum, laneShare);
  const warps = warpsOf(reader, shape, total);
  const control = reader.read('cf_executed') ?? threads.control / (shape.lanes * laneShare);
  return {
    total,
    warps,
    weights: weightsOf(reader, threads),
    control: control / warps,
    laneShare,
    divergence: 1 - (reader.share('branch_efficiency') ?? 1),
  };
}

/** Launches of several grids may have been averaged. */
function warpsOf(reader: CounterReader, shape: LaunchShape, instructionsPerWarp: number): number {
  const executed = reader.read('inst_executed');
  if (executed === null || executed === 0 || reader.read('inst_per_warp') === null) return shape.warps;
  const warps = executed / instructionsPerWarp;
  if (Math.abs(warps - shape.warps) <= 0.02 * shape.warps) return shape.warps;
  return reader.assume({
    metric: 'inst_executed',
    value: warps,
    range: [Math.min(warps, shape.warps), Math.max(warps, shape.warps)],
    text: message('fitting.averagedWarps', { counted: warps, launched: shape.warps }),
    consequence: message('fitting.averagedWarpsEffect'),
  });
}

function laneShareOf(reader: CounterReader, shape: LaunchShape): number {
  const efficiency = reader.share('warp_nonpred_execution_efficiency', 'warp_execution_efficiency');
  const full = shape.lanes / WARP_SIZE;
  if (efficiency !== null && efficiency > 0) return Math.min(1, efficiency / full);
  return reader.assume({
    metric: 'warp_nonpred_execution_efficiency',
    value: 1,
    range: [0.5, 1],
    text: message('fitting.allLanes'),
    consequence: message('fitting.allLanesEffect'),
  });
}

type ThreadCounts = Record<
  'fp32' | 'special' | 'fp64' | 'fp16' | 'integer' | 'conversion' | 'control' | 'memory',
  number
>;

function threadCounts(reader: CounterReader): ThreadCounts {
  const special = reader.read('flop_count_sp_special') ?? 0;
  const fp32 = reader.read('inst_fp_32') ?? flopInstructions(reader, 'sp') + special;
  const moved = (reader.read('inst_misc') ?? 0) + (reader.read('inst_inter_thread_communication') ?? 0);
  return {
    fp32: Math.max(0, fp32 - special),
    special: Math.min(fp32, special),
    fp64: reader.read('inst_fp_64') ?? flopInstructions(reader, 'dp'),
    fp16: reader.read('inst_fp_16') ?? flopInstructions(reader, 'hp'),
    // Moves, reads of special registers and shuffles issue like integer instructions and have no class of their own.
    integer: (reader.read('inst_integer') ?? 0) + moved,
    conversion: reader.read('inst_bit_convert') ?? 0,
    control: reader.read('inst_control') ?? 0,
    memory: reader.read('inst_compute_ld_st') ?? 0,
  };
}

function flopInstructions(reader: CounterReader, precision: 'sp' | 'dp' | 'hp'): number {
  return ['add', 'mul', 'fma'].reduce(
    (sum, operation) => sum + (reader.read(`flop_count_${precision}_${operation}`) ?? 0),
    0,
  );
}

function totalPerWarp(
  reader: CounterReader,
  shape: LaunchShape,
  threadSum: number,
  laneShare: number,
): number {
  const total = countedPerWarp(reader, shape) ?? summedPerWarp(reader, shape, threadSum, laneShare);
  if (total > MOST_PER_WARP)
    throw reader.fault(message('fitting.tooManyInstructions', { instructions: total, most: MOST_PER_WARP }));
  if (total >= 1) return total;
  const requests = memoryRequests(reader);
  if (requests === 0) throw reader.fault(message('fitting.nothingCounted'));
  return reader.assume({
    metric: 'inst_per_warp',
    value: (requests / shape.warps) * 8,
    range: [(requests / shape.warps) * 2, (requests / shape.warps) * 64],
    text: message('fitting.instructionsPerRequest'),
    consequence: message('fitting.instructionsPerRequestEffect'),
  });
}

function countedPerWarp(reader: CounterReader, shape: LaunchShape): number | null {
  const perWarp = reader.read('inst_per_warp');
  if (perWarp !== null) return perWarp;
  const executed = reader.read('inst_executed');
  return executed === null ? null : executed / shape.warps;
}

/** Instructions of the classes that the profile has, as far as there are any. */
function summedPerWarp(
  reader: CounterReader,
  shape: LaunchShape,
  threadSum: number,
  laneShare: number,
): number {
  const perWarp = threadSum / (shape.warps * shape.lanes * laneShare);
  if (perWarp < 1) return perWarp;
  return reader.assume({
    metric: 'inst_executed',
    value: perWarp,
    range: [perWarp, perWarp * 8],
    text: message('fitting.onlyClasses', { instructions: perWarp }),
    consequence: message('fitting.onlyClassesEffect'),
  });
}

function memoryRequests(reader: CounterReader): number {
  return ['global_load_requests', 'global_store_requests', 'gld_transactions', 'gst_transactions'].reduce(
    (most, metric) => Math.max(most, reader.read(metric) ?? 0),
    0,
  );
}

function weightsOf(reader: CounterReader, threads: ThreadCounts): InstructionCounts['weights'] {
  const { fp32: single, special, fp64, fp16, integer, conversion } = threads;
  const arithmetic = { fp32: single, special, fp64, fp16, integer, conversion };
  if (Object.values(arithmetic).some((count) => count > 0)) return arithmetic;
  const fp32 = reader.assume({
    metric: 'inst_fp_32',
    value: 0.4,
    range: [0, 1],
    text: message('fitting.noClasses'),
    consequence: message('fitting.noClassesEffect'),
  });
  return { fp32, integer: 1 - fp32 };
}
