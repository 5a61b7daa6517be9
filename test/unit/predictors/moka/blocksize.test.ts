import assert from 'node:assert/strict';
import fc from 'fast-check';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { mokaBlockSizes } from '../../../../src/predictors/moka/advisers';
import { suggestBlockSize } from '../../../../src/predictors/moka/blocksize/advice';
import { referenceSetFor } from '../../../../src/predictors/moka/simk/references';
import {
  candidateSizes,
  type BlockSizeFacts,
  type BlockTiming,
} from '../../../../src/predictors/moka/blocksize/facts';
import { BLOCK_METHODS, type BlockMethod } from '../../../../src/predictors/moka/blocksize/methods';
import { preferredMethods, rankMethods } from '../../../../src/predictors/moka/blocksize/validation';
import { classifyFromMix } from '../../../../src/predictors/moka/classification/classify';
import { mixOf } from './mixes';
import { english } from '../../../../src/words';

const gpu = requireGpu('gtx-950');

function factsWith(changes: Partial<BlockSizeFacts>): BlockSizeFacts {
  return {
    name: 'kernel',
    current: 1024,
    dimensions: 1,
    resources: { registersPerThread: 40 },
    maxThreadsPerBlock: null,
    classification: null,
    metrics: null,
    timings: [],
    ...changes,
  };
}

function timed(threadsPerBlock: number, value: number): BlockTiming {
  return { threadsPerBlock, time: { value, unit: 'ms', origin: 'measured', from: 'trace.csv:4' } };
}

function candidate(facts: BlockSizeFacts, method: BlockMethod) {
  return suggestBlockSize(facts, gpu).candidates.find((other) => other.method === method)!;
}

const computeMetrics = {
  ipc: 2,
  achieved_occupancy: 0.97,
  issue_slot_utilization: 35,
  eligible_warps_per_cycle: 2,
  double_precision_fu_utilization: 0,
  single_precision_fu_utilization: 3,
  special_fu_utilization: 0,
};

