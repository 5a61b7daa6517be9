import assert from 'node:assert/strict';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { parseKernelProgram } from '../../../../src/kernel/program';
import { suggestBlockSize } from '../../../../src/predictors/moka/blocksize/advice';
import type { BlockSizeFacts } from '../../../../src/predictors/moka/blocksize/facts';
import { classifyFromMetrics } from '../../../../src/predictors/moka/classification/classify';
import { featureNames, featuresOf } from '../../../../src/predictors/moka/simk/features';
import {
  divisorsFor,
  referenceSetFor,
  simulatedReferences,
  withMeasuredKernels,
  type ReferenceSet,
} from '../../../../src/predictors/moka/simk/references';
import { simk } from '../../../../src/predictors/moka/simk/simk';
import { simulatedMetrics } from '../../../../lab/moka/simk/simulatedMetrics';
import { simulate } from '../../../../src/simulator/simulate';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { english } from '../../../../src/words';

const v100 = requireGpu('v100-sxm2');

function simulatedSet(id: string): ReferenceSet {
  const set = simulatedReferences(requireGpu(id));
  assert.ok(set, id);
  return set;
}

describe('simulated reference sets', () => {
  it('stand in where nothing was measured on the GPU, and only there', () => {
    assert.equal(referenceSetFor(v100).origin, 'simulated');
    assert.equal(referenceSetFor(v100).gpuId, 'v100-sxm2');
    assert.equal(referenceSetFor(requireGpu('gtx-950')).origin, 'measured');
    assert.equal(referenceSetFor(requireGpu('t4')).gpuId, 'gtx-950');
  });

  for (const id of ['gtx-950', 'v100-sxm2'])
    it(`have all features, and a best block that their times show (${id})`, () => {
      const set = simulatedSet(id);
      assert.equal(set.gpuId, id);
      assert.equal(
        new Set(set.kernels.map(({ application, name }) => `${application} ${name}`)).size,
        set.kernels.length,
      );
      for (const { name, class: kind, features, times = [], bestBlock } of set.kernels) {
        for (const feature of featureNames(kind))
          assert.ok(Number.isFinite(features[feature]), `${name}: ${feature}`);
        assert.ok(times.length >= 4, name);
        const least = Math.min(...times.map(({ milliseconds }) => milliseconds));
        const best = times.find(({ threadsPerBlock }) => threadsPerBlock === bestBlock);
        assert.ok(best && least > 0 && best.milliseconds <= 1.02 * least, name);
      }
      for (const kind of ['compute-bound', 'memory-bound'] as const)
        assert.ok(
          set.kernels.filter((kernel) => kernel.class === kind && kernel.dimensions === 1).length >= 3,
          kind,
        );
    });

  it('are never mixed with measured kernels without saying which is which', () => {
    const set = simulatedSet('v100-sxm2');
    const [first] = set.kernels;
    const mixed = withMeasuredKernels(set, [{ ...first!, name: 'mine', bestBlock: 96 }]);
    const answer = simk({ ...first!, coresPerSm: 64 }, mixed, { stabilitySeeds: 0 });
    assert.ok(answer.status === 'answered');
    for (const { name, origin } of answer.references)
      assert.equal(origin, name === 'mine' ? 'measured' : 'simulated', name);
  });

  it('are named with the advice that rests on them', () => {
    const [kernel] = simulatedSet('v100-sxm2').kernels.filter(({ dimensions }) => dimensions === 1);
    const metrics = metricsOfCopy();
    const classification = classifyFromMetrics(metrics, 2 ** 18, v100);
    assert.ok(classification.ok && kernel);
    const facts: BlockSizeFacts = {
      name: 'copy',
      current: 256,
      dimensions: 1,
      resources: { registersPerThread: 16, staticSharedBytes: 0 },
      maxThreadsPerBlock: null,
      classification: classification.value,
      metrics,
      timings: [],
    };
    const advice = suggestBlockSize(facts, v100);
    const candidate = advice.candidates.find(({ method }) => method === 'SimK');
    assert.match(english(candidate!.reason), /\(simulated\)/);
    assert.match(english(advice.assumptions[0]!.text), /simulated for the .*V100.*, not measured/);
  });
});

/** Metrics of a kernel that copies 2^18 numbers. */
function metricsOfCopy(): Readonly<Record<string, number>> {
  const program = parseKernelProgram({
    name: 'copy',
    registersPerThread: 16,
    arrays: { a: { elementBytes: 4, elements: 2 ** 18 }, b: { elementBytes: 4, elements: 2 ** 18 } },
    body: [
      { op: 'load', array: 'a', index: 'globalThread', into: 'x' },
      { op: 'compute', class: 'integer', count: 3 },
      { op: 'store', array: 'b', index: 'globalThread', after: ['x'] },
    ],
  });
  const app = { name: 'copy', program, launch: { grid: 1024, block: 256 } };
  const loaded = loadSpec('v100-sxm2');
  return simulatedMetrics(simulate({ gpu: 'v100-sxm2', apps: [app] }, { spec: loaded }), loaded.spec);
}

describe('metrics of a simulated launch', () => {
  it('classify and describe the kernel as a profile of it would', () => {
    const metrics = metricsOfCopy();
    assert.equal(metrics['gld_transactions'], (8 * 2 ** 18) / 32, 'eight transactions a coalesced load');
    assert.equal(metrics['shared_load_transactions'], 0);
    assert.ok(
      Math.abs(metrics['gld_throughput']! / metrics['gst_throughput']! - 1) < 1e-9,
      'as many bytes both ways',
    );
    const level = metrics['single_precision_fu_utilization']!;
    assert.ok(Number.isInteger(level) && level >= 0 && level <= 10, String(level));
    const classification = classifyFromMetrics(metrics, 2 ** 18, v100);
    assert.ok(classification.ok);
    assert.equal(classification.value.class, 'memory-bound');
    const features = featuresOf(classification.value, metrics, divisorsFor(v100, referenceSetFor(v100)));
    assert.deepEqual(Object.keys(features).sort(), [...featureNames('memory-bound')].sort());
  });
});
