import { told } from '../../support/told';
import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { programFromProfile } from '../../../src/fitting/fromProfile';
import { measureKernel } from '../../../src/fitting/measure';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import { parseKernelProgram } from '../../../src/kernel/program';
import { InputError } from '../../../src/kernel/result';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { consistentProfile, profileWith, streamingMetrics } from './profiles';

const gtx950 = loadSpec('gtx-950');
const v100 = loadSpec('v100-sxm2');
const near = (actual: number, wanted: number, share: number, what: string) =>
  assert.ok(Math.abs(actual - wanted) <= share * wanted, `${what}: ${actual} is not near ${wanted}`);

describe('a program fitted to counters', () => {
  it('has the instructions, the sectors and the DRAM traffic of the profile', () => {
    const warps = 2000 * 4;
    const metrics = streamingMetrics(warps);
    const fitted = programFromProfile(profileWith(metrics, { grid: [2000, 1, 1] }), gtx950.gpu);
    assert.deepEqual(fitted.assumptions, []);
    const { counters } = measureKernel(fitted.program, fitted.launch, gtx950, { budgetCycles: 2e6, seed: 1 });
    near(counters.fp32Threads, metrics['inst_fp_32']!, 0.01, 'fp32');
    near(counters.integerThreads, metrics['inst_integer']! + metrics['inst_misc']!, 0.01, 'integer');
    assert.equal(counters.globalLoad, 2 * warps);
    near(
      counters.l2ReadSectors,
      metrics['l2_tex_read_transactions']!,
      0.002,
      'L2 reads (with those of instructions)',
    );
    assert.equal(counters.l1StoreSectors, metrics['gst_transactions']);
    near(counters.dramReadBytes / 32, metrics['dram_read_transactions']!, 0.01, 'DRAM reads');
    assert.equal(counters.branches, 0);
  });

  it('splits reads between DRAM and L2 and stores between fresh and rewritten sectors', () => {
    const warps = 6000 * 4;
    const metrics = {
      ...streamingMetrics(warps),
      dram_read_transactions: warps * 2,
      gst_transactions: warps * 16,
      gst_transactions_per_request: 16,
      dram_write_transactions: warps * 4,
    };
    const fitted = programFromProfile(profileWith(metrics, { grid: [6000, 1, 1] }), gtx950.gpu);
    const { counters } = measureKernel(fitted.program, fitted.launch, gtx950, { budgetCycles: 2e6, seed: 1 });
    near(counters.dramReadBytes / 32, warps * 2, 0.15, 'DRAM reads');
    near(counters.l2ReadSectors, warps * 8, 0.01, 'L2 reads');
    near(counters.l1StoreSectors, warps * 16, 0.01, 'stored sectors');
    // A third of what is written is still in the cache at the end.
    near(counters.dramWriteBytes / 32, warps * 4, 0.4, 'DRAM writes');
  });

  it('has bank conflicts, barriers, divergence and masked lanes as measured', () => {
    const warps = 64 * 4;
    const metrics = {
      ...streamingMetrics(warps),
      inst_executed: warps * 130,
      inst_per_warp: 130,
      shared_load_transactions: warps * 40 * 1.5,
      shared_load_transactions_per_request: 1.5,
      shared_store_transactions: warps * 10 * 4,
      shared_store_transactions_per_request: 4,
      stall_sync: 12,
      cf_executed: warps * 20,
      branch_efficiency: 80,
      warp_nonpred_execution_efficiency: 75,
    };
    const profile = profileWith(metrics, { staticSharedBytes: 8192 });
    const fitted = programFromProfile(profile, gtx950.gpu);
    const found = measureKernel(fitted.program, fitted.launch, gtx950, { budgetCycles: 1e6, seed: 1 });
    near(found.counters.sharedPasses, warps * (60 + 40), 0.03, 'passes through the banks');
    near(found.counters.barrier, warps * 10, 0.15, 'barriers');
    near(found.metrics['branch_efficiency']!, 0.8, 0.05, 'branch efficiency');
    near(found.metrics['warp_execution_efficiency']!, 0.75, 0.2, 'execution efficiency');
    assert.equal(found.basis, 'run');
  });

  it('is valid, compiles and runs for any consistent counters, complete or in part', () => {
    fc.assert(
      fc.property(consistentProfile, fc.boolean(), (profile, large) => {
        const loaded = large ? v100 : gtx950;
        const fitted = programFromProfile(profile, loaded.gpu);
        assert.deepEqual(parseKernelProgram(fitted.program), fitted.program);
        const { instructions, shape } = fitted.counts;
        const { warpInstructions } = programTotals(fitted.program, fitted.launch);
        const expected = instructions.total * shape.warps;
        assert.ok(
          Math.abs(warpInstructions - expected) <= 0.06 * expected + 3 * shape.warps,
          `${warpInstructions} instructions for ${expected}`,
        );
        const found = measureKernel(fitted.program, fitted.launch, loaded, { budgetCycles: 6500, seed: 1 });
        assert.ok(found.counters.warpsLaunched > 0);
      }),
      { numRuns: 40, seed: 950 },
    );
  });

  it('names the assumption that each missing counter leads to, with its range and consequence', () => {
    const all = { ...streamingMetrics(256), shared_load_transactions: 512, stall_sync: 1 };
    const missing: [string[], string][] = [
      [
        ['warp_nonpred_execution_efficiency', 'warp_execution_efficiency'],
        'warp_nonpred_execution_efficiency',
      ],
      [['inst_fp_32', 'inst_integer', 'inst_misc', 'inst_bit_convert'], 'inst_fp_32'],
      [['gld_transactions_per_request'], 'gld_transactions_per_request'],
      [['gst_transactions_per_request'], 'gst_transactions_per_request'],
      [['dram_read_transactions'], 'dram_read_transactions'],
      [['dram_write_transactions'], 'dram_write_transactions'],
      [['stall_sync'], 'stall_sync'],
      [['inst_executed', 'inst_per_warp'], 'inst_executed'],
      [
        ['gld_transactions', 'gst_transactions', 'l2_tex_read_transactions', 'gst_transactions_per_request'],
        'gld_transactions',
      ],
    ];
    for (const [dropped, expected] of missing) {
      const metrics = Object.fromEntries(Object.entries(all).filter(([name]) => !dropped.includes(name)));
      const { assumptions, inputs } = programFromProfile(profileWith(metrics), gtx950.gpu);
      assert.deepEqual(
        assumptions.map(({ metric }) => metric),
        [expected],
      );
      const [{ range, value, text, consequence }] = assumptions as [(typeof assumptions)[0]];
      assert.ok(range[0] <= value && value <= range[1] && range[0] < range[1], expected);
      assert.ok(english(text).length > 20 && english(consequence).length > 20);
      assert.ok(inputs.every(({ metric }) => !dropped.includes(metric)));
    }
  });

  it('counts loads by the memory instructions where nothing tells their transactions a request', () => {
    // As Maxwell counts: eight a request that moves four sectors.
    const metrics = streamingMetrics(256);
    delete metrics['gld_transactions_per_request'];
    const doubled = { ...metrics, gld_transactions: 256 * 2 * 8 };
    const { assumptions, counts } = programFromProfile(profileWith(doubled), gtx950.gpu);
    assert.deepEqual(assumptions, []);
    assert.deepEqual([counts.accesses.global.requests, counts.accesses.global.sectors], [2, 4]);
    // Some may be fetches of the read-only path; four are the least that 32 words of four bytes take.
    const fetched = programFromProfile(profileWith({ ...metrics, tex_cache_transactions: 512 }), gtx950.gpu);
    assert.deepEqual(
      fetched.assumptions.map(({ metric }) => metric),
      ['gld_transactions_per_request'],
    );
    assert.equal(fetched.counts.accesses.global.requests, 2);
  });

  it('takes launch and registers from assumptions where the profile is a table of metrics only', () => {
    const profile = profileWith(streamingMetrics(800), { grid: null, block: null, registers: null });
    const { launch, assumptions } = programFromProfile(profile, gtx950.gpu);
    assert.deepEqual(launch.grid, [100, 1, 1]);
    assert.deepEqual(
      assumptions.map(({ metric }) => metric),
      ['block', 'grid', 'registers'],
    );
    const known = programFromProfile(profile, gtx950.gpu, {
      grid: [200, 1, 1],
      block: [128, 1, 1],
      registers: 20,
    });
    assert.deepEqual(known.assumptions, []);
  });

  it('refuses counters that cannot be, naming file, line and metric', () => {
    const bad = [NaN, -1, 1e30, Infinity, -Infinity, 2 ** 60];
    const names = ['inst_per_warp', 'gld_transactions', 'dram_read_transactions', 'shared_load_transactions'];
    for (const name of names)
      for (const value of bad)
        assert.throws(
          () => programFromProfile(profileWith({ ...streamingMetrics(256), [name]: value }), gtx950.gpu),
          (error) => error instanceof InputError && told(new RegExp(`^run\\.csv:7:.*${name}`))(error),
          `${name} = ${value}`,
        );
    assert.throws(
      () => programFromProfile(profileWith({ ...streamingMetrics(256), branch_efficiency: 250 }), gtx950.gpu),
      told(/run\.csv:7: .*branch_efficiency: 250/),
    );
  });

  it('refuses launches that cannot be and profiles that tell nothing', () => {
    const metrics = streamingMetrics(256);
    assert.throws(
      () => programFromProfile(profileWith({}), gtx950.gpu),
      told(/run\.csv:7: .*neither instructions/),
    );
    assert.throws(
      () => programFromProfile(profileWith(metrics, { block: [2048, 1, 1] }), gtx950.gpu),
      told(/block 2048×1×1 cannot be launched/),
    );
    assert.throws(
      () => programFromProfile(profileWith(metrics, { staticSharedBytes: 1 << 20 }), gtx950.gpu),
      InputError,
    );
    assert.throws(
      () => programFromProfile(profileWith({ ...metrics, inst_per_warp: 2 ** 31 }), gtx950.gpu),
      told(/inst_per_warp/),
    );
  });
});
