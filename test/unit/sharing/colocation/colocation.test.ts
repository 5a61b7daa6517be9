import assert from 'node:assert/strict';
import type { LatencyPredictor } from '../../../../src/predictors/latencyPort';
import { fillCluster } from '../../../../src/sharing/colocation/fillCluster';
import { isKept, latencyOf } from '../../../../src/sharing/colocation/qosTarget';
import { latencyCurve, safeInstances } from '../../../../src/sharing/colocation/safeInstances';
import { told } from '../../../support/told';
import { NO_ERRORS, question, soloRun } from '../../predictors/prophet/runs';

/** 100 ns alone, 20 ns more beside each instance, and every 10th query three times that. */
function linear(asked: number[] = []): LatencyPredictor {
  return {
    id: 'linear',
    errors: NO_ERRORS,
    latencies: ({ beside, queries }) => {
      asked.push(beside.length);
      return Array.from({ length: queries }, (_, at) => 100 + 20 * beside.length * (at % 10 === 9 ? 3 : 1));
    },
  };
}

const asked = (change: object = {}) => ({
  ...question(soloRun('service', [{}], 400), [], 100),
  batch: soloRun('batch', [{}], 100),
  target: { slowdown: 2, ns: null, of: 'mean' as const },
  maxInstances: 15,
  memoryBytes: null,
  ...change,
});

describe('safe co-location', () => {
  it('keeps a slowdown and a bound of the latency, of the mean or of 95 % of the queries', () => {
    const latency = latencyOf([
      ...Array.from({ length: 90 }, () => 100),
      ...Array.from({ length: 10 }, () => 300),
    ]);
    assert.deepEqual(latency, { mean: 120, p95: 300 });
    assert.equal(isKept(latency, { slowdown: 1.2, ns: null, of: 'mean' }, 100), true);
    assert.equal(isKept(latency, { slowdown: 1.2, ns: 119, of: 'mean' }, 100), false);
    assert.equal(isKept(latency, { slowdown: 2.9, ns: null, of: 'p95' }, 100), false);
  });

  it('counts instances up to the first count that breaks the target', () => {
    // Mean 100 + 24 k: at most 200 for k = 4. Tail 100 + 60 k: k = 1.
    const curve = latencyCurve(asked(), linear());
    assert.equal(curve.instances, 4);
    assert.deepEqual(curve.points.map(({ mean }) => Math.round(mean)).slice(0, 3), [100, 124, 148]);
    assert.equal(
      latencyCurve(asked({ target: { slowdown: 2, ns: null, of: 'p95' } }), linear()).instances,
      1,
    );
    assert.equal(
      latencyCurve(asked({ target: { slowdown: 9, ns: null, of: 'mean' } }), linear()).instances,
      15,
    );
    assert.equal(latencyCurve(asked({ target: { slowdown: 9, ns: 90, of: 'mean' } }), linear()).instances, 0);
  });

  it('finds the same by halving, asking of fewer counts', () => {
    for (const slowdown of [1, 1.3, 2, 3.2, 4.7, 9]) {
      const target = { slowdown, ns: null, of: 'mean' as const };
      const counts: number[] = [];
      assert.equal(
        safeInstances(asked({ target }), linear(counts)).instances,
        latencyCurve(asked({ target }), linear()).instances,
      );
      assert.ok(counts.length <= 5, counts.join());
    }
    assert.equal(
      safeInstances(asked({ target: { slowdown: 9, ns: 90, of: 'mean' } }), linear()).instances,
      0,
    );
  });

  it('ends where queries starve', () => {
    const starving: LatencyPredictor = {
      id: 'starving',
      errors: NO_ERRORS,
      latencies: ({ beside, queries }) =>
        Array.from({ length: queries }, () => (beside.length > 2 ? Infinity : 100)),
    };
    const target = { slowdown: 9, ns: null, of: 'p95' as const };
    const curve = latencyCurve(asked({ target }), starving);
    assert.deepEqual([curve.instances, curve.points.length, curve.starvesAt], [2, 3, 3]);
    assert.equal(latencyCurve(asked({ target }), linear()).starvesAt, null);
    assert.equal(safeInstances(asked({ target }), starving).instances, 2);
  });

  it('ends where the latency is more than four times what is to be kept', () => {
    // The mean beside n is 100 + 24 n ns, and 105 are to be kept: it is beyond four times that beside 14.
    const target = { slowdown: 1.05, ns: null, of: 'mean' } as const;
    const looked: number[] = [];
    const curve = latencyCurve(asked({ target, maxInstances: 40 }), linear(looked));
    assert.deepEqual([curve.instances, curve.farAt, looked.at(-1)], [0, 14, 14]);
    assert.equal(latencyCurve(asked({ target, maxInstances: 13 }), linear()).farAt, null);
  });

  it('holds no more than the device memory', () => {
    assert.deepEqual(
      [latencyCurve(asked({ memoryBytes: 650 }), linear())].map((c) => [c.instances, c.fitting]),
      [[2, 2]],
    );
    assert.throws(() => latencyCurve(asked({ memoryBytes: 399 }), linear()), told(/service keeps 400 B/));
    assert.equal(latencyCurve(asked({ memoryBytes: 1e9 }), linear()).fitting, 15);
    const unknown = { memoryBytes: 650, batch: soloRun('batch', [{}]) };
    assert.equal(latencyCurve(asked(unknown), linear()).fitting, null);
  });
});

