import { tableRows } from '../../../../lab/data/tables';
import { english } from '../../../../src/words';
import assert from 'node:assert/strict';
import { findGpu, requireGpu } from '../../../../src/gpu/findGpu';
import {
  classifyCounts,
  classifyFromMetrics,
  classifyFromMix,
} from '../../../../src/predictors/moka/classification/classify';
import { COUNT_METRICS } from '../../../../src/predictors/moka/classification/warpCounts';
import { mixOf } from './mixes';

const gtx950 = requireGpu('gtx-950');

/** Rows of our own with totals chosen so that the ceilings matter. */
const vectorAddLike = {
  inst_fp_32: 50000,
  inst_fp_64: 0,
  inst_integer: 600200,
  inst_compute_ld_st: 150000,
  gld_transactions: 25000,
  gst_transactions: 6250,
  shared_load_transactions: 0,
  shared_store_transactions: 0,
};

describe('warp-based classification', () => {
  it("reproduces the author's ratio for all of his kernels", () => {
    const rows = tableRows(process.env['CORUN_ROOT']!, 'kernel_stats_gtx950');
    let exact = 0;
    for (const row of rows) {
      const cell = (name: string) => Number(row[name]);
      const threads = ['gridx', 'gridy', 'gridz', 'blkx', 'blky', 'blkz'].map(cell).reduce((a, b) => a * b);
      const metrics = Object.fromEntries(Object.values(COUNT_METRICS).map((name) => [name, cell(name)]));
      const result = classifyFromMetrics(metrics, threads, gtx950);
      assert.ok(result.ok);
      const published = cell('m2c_ratio');
      const error = Math.abs(result.value.ratio! / published - 1);
      // The interval kernel's published ratio is 0.02 % off what its own counts give (58377 for 58365 clocks).
      assert.ok(error < 3e-4, row['kern_name']);
      if (error < 1e-9) exact++;
      assert.equal(result.value.class === 'memory-bound', published > 1);
    }
    assert.deepEqual([exact, rows.length], [64, 65]);
  });

  it('divides by the launched threads and rounds up', () => {
    const result = classifyFromMetrics(vectorAddLike, 50000, gtx950);
    assert.ok(result.ok);
    // 1 fp32, 13 integer and 3 load/store instructions at 15; one load transaction at 650, one store at 19.
    assert.equal(result.value.computeClocks, 17 * 15);
    assert.equal(result.value.memoryClocks, 669);
    assert.equal(result.value.class, 'memory-bound');
    assert.equal(result.value.origin, 'predicted');
  });

  it('names the metrics that a profile lacks', () => {
    const partial = { ...vectorAddLike, inst_fp_64: Number.NaN, gld_transactions: Number.NaN };
    const result = classifyFromMetrics(partial, 50000, gtx950);
    assert.ok(!result.ok);
    assert.equal(english(result.error.said), 'the profile lacks inst_fp_64, gld_transactions');
    const noLaunch = classifyFromMetrics(vectorAddLike, 0, gtx950);
    assert.ok(!noLaunch.ok && noLaunch.error.code === 'missing-launch');
  });

  it('classifies from source as a profiler would have counted', () => {
    const streaming = classifyFromMix(mixOf({ fp32: 1, integer: 6, globalLoad: 2, globalStore: 1 }), gtx950);
    assert.deepEqual([streaming.computeClocks, streaming.memoryClocks], [150, 669]);
    assert.equal(streaming.class, 'memory-bound');
    const iterating = classifyFromMix(
      mixOf({ fp32: 4000, special: 500, globalLoad: 2, globalStore: 1 }),
      gtx950,
    );
    assert.equal(iterating.class, 'compute-bound');
    assert.equal(iterating.origin, 'predicted');
  });

  it('marks a class that rests on guessed counts as assumed', () => {
    const result = classifyFromMix(mixOf({ fp32: 10 }, ['loop in line 4: 128 iterations']), gtx950);
    assert.equal(result.origin, 'assumed');
    assert.ok(result.assumptions.some((assumption) => english(assumption.text).includes('line 4')));
  });

  it('says that the clocks are those of a GTX 950', () => {
    const other = findGpu('h100-sxm');
    assert.ok(other.kind === 'found');
    const keys = (gpu: typeof gtx950) =>
      classifyFromMix(mixOf({ fp32: 1 }), gpu).assumptions.map((a) => a.key);
    assert.ok(!keys(gtx950).includes('moka:clocks'));
    assert.ok(keys(other.gpu).includes('moka:clocks'));
  });

  it('is compute-bound on a tie and has no ratio without computation', () => {
    const none = {
      fp32: 0,
      fp64: 0,
      integer: 0,
      computeLoadStore: 0,
      globalLoad: 0,
      globalStore: 0,
      sharedLoad: 0,
      sharedStore: 0,
    };
    assert.deepEqual(classifyCounts(none), {
      class: 'compute-bound',
      computeClocks: 0,
      memoryClocks: 0,
      ratio: null,
    });
    assert.equal(classifyCounts({ ...none, globalLoad: 1 }).class, 'memory-bound');
  });
});
