// Times and counters of a launch from the work of its kernel, by a roofline: the busiest unit decides.
// Rates are the data sheet's for the GTX 950; the two efficiencies and the link are assumptions.

const GPU = { sms: 6, clockHz: 1.188e9, dramBytesPerS: 105.8e9 };
/** Lanes or operations of one SM in one clock. */
const PER_CLOCK = { issue: 4, fp32: 128, special: 32, loadStore: 32, control: 32 };
/** A stream of reads and writes reaches this share of the DRAM's rate. */
const DRAM_EFFICIENCY = 0.8;
/** Fixed cost of a launch on the GPU, and of a copy. */
const LAUNCH_NS = 2_500;
const COPY_NS = 1_500;
/** PCIe 3 x16, pinned and pageable host memory, bytes a second. */
const LINK = { pinned: 11.5e9, pageable: 5.5e9 };

export const copyNs = (bytes, memory) => COPY_NS + (bytes / LINK[memory]) * 1e9;

const volume = ([x, y, z]) => x * y * z;

/** Seconds that each unit of the whole GPU is busy with one launch, and the totals they follow from. */
export function launchOf(work) {
  const threads = volume(work.grid) * volume(work.block);
  const warps = threads / 32;
  const accesses = work.globalLoad.accesses + work.globalStore.accesses + work.sharedLoad + work.sharedStore;
  const perThread = work.fp32 + work.special + work.integer + work.control + accesses;
  const bytes = work.dramBytes.read + work.dramBytes.written;
  const seconds = (amount, rate) => (amount * threads) / (rate * GPU.sms * GPU.clockHz);
  const busy = {
    issue: seconds(perThread / 32, PER_CLOCK.issue),
    // Maxwell runs integers on the same cores.
    fp32: seconds(work.fp32 + work.integer, PER_CLOCK.fp32),
    special: seconds(work.special, PER_CLOCK.special),
    loadStore: seconds(accesses, PER_CLOCK.loadStore),
    shared: seconds(work.sharedLoad + work.sharedStore, PER_CLOCK.loadStore),
    control: seconds(work.control, PER_CLOCK.control),
    dram: bytes / GPU.dramBytesPerS,
  };
  const dramTime = busy.dram / DRAM_EFFICIENCY;
  const time = Math.max(dramTime, ...Object.values(busy)) + LAUNCH_NS * 1e-9;
  return { work, threads, warps, perThread, accesses, busy, time };
}

const LEVEL_NAMES = ['Idle', 'Low', 'Low', 'Low', 'Mid', 'Mid', 'Mid', 'High', 'High', 'High', 'Max'];

/** nvprof's utilization level of a share of time: rounded up, so that only an unused unit is idle. */
function level(share) {
  const value = Math.min(10, Math.ceil(share * 10));
  return `"${LEVEL_NAMES[value]} (${value})"`;
}

/** nvprof counts in 1024s. */
function rate(bytesPerS) {
  const units = ['B/s', 'KB/s', 'MB/s', 'GB/s'];
  const index = bytesPerS < 1 ? 0 : Math.min(3, Math.floor(Math.log2(bytesPerS) / 10));
  return `${(bytesPerS / 1024 ** index).toFixed(6)}${units[index]}`;
}

/**
 * The metrics that follow from counted work: rows `[name, description, value as nvprof prints it]`.
 * What only a measurement can tell (eligible warps, hit rates, stall reasons) is left out.
 */
export function metricsOf(launch) {
  const { work, threads, warps, busy, time } = launch;
  const total = (perThread) => String(Math.round(perThread * threads));
  const requests = (perThread) => perThread * warps;
  // The GTX 950 counts a coalesced load twice (8 transactions for 4 sectors), a store once.
  const loads = requests(work.globalLoad.accesses) * work.globalLoad.sectors;
  const stores = requests(work.globalStore.accesses) * work.globalStore.sectors;
  const flops = (work.fp32 + work.fma) * threads;
  const share = (unit) => level(busy[unit] / time);
  const instructions = Math.round(launch.perThread * warps);
  const peak = 2 * PER_CLOCK.fp32 * GPU.sms * GPU.clockHz;
  return [
    ['ipc', 'Executed IPC', (instructions / (time * GPU.clockHz * GPU.sms)).toFixed(6)],
    ['inst_per_warp', 'Instructions per warp', launch.perThread.toFixed(6)],
    ['shared_store_transactions', 'Shared Store Transactions', Math.round(requests(work.sharedStore))],
    ['shared_load_transactions', 'Shared Load Transactions', Math.round(requests(work.sharedLoad))],
    ['gld_transactions', 'Global Load Transactions', Math.round(2 * loads)],
    ['gst_transactions', 'Global Store Transactions', Math.round(stores)],
    ['dram_read_transactions', 'Device Memory Read Transactions', Math.round(work.dramBytes.read / 32)],
    ['dram_write_transactions', 'Device Memory Write Transactions', Math.round(work.dramBytes.written / 32)],
    ['dram_read_throughput', 'Device Memory Read Throughput', rate(work.dramBytes.read / time)],
    ['dram_write_throughput', 'Device Memory Write Throughput', rate(work.dramBytes.written / time)],
    ['cf_fu_utilization', 'Control-Flow Function Unit Utilization', share('control')],
    ['tex_fu_utilization', 'Texture Function Unit Utilization', level(0)],
    ['ldst_fu_utilization', 'Load/Store Function Unit Utilization', share('loadStore')],
    ['double_precision_fu_utilization', 'Double-Precision Function Unit Utilization', level(0)],
    ['special_fu_utilization', 'Special Function Unit Utilization', share('special')],
    ['single_precision_fu_utilization', 'Single-Precision Function Unit Utilization', share('fp32')],
    ['flop_count_sp', 'Floating Point Operations(Single Precision)', Math.round(flops)],
    ['flop_count_dp', 'Floating Point Operations(Double Precision)', 0],
    ['inst_executed', 'Instructions Executed', instructions],
    ['dram_utilization', 'Device Memory Utilization', share('dram')],
    ['shared_utilization', 'Shared Memory Utilization', share('shared')],
    ['inst_fp_32', 'FP Instructions(Single)', total(work.fp32)],
    ['inst_fp_64', 'FP Instructions(Double)', 0],
    ['inst_integer', 'Integer Instructions', total(work.integer)],
    ['inst_control', 'Control-Flow Instructions', total(work.control)],
    ['inst_compute_ld_st', 'Load/Store Instructions', total(launch.accesses)],
    ['flop_sp_efficiency', 'FLOP Efficiency(Peak Single)', `${((100 * flops) / (time * peak)).toFixed(6)}%`],
    ['flop_dp_efficiency', 'FLOP Efficiency(Peak Double)', '0.000000%'],
  ];
}