describe('a cluster', () => {
  const services = [
    { name: 'a', gpu: 'one', gpus: 10, places: 15 },
    { name: 'b', gpu: 'one', gpus: 5, places: 15 },
  ];
  const filled = (safe: number[][], instances = [60, 1000]) =>
    fillCluster({
      services,
      batch: instances.map((each, at) => ({ name: `batch${at}`, instances: each })),
      safe,
    });

  it('gives GPUs first to pairs with most safe instances, as long as there are any', () => {
    const { groups, placed, utilisation, wanted, gpus } = filled([
      [15, 2],
      [0, 1],
    ]);
    assert.deepEqual(
      groups.map((group) => [group.service, group.batch, group.gpus, group.instances]),
      [
        ['a', 'batch0', 4, 60],
        ['a', 'batch1', 6, 12],
        ['b', 'batch1', 5, 5],
      ],
    );
    assert.deepEqual([placed, wanted, gpus], [77, 1060, 15]);
    assert.ok(Math.abs(utilisation - 77 / 225) < 1e-12);
  });

  it('leaves services alone that allow nobody, and counts every GPU once', () => {
    const { groups, placed } = filled([
      [0, 0],
      [3, 0],
    ]);
    assert.deepEqual(groups.at(-1), {
      ...{ service: 'a', gpu: 'one', batch: null },
      ...{ gpus: 10, each: 0, instances: 0 },
    });
    assert.equal(placed, 15);
    assert.equal(
      groups.reduce((sum, group) => sum + group.gpus, 0),
      15,
    );
  });

  it('has as many places on a GPU as its type serves', () => {
    const { groups, places, utilisation } = fillCluster({
      services: [
        { name: 'a', gpu: 'large', gpus: 2, places: 47 },
        { name: 'a', gpu: 'small', gpus: 3, places: 15 },
      ],
      batch: [{ name: 'batch', instances: 1000 }],
      safe: [[40], [20]],
    });
    assert.deepEqual(
      groups.map(({ service, gpu, each, instances }) => [service, gpu, each, instances]),
      [
        ['a', 'large', 40, 80],
        ['a', 'small', 15, 45],
      ],
    );
    assert.deepEqual([places, utilisation], [139, 125 / 139]);
  });

  it('is as large as one likes at the same cost', () => {
    const large = fillCluster({
      services: services.map((each) => ({ ...each, gpus: 50_000 })),
      batch: [{ name: 'batch', instances: 1e7 }],
      safe: [[15], [7]],
    });
    assert.equal(large.groups.length, 2);
    assert.equal(large.placed, 50_000 * 22);
  });
});
