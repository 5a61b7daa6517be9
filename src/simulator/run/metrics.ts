import type { SmLimits } from '../../kernel/gpuSpec';
import { WARP_SIZE } from '../../kernel/warp';
import { STALL_COUNTERS, threadInstructions, warpInstructions, type Counters } from '../core/counters';
import { stallShares } from './utilisation';
import { SECTOR_BYTES } from '../core/sizes';
import { type SimulatorSpec } from '../spec/simulatorSpec';

/** nvprof's stall reason for each of ours. */
const STALL_METRICS: Readonly<Record<(typeof STALL_COUNTERS)[number], string>> = {
  stallDependency: 'stall_exec_dependency',
  stallMemory: 'stall_memory_dependency',
  stallBarrier: 'stall_sync',
  stallFetch: 'stall_inst_fetch',
  stallLaunch: 'stall_other',
  stallPipe: 'stall_pipe_busy',
  stallThrottle: 'stall_memory_throttle',
  stallNotSelected: 'stall_not_selected',
};

const ratio = (a: number, b: number): number => (b === 0 ? 0 : a / b);

/**
 * The counters of a kernel as nvprof names and defines its metrics: ratios as fractions, throughputs in bytes
 * per second of the measured time.
 *
 * @param cycles measured core cycles
 */
export function nvprofMetrics(
  c: Counters,
  cycles: number,
  spec: SimulatorSpec,
  limits: SmLimits,
): Readonly<Record<string, number>> {
  return {
    ...instructionMetrics(c),
    ...occupancyMetrics(c, spec, limits),
    ...memoryMetrics(c, cycles, spec),
    ...stallMetrics(c),
  };
}

function instructionMetrics(c: Counters): Record<string, number> {
  const executed = warpInstructions(c);
  const threads = threadInstructions(c);
  return {
    inst_executed: executed,
    inst_per_warp: ratio(executed, c.warpsDone),
    thread_inst_executed: threads,
    warp_execution_efficiency: ratio(threads, executed * WARP_SIZE),
    branch_efficiency: c.branches === 0 ? 1 : 1 - c.divergentBranches / c.branches,
    inst_fp_32: c.fp32Threads,
    inst_fp_64: c.fp64Threads,
    inst_integer: c.integerThreads,
    inst_control: c.controlThreads,
    inst_bit_convert: c.conversionThreads,
    inst_compute_ld_st:
      c.globalLoadThreads +
      c.globalStoreThreads +
      c.localLoadThreads +
      c.localStoreThreads +
      c.sharedLoadThreads +
      c.sharedStoreThreads,
    inst_executed_global_loads: c.globalLoad,
    inst_executed_global_stores: c.globalStore,
    inst_executed_shared_loads: c.sharedLoad,
    inst_executed_shared_stores: c.sharedStore,
    inst_executed_local_loads: c.localLoad,
    inst_executed_local_stores: c.localStore,
    inst_executed_global_atomics: c.globalAtomic,
  };
}

function occupancyMetrics(c: Counters, spec: SimulatorSpec, limits: SmLimits): Record<string, number> {
  const executed = warpInstructions(c);
  const eligible = executed + c.stallNotSelected;
  return {
    achieved_occupancy: ratio(c.warpCycles, c.smCycles * limits.maxWarps),
    ipc: ratio(executed, c.smCycles),
    issue_slot_utilization: ratio(executed, c.smCycles * spec.sm.schedulers),
    eligible_warps_per_cycle: ratio(eligible, c.smCycles),
  };
}

function memoryMetrics(c: Counters, cycles: number, spec: SimulatorSpec): Record<string, number> {
  const seconds = cycles / spec.coreClockMHz / 1e6;
  const perSecond = (bytes: number) => ratio(bytes, seconds);
  const l1Hits = c.l1Sectors - c.l1SectorMisses - c.l1SectorsPending;
  const l2Reads = c.l2ReadSectors;
  const loadSectors = c.l1Sectors + c.bypassedLoadSectors;
  return {
    gld_transactions: loadSectors,
    gst_transactions: c.l1StoreSectors,
    gld_transactions_per_request: ratio(loadSectors, c.globalLoad + c.localLoad + c.textureLoad),
    gst_transactions_per_request: ratio(c.l1StoreSectors, c.globalStore + c.localStore),
    global_hit_rate: ratio(l1Hits, c.l1Sectors),
    shared_efficiency: ratio(c.sharedAccesses, c.sharedPasses),
    l2_read_transactions: l2Reads,
    l2_write_transactions: c.l2WriteSectors,
    l2_tex_read_hit_rate: ratio(l2Reads - c.l2ReadSectorMisses, l2Reads),
    l2_tex_write_hit_rate: ratio(c.l2WriteSectors - c.l2WriteSectorMisses, c.l2WriteSectors),
    l2_read_throughput: perSecond(l2Reads * SECTOR_BYTES),
    l2_write_throughput: perSecond(c.l2WriteSectors * SECTOR_BYTES),
    dram_read_bytes: c.dramReadBytes,
    dram_write_bytes: c.dramWriteBytes,
    dram_read_transactions: c.dramReadBytes / SECTOR_BYTES,
    dram_write_transactions: c.dramWriteBytes / SECTOR_BYTES,
    dram_read_throughput: perSecond(c.dramReadBytes),
    dram_write_throughput: perSecond(c.dramWriteBytes),
  };
}

function stallMetrics(c: Counters): Record<string, number> {
  const shares = stallShares(c);
  return Object.fromEntries(STALL_COUNTERS.map((name) => [STALL_METRICS[name], shares[name]]));
}