describe('block-size advice', () => {
  it('follows times where there are any, and gives their gain', () => {
    const timings = [timed(128, 0.9), timed(1024, 1.2), timed(256, 1.0)];
    const advice = suggestBlockSize(factsWith({ timings }), gpu);
    assert.equal(advice.advised, 128);
    assert.equal(advice.basis, 'timings');
    assert.ok(Math.abs(advice.expectedGain!.value + 0.25) < 1e-12);
    assert.equal(advice.expectedGain!.origin, 'measured');
    assert.match(english(advice.evidence), /3 block sizes timed \(trace\.csv:4\)/);
  });

  it('keeps the block when nothing is faster than noise', () => {
    const advice = suggestBlockSize(factsWith({ timings: [timed(128, 0.99), timed(1024, 1)] }), gpu);
    assert.deepEqual([advice.advised, advice.expectedGain!.value], [1024, 0]);
  });

  it('gives no gain when today was not timed', () => {
    const advice = suggestBlockSize(factsWith({ timings: [timed(128, 1), timed(256, 2)] }), gpu);
    assert.deepEqual([advice.advised, advice.expectedGain], [128, null]);
    assert.equal(suggestBlockSize(factsWith({ timings: [timed(128, 1)] }), gpu).basis, 'current if sound');
  });

  it('promises nothing without times, and tells how the method validated', () => {
    const advice = suggestBlockSize(factsWith({}), gpu);
    assert.equal(advice.basis, 'current if sound');
    // 40 registers: 1024 threads reach 32 of 64 warps, 128 threads 48.
    assert.equal(advice.advised, 128);
    assert.equal(advice.expectedGain, null);
    assert.match(english(advice.evidence), /measured kernels this came to ×1\.\d\d /);
    assert.match(english(advice.timeNote!), /none is advised/);
    assert.equal(advice.curve.length, 32);
  });

  it('leaves a sound block alone', () => {
    for (const current of [64, 128, 256])
      assert.equal(
        suggestBlockSize(factsWith({ current, resources: { registersPerThread: 24 } }), gpu).advised,
        current,
      );
    assert.equal(suggestBlockSize(factsWith({ current: 32 }), gpu).advised, 128);
  });

  it('keeps to launch bounds, whole warps and powers of two', () => {
    assert.deepEqual(
      candidateSizes(factsWith({ current: 256, maxThreadsPerBlock: 200 }), gpu.limits),
      [32, 64, 128],
    );
    assert.deepEqual(
      candidateSizes(factsWith({ current: 96, maxThreadsPerBlock: 130 }), gpu.limits),
      [32, 64, 96, 128],
    );
    assert.equal(candidate(factsWith({ maxThreadsPerBlock: 64 }), '128 threads').threadsPerBlock, null);
    assert.equal(suggestBlockSize(factsWith({ maxThreadsPerBlock: 64 }), gpu).advised, 64);
  });

  it('lets shared memory grow with the block', () => {
    const fixed = candidate(
      factsWith({ resources: { registersPerThread: 16, staticSharedBytes: 12288 } }),
      'occupancy',
    );
    const growing = candidate(
      factsWith({ resources: { registersPerThread: 16 }, sharedBytesPerThread: 12 }),
      'occupancy',
    );
    assert.deepEqual([fixed.threadsPerBlock, growing.threadsPerBlock], [256, 64]);
  });

  it('advises nothing when the work changes with the block, unless it was timed', () => {
    const blockDependentWork = 'sorts 2 × blockDim.x keys';
    const advice = suggestBlockSize(factsWith({ blockDependentWork }), gpu);
    assert.deepEqual([advice.advised, advice.basis], [null, null]);
    assert.match(english(advice.evidence), /sorts 2 × blockDim\.x keys/);
    const timings = [timed(1024, 2), timed(64, 1)];
    assert.equal(suggestBlockSize(factsWith({ blockDependentWork, timings }), gpu).advised, 64);
  });

  it('explains itself where nothing fits', () => {
    const advice = suggestBlockSize(
      factsWith({ current: null, resources: { registersPerThread: 300 } }),
      gpu,
    );
    assert.equal(advice.advised, null);
    assert.match(english(advice.evidence), /300 registers per thread are more than the 255 allowed/);
  });

  it('asks similar kernels, and says on which GPU those were measured', () => {
    const classification = classifyFromMix(mixOf({ fp32: 60, globalLoad: 4, sharedLoad: 32 }), gpu);
    const facts = factsWith({ dimensions: 2, classification, metrics: computeMetrics });
    assert.equal(candidate(facts, 'SimK').threadsPerBlock, 256);
    assert.match(
      english(candidate(facts, 'SimK').reason),
      /best blocks of the three nearest kernels: .* 256/,
    );
    assert.deepEqual(suggestBlockSize(facts, gpu).assumptions, []);
    const other = suggestBlockSize(facts, requireGpu('a100-80gb'));
    assert.match(english(other.assumptions[0]!.text), /measured on gtx-950, not on the A100-80GB/);
  });

  it('tells users of no method that looks at nothing of the kernel', () => {
    const { candidates } = mokaBlockSizes.advise(factsWith({}), gpu, referenceSetFor(gpu));
    assert.deepEqual(
      candidates.map(({ method }) => method),
      ['SimK', 'nearest kernels', 'occupancy', 'occupancy near 128', 'current if sound'],
    );
  });

  it('says why SimK has no answer', () => {
    assert.match(english(candidate(factsWith({}), 'SimK').reason), /needs a profile/);
    const classification = classifyFromMix(mixOf({ fp32: 1, globalLoad: 2 }), gpu);
    const facts = factsWith({ classification, metrics: computeMetrics });
    assert.match(english(candidate(facts, 'nearest kernels').reason), /0 memory-bound 1-D kernels/);
  });
});

describe('ranking of methods', () => {
  it('prefers by regret, and by how little changes where regrets cannot be told apart', () => {
    const rows = [
      { method: 'SimK', regret: 1.2, worst: 2 },
      { method: '128 threads', regret: 1.04, worst: 2 },
      { method: 'current if sound', regret: 1.045, worst: 2 },
    ] as const;
    assert.deepEqual(rankMethods(rows), ['current if sound', '128 threads', 'SimK']);
    const clear = rows.map((row) => (row.method === 'current if sound' ? { ...row, regret: 1.06 } : row));
    assert.deepEqual(rankMethods(clear), ['128 threads', 'current if sound', 'SimK']);
  });

  it('never puts a method before one that is clearly better', () => {
    const rows = fc.tuple(...BLOCK_METHODS.map(() => fc.double({ min: 1, max: 3, noNaN: true })));
    fc.assert(
      fc.property(rows, (regrets) => {
        const table = BLOCK_METHODS.map((method, index) => ({ method, regret: regrets[index]!, worst: 3 }));
        const regretOf = (method: BlockMethod) => table.find((row) => row.method === method)!.regret;
        const ranked = rankMethods(table);
        assert.deepEqual([...ranked].sort(), [...BLOCK_METHODS].sort());
        for (let index = 1; index < ranked.length; index++)
          assert.ok(regretOf(ranked[index - 1]!) <= regretOf(ranked[index]!) + 0.01 + 1e-12);
      }),
    );
  });

  it('is stored for all methods', () => {
    assert.deepEqual([...preferredMethods()].sort(), [...BLOCK_METHODS].sort());
  });
});
