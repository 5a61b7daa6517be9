import fc from 'fast-check';
import type { KernelProfile } from '../../../src/kernel/profile';
import type { Dim3 } from '../../../src/kernel/symbolic';

const PATH = 'run.csv';
const LINE = 7;

/** A profile of one launch with these metrics. */
export function profileWith(
  metrics: Readonly<Record<string, number>>,
  launch: Partial<
    Pick<KernelProfile, 'grid' | 'block' | 'registers' | 'staticSharedBytes' | 'durationNs'>
  > = {},
): KernelProfile {
  return {
    name: 'kernel(float*)',
    grid: [64, 1, 1],
    block: [128, 1, 1],
    registers: 24,
    staticSharedBytes: 0,
    dynamicSharedBytes: 0,
    startNs: null,
    durationNs: null,
    stream: null,
    device: 'GeForce GTX 950',
    calls: 1,
    metrics,
    location: { path: PATH, line: LINE },
    ...launch,
  };
}

/** What a profiler would count of `warps` warps with 32 lanes that stream two arrays into a third. */
export function streamingMetrics(warps: number): Record<string, number> {
  return {
    inst_executed: warps * 30,
    inst_per_warp: 30,
    warp_execution_efficiency: 100,
    warp_nonpred_execution_efficiency: 100,
    branch_efficiency: 100,
    inst_fp_32: warps * 32 * 8,
    inst_integer: warps * 32 * 12,
    inst_misc: warps * 32 * 5,
    inst_control: warps * 32 * 2,
    cf_executed: warps * 2,
    inst_bit_convert: 0,
    inst_compute_ld_st: warps * 32 * 3,
    gld_transactions: warps * 2 * 4,
    gld_transactions_per_request: 4,
    gst_transactions: warps * 4,
    gst_transactions_per_request: 4,
    l2_tex_read_transactions: warps * 2 * 4,
    dram_read_transactions: warps * 2 * 4,
    dram_write_transactions: warps * 4,
  };
}

const rate = fc.double({ min: 0, max: 1, noNaN: true });
const dimension = (max: number) => fc.integer({ min: 1, max });

/** Counters that contradict each other in nothing, of launches of every shape. */
export const consistentProfile: fc.Arbitrary<KernelProfile> = fc
  .record({
    grid: fc.tuple(dimension(300), dimension(4), dimension(2)),
    block: fc.constantFrom<Dim3>([1, 1, 1], [16, 1, 1], [32, 1, 1], [100, 1, 1], [16, 16, 1], [1024, 1, 1]),
    arithmetic: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 5, maxLength: 5 }),
    control: fc.integer({ min: 1, max: 40 }),
    loads: fc.double({ min: 0, max: 40, noNaN: true }),
    stores: fc.double({ min: 0, max: 10, noNaN: true }),
    shared: fc.double({ min: 0, max: 60, noNaN: true }),
    sectors: rate,
    passes: fc.double({ min: 1, max: 32, noNaN: true }),
    efficiency: fc.double({ min: 0.1, max: 1, noNaN: true }),
    branches: fc.double({ min: 50, max: 100, noNaN: true }),
    l2: rate,
    written: rate,
    syncs: rate,
    kept: fc.infiniteStream(fc.boolean()),
    partial: fc.boolean(),
  })
  .map((drawn) => {
    const [gx, gy, gz] = drawn.grid;
    const threads = drawn.block[0] * drawn.block[1] * drawn.block[2];
    const perBlock = Math.ceil(threads / 32);
    const warps = gx * gy * gz * perBlock;
    const lanes = threads / perBlock;
    const active = lanes * drawn.efficiency;
    const [fp32 = 0, integer = 0, misc = 0, convert = 0, special = 0] = drawn.arithmetic;
    const sectors = 1 + drawn.sectors * (Math.floor(lanes) - 1);
    const memory = drawn.loads + drawn.stores + drawn.shared * 2;
    const perWarp = fp32 + special + integer + misc + convert + drawn.control + memory + 2;
    const reads = warps * drawn.loads * sectors;
    const writes = warps * drawn.stores * sectors;
    const metrics: Record<string, number> = {
      inst_executed: warps * perWarp,
      inst_per_warp: perWarp,
      warp_execution_efficiency: (100 * lanes) / 32,
      warp_nonpred_execution_efficiency: (100 * active) / 32,
      branch_efficiency: drawn.branches,
      inst_fp_32: warps * active * (fp32 + special),
      flop_count_sp_special: warps * active * special,
      inst_integer: warps * active * integer,
      inst_misc: warps * active * misc,
      inst_bit_convert: warps * active * convert,
      inst_control: warps * active * drawn.control,
      inst_compute_ld_st: warps * active * memory,
      cf_executed: warps * drawn.control,
      gld_transactions: reads,
      gld_transactions_per_request: drawn.loads > 0 ? sectors : 0,
      gst_transactions: writes,
      gst_transactions_per_request: drawn.stores > 0 ? sectors : 0,
      l2_tex_read_transactions: reads,
      dram_read_transactions: reads * drawn.l2,
      dram_write_transactions: writes * drawn.written,
      shared_load_transactions: warps * drawn.shared * drawn.passes,
      shared_load_transactions_per_request: drawn.passes,
      shared_store_transactions: warps * drawn.shared,
      shared_store_transactions_per_request: 1,
      stall_sync: 20 * drawn.syncs,
    };
    const needed = new Set(['inst_executed', 'inst_per_warp']);
    const kept = drawn.kept;
    const seen = Object.entries(metrics).filter(
      ([name]) => !drawn.partial || needed.has(name) || kept.next().value === true,
    );
    return profileWith(Object.fromEntries(seen), {
      grid: drawn.grid,
      block: drawn.block,
      staticSharedBytes: drawn.shared > 0 ? 4096 : 0,
    });
  });
