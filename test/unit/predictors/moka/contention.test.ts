import { english } from '../../../../src/words';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { contention } from '../../../../src/predictors/moka/contention/contention';
import { utilizationFromMix } from '../../../../src/predictors/moka/contention/estimate';
import { predictPair, type ContendingKernel } from '../../../../src/predictors/moka/contention/pairwise';
import { CONTENTION_METRICS } from '../../../../src/predictors/moka/contention/resources';
import {
  utilizationFromMetrics,
  type Utilization,
} from '../../../../src/predictors/moka/contention/utilization';
import { mixOf } from './mixes';

const gpu = requireGpu('gtx-950');

function fromMetrics(metrics: Readonly<Record<string, number>>): Utilization {
  const result = utilizationFromMetrics(metrics, gpu);
  assert.ok(result.ok);
  return result.value;
}

function kernel(name: string, metrics: Readonly<Record<string, number>>, gridBlocks = 6): ContendingKernel {
  return { name, utilization: fromMetrics(metrics), blocksPerSm: 8, gridBlocks };
}

const streaming = { dram_utilization: 8, single_precision_fu_utilization: 1, flop_sp_efficiency: 2 };
const computing = { dram_utilization: 1, single_precision_fu_utilization: 8, flop_sp_efficiency: 60 };

describe('contention factor', () => {
  it('scales levels, percents and eligible warps, and clamps to one', () => {
    const { values } = fromMetrics({ ...streaming, eligible_warps_per_cycle: 9.7, flop_sp_efficiency: 25 });
    assert.equal(values.dram_utilization, 0.8);
    assert.equal(values.flop_sp_efficiency, 0.25);
    assert.equal(values.eligible_warps_per_cycle, 1);
    assert.equal(
      fromMetrics({ ...streaming, eligible_warps_per_cycle: 2 }).values.eligible_warps_per_cycle,
      0.5,
    );
  });

  it('adds what two kernels use and takes the most contended resource', () => {
    const a = fromMetrics(streaming);
    const same = contention([a, a]);
    assert.equal(same.factor, 1.6);
    assert.equal(same.limitedBy, 'dram_utilization');
    assert.equal(same.byType.functionUnit, 1);
    const mixed = contention([a, fromMetrics(computing)]);
    assert.equal(mixed.factor, 1);
    assert.equal(mixed.limitedBy, null);
  });

  it('holds for more than two kernels', () => {
    const three = contention([fromMetrics(computing), fromMetrics(computing), fromMetrics(streaming)]);
    assert.ok(Math.abs(three.factor - 1.7) < 1e-12);
    assert.equal(three.limitedBy, 'single_precision_fu_utilization');
    assert.ok(Math.abs(three.byType.compute - 1.22) < 1e-12);
  });

  it('is one for a kernel alone, whatever its metrics, and never falls as kernels join', () => {
    const metrics = fc.record(
      Object.fromEntries(
        CONTENTION_METRICS.map((name) => [name, fc.double({ min: 0, max: 500, noNaN: true })]),
      ),
    );
    fc.assert(
      fc.property(metrics, metrics, (a, b) => {
        const [first, second] = [fromMetrics(a), fromMetrics(b)];
        assert.equal(contention([first]).factor, 1);
        const pair = contention([first, second]);
        assert.ok(pair.factor >= 1 && pair.factor <= 2);
        assert.equal(pair.factor, contention([second, first]).factor);
        assert.ok(contention([first, second, first]).factor >= pair.factor);
      }),
    );
  });

  it('refuses a profile without any metric of function units or memory, and names what is missing', () => {
    const result = utilizationFromMetrics({ eligible_warps_per_cycle: 1, dram_utilization: 5 }, gpu);
    assert.ok(!result.ok);
    assert.match(english(result.error.said), /functionUnit/);
    const partial = fromMetrics(streaming);
    assert.ok(partial.missing.includes('l2_utilization'));
    assert.match(english(partial.assumptions[0]!.text), /l2_utilization/);
  });
});

describe('pairwise prediction', () => {
  it('tells inputs, parts, condition and that nothing validates it', () => {
    const prediction = predictPair(kernel('reader', streaming), [kernel('copier', streaming)], gpu);
    assert.equal(prediction.slowdown, 1.6);
    assert.equal(prediction.slowdown, Math.max(...Object.values(prediction.parts)));
    assert.equal(prediction.inputs['victim.dram_utilization'], 0.8);
    assert.equal(prediction.error.metric, null);
    assert.equal(prediction.origin, 'predicted');
    assert.match(english(prediction.validOnly[0]!), /blocks on the same SMs/);
    assert.equal(prediction.validOnly.length, 1);
  });

  it('says when a kernel leaves no room for the other', () => {
    const prediction = predictPair(kernel('small', streaming), [kernel('large', streaming, 48)], gpu);
    assert.match(english(prediction.validOnly[1]!), /large fills all 48 block slots of the GTX 950/);
  });

  it('fills a symmetric matrix', () => {
    const kernels = [kernel('a', streaming), kernel('b', computing)];
    const cells = kernels.map((victim) => kernels.map((other) => predictPair(victim, [other], gpu)));
    assert.deepEqual(
      cells.map((row) => row.map((cell) => cell.slowdown)),
      [
        [1.6, 1],
        [1, 1.6],
      ],
    );
    assert.equal(cells[0]![1]!.subject, 'a');
  });
});

describe('utilization from source', () => {
  const streamingMix = mixOf({ fp32: 1, integer: 6, globalLoad: 2, globalStore: 1 });

  it('finds the resource that saturates', () => {
    const copy = utilizationFromMix(streamingMix, 64, gpu).values;
    // 3 accesses of 128 bytes against 105.8 GB/s at 1188 MHz over 6 SMs: 25.9 cycles a warp; 64 warps
    // outlast one warp's latency of 2*650 + 19 + 7*15 clocks.
    assert.equal(copy.dram_utilization, 1);
    const compute = utilizationFromMix(mixOf({ fp32: 1000, globalLoad: 1 }), 64, gpu).values;
    assert.equal(compute.eligible_warps_per_cycle, 1);
    assert.ok(compute.single_precision_fu_utilization! > 0.99);
    assert.ok(compute.dram_utilization! < 0.1);
  });

  it('is bounded by latency when few warps are resident', () => {
    const few = utilizationFromMix(streamingMix, 4, gpu).values;
    const cycles = (3 * 128) / (105.8e3 / 1188 / 6);
    assert.ok(Math.abs(few.dram_utilization! - (4 * cycles) / (2 * 650 + 19 + 7 * 15)) < 1e-9);
    const alone = contention([{ values: few }, { values: few }]);
    assert.equal(alone.factor, 1);
  });

  it('is zero for an empty kernel and marked as assumed', () => {
    const empty = utilizationFromMix(mixOf({}), 64, gpu);
    assert.ok(Object.values(empty.values).every((value) => value === 0));
    assert.equal(empty.origin, 'assumed');
    const prediction = predictPair(
      { name: 'e', utilization: empty, blocksPerSm: null, gridBlocks: null },
      [kernel('a', streaming)],
      gpu,
    );
    assert.equal(prediction.origin, 'assumed');
  });
});
