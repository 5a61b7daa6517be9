import { message } from '../../../kernel/message';
import { compareComputeCapability } from '../../../gpu/catalogue';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { InstructionMix } from '../../../kernel/kernel';
import { INSTRUCTION_CLASSES } from '../../../kernel/instructionClasses';
import { WARP_SIZE } from '../../../kernel/warp';
import { PUBLISHED_CLOCKS } from '../classification/clocks';
import { mixAssumptions } from '../mixAssumptions';
import { CONTENTION_METRICS, type ContentionMetric } from './resources';
import { clamp, missingAssumption, type Utilization } from './utilization';

const BYTES_PER_ACCESS = 128;

/**
 * Utilizations estimated from source, for kernels without a profile. The resident warps of an SM run
 * their instructions at the throughput of its lanes; the time of one round is the longest of all
 * throughput times and of one warp's own latency (instruction clocks of tables 4.2 and 4.3, nothing
 * overlapped within the warp). Utilization is throughput time over that time.
 *
 * @param warpsPerSm resident warps, from the occupancy of the launch.
 */
export function utilizationFromMix(mix: InstructionMix, warpsPerSm: number, gpu: GpuSpec): Utilization {
  const demand = throughputCycles(mix, gpu);
  const busiest = Math.max(...Object.values(demand));
  const round = Math.max(warpLatency(mix), warpsPerSm * busiest);
  const values: Partial<Record<ContentionMetric, number>> = {};
  for (const [metric, cycles] of Object.entries(demand) as [ContentionMetric, number][])
    values[metric] = round === 0 ? 0 : clamp((warpsPerSm * cycles) / round);
  const missing = CONTENTION_METRICS.filter((metric) => values[metric] === undefined);
  return {
    values,
    missing,
    origin: 'assumed',
    assumptions: [
      {
        key: 'moka:utilization',
        value: '',
        text: message('predictors.contention.fromSource'),
      },
      ...mixAssumptions(mix),
      ...missingAssumption(missing),
    ],
  };
}

/** Cycles of an SM per warp on each resource, if that resource alone mattered. */
function throughputCycles(mix: InstructionMix, gpu: GpuSpec): Partial<Record<ContentionMetric, number>> {
  const { perThread } = mix;
  const { limits } = gpu;
  const instructions = INSTRUCTION_CLASSES.reduce((sum, name) => sum + perThread[name], 0);
  const globalAccesses = perThread.globalLoad + perThread.globalStore + perThread.atomic;
  const sharedAccesses = perThread.sharedLoad + perThread.sharedStore;
  const localAccesses = perThread.localLoad + perThread.localStore;
  // Before Volta the same units execute integer instructions, and the metric counts them.
  const sharedUnit = compareComputeCapability(gpu.computeCapability, '7.0') < 0 ? perThread.integer : 0;
  const bytesPerCycle = dramBytesPerSmCycle(gpu);
  return {
    eligible_warps_per_cycle: instructions / limits.subPartitions,
    single_precision_fu_utilization: ((perThread.fp32 + sharedUnit) * WARP_SIZE) / limits.fp32Lanes,
    special_fu_utilization: ((perThread.special + perThread.conversion) * WARP_SIZE) / limits.specialLanes,
    ldst_fu_utilization: globalAccesses + sharedAccesses + localAccesses,
    shared_utilization: sharedAccesses,
    ...(limits.fp64Lanes === null
      ? {}
      : { double_precision_fu_utilization: (perThread.fp64 * WARP_SIZE) / limits.fp64Lanes }),
    ...(bytesPerCycle === null
      ? {}
      : { dram_utilization: (globalAccesses * BYTES_PER_ACCESS) / bytesPerCycle }),
  };
}

/** Peak DRAM bytes per clock that fall to one SM; null when the catalogue lacks bandwidth or clock. */
function dramBytesPerSmCycle(gpu: GpuSpec): number | null {
  const clockMHz = gpu.boostClockMHz ?? gpu.baseClockMHz;
  return gpu.dram.peakGBs === null || clockMHz === null
    ? null
    : (gpu.dram.peakGBs * 1000) / clockMHz / gpu.sms;
}

/** Clocks of one warp with every instruction waiting for the one before. */
function warpLatency(mix: InstructionMix): number {
  const { perThread } = mix;
  const memory =
    (perThread.globalLoad + perThread.localLoad + perThread.textureLoad + perThread.atomic) *
      PUBLISHED_CLOCKS.globalLoad +
    (perThread.globalStore + perThread.localStore) * PUBLISHED_CLOCKS.globalStore +
    perThread.sharedLoad * PUBLISHED_CLOCKS.sharedLoad +
    perThread.sharedStore * PUBLISHED_CLOCKS.sharedStore;
  const arithmetic =
    (perThread.fp32 + perThread.fp16 + perThread.integer + perThread.special) * PUBLISHED_CLOCKS.fp32 +
    perThread.fp64 * PUBLISHED_CLOCKS.fp64;
  return memory + arithmetic;
}
