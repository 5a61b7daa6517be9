import { english } from '../../../../src/words';
import assert from 'node:assert/strict';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { classifyFromMetrics } from '../../../../src/predictors/moka/classification/classify';
import { featuresOf } from '../../../../src/predictors/moka/simk/features';
import {
  divisorsFor,
  referenceFromMeasurement,
  referenceSetFor,
  withMeasuredKernels,
} from '../../../../src/predictors/moka/simk/references';
import { simk, type SimkAnswer, type SimkQuery } from '../../../../src/predictors/moka/simk/simk';
import { majorityVote } from '../../../../src/predictors/moka/simk/vote';

const gpu = requireGpu('gtx-950');
const set = referenceSetFor(gpu);

/** A kernel very much like matrixMulCUDA, but not it. */
const like: SimkQuery = {
  class: 'compute-bound',
  dimensions: 2,
  coresPerSm: 128,
  features: {
    m2c_ratio: 0.43,
    ipc: 2.0,
    achieved_occupancy: 0.97,
    dp_fu_util: 0,
    sp_fu_util: 0.16,
    issue_slot_utilization: 0.35,
    eligible_warps_per_cycle: 2.0,
  },
};

function answered(query: SimkQuery, references = set): SimkAnswer {
  const result = simk(query, references);
  assert.ok(result.status === 'answered');
  return result;
}

describe('SimK reference set', () => {
  it('holds the published kernels by class and dimensionality', () => {
    const count = (kind: string, dimensions: number) =>
      set.kernels.filter((kernel) => kernel.class === kind && kernel.dimensions === dimensions).length;
    assert.deepEqual(
      [
        count('compute-bound', 1),
        count('compute-bound', 2),
        count('memory-bound', 1),
        count('memory-bound', 2),
      ],
      [13, 7, 0, 5],
    );
    for (const kernel of set.kernels)
      assert.equal(
        Object.keys(kernel.features).length,
        kernel.class === 'memory-bound' ? 10 : 7,
        kernel.name,
      );
  });

  it('has features that our own computation gives from the metrics of such a kernel', () => {
    const launch = { totalThreads: 64 * 64 * 256, metrics: transposeMetrics };
    const result = classifyFromMetrics(launch.metrics, launch.totalThreads, gpu);
    assert.ok(result.ok && result.value.class === 'memory-bound');
    const features = featuresOf(result.value, launch.metrics, divisorsFor(gpu, set));
    const published = set.kernels.find((kernel) => kernel.name === 'transposeCoarseGrained')!.features;
    for (const [name, value] of Object.entries(published))
      assert.ok(Math.abs(features[name as keyof typeof features]! - value) < 1e-6, name);
  });
});

/** nvprof metrics in base units, as restated from the published vector of transposeCoarseGrained. */
const transposeMetrics = {
  inst_fp_32: 0,
  inst_fp_64: 0,
  inst_integer: 20 * 64 * 64 * 256,
  inst_compute_ld_st: 4 * 64 * 64 * 256 - 12,
  gld_transactions: 262144,
  gst_transactions: 131072,
  shared_load_transactions: 0,
  shared_store_transactions: 65536,
  ipc: 1.273404,
  achieved_occupancy: 0.898519,
  issue_slot_utilization: 31.88,
  eligible_warps_per_cycle: 2.158354,
  gld_throughput: 42.298809 * 2 ** 30,
  gst_throughput: 42.298809 * 2 ** 30,
  shared_load_throughput: 0,
  shared_store_throughput: 84.59948 * 2 ** 30,
  shared_utilization: 1,
};

describe('SimK', () => {
  it('asks the three nearest of the same class and dimensionality', () => {
    const result = answered(like);
    assert.equal(result.threadsPerBlock, 256);
    assert.equal(result.decidedBy, 'majority');
    assert.equal(result.references.length, 7);
    assert.deepEqual(
      result.references.map((point) => point.neighbour),
      [true, true, true, false, false, false, false],
    );
    assert.ok(result.references.slice(0, 3).some((point) => point.name === 'matrixMulCUDA'));
    assert.ok(Math.abs(result.perplexity - 7 / 3) < 1e-12);
    assert.equal(result.plain.threadsPerBlock, 256);
  });

  it('reports over random starts how stable the vote is', () => {
    const { stability, threadsPerBlock } = answered(like);
    assert.equal(stability.seeds, 20);
    assert.equal(
      Object.values(stability.votes).reduce((sum, count) => sum + count, 0),
      20,
    );
    assert.equal(stability.agreement, (stability.votes[threadsPerBlock] ?? 0) / 20);
  });

  it('falls back to the CUDA cores of an SM only when all neighbours differ', () => {
    assert.deepEqual(majorityVote([512, 128, 64], 128), { threadsPerBlock: 128, decidedBy: 'fallback' });
    assert.deepEqual(majorityVote([512, 64, 64], 128), { threadsPerBlock: 64, decidedBy: 'majority' });
    assert.deepEqual(majorityVote([256, 256, 256], 128), { threadsPerBlock: 256, decidedBy: 'majority' });
  });

  it('says so where there is no reference', () => {
    const result = simk({ ...like, class: 'memory-bound', dimensions: 1 }, set);
    assert.ok(result.status === 'no-answer');
    assert.match(english(result.reason), /0 memory-bound 1-D kernels/);
  });

  it('works with the features that a profile has, and gives up below half of them', () => {
    const { eligible_warps_per_cycle: eligible, ...rest } = like.features;
    assert.equal(eligible, 2);
    const result = answered({ ...like, features: rest });
    assert.deepEqual(result.missing, ['eligible_warps_per_cycle']);
    const poor = simk({ ...like, features: { ipc: 2, m2c_ratio: 0.4, achieved_occupancy: 0.9 } }, set);
    assert.ok(poor.status === 'no-answer');
    assert.match(english(poor.reason), /lacks too many features: issue_slot_utilization/);
  });

  it("lets the user's own measured kernels vote", () => {
    const classification = classifyFromMetrics(transposeMetrics, 64 * 64 * 256, gpu);
    assert.ok(classification.ok);
    const own = (name: string, bestBlock: number) =>
      referenceFromMeasurement(
        {
          name,
          application: 'mine',
          dimensions: 1,
          bestBlock,
          classification: classification.value,
          metrics: transposeMetrics,
        },
        gpu,
        set,
      );
    const extended = withMeasuredKernels(set, [own('a', 192), own('b', 192), own('c', 512)]);
    const query: SimkQuery = {
      class: 'memory-bound',
      dimensions: 1,
      coresPerSm: 128,
      features: own('q', 0).features,
    };
    assert.equal(answered(query, extended).threadsPerBlock, 192);
  });

  it('scales bandwidth ratios for a kernel profiled on another GPU', () => {
    const v100 = divisorsFor(requireGpu('v100-sxm2'), set);
    assert.ok(Math.abs(v100.globalBytesPerSecond / set.globalBytesPerSecond - 900 / 105.8) < 1e-12);
    assert.equal(referenceSetFor(requireGpu('t4')).gpuId, 'gtx-950');
  });
});
