import assert from 'node:assert/strict';
import { findsItsData, type Relaunched } from '../../../src/analysis/simulation/replay/earlierLaunches';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

/** 50 MiB in two halves, each of which keeps what all SMs read. */
const h100 = loadSpec('h100-sxm');
const MIB = 2 ** 20;

function launch(mib: number, cycles = 1e5): Relaunched {
  return { dataBytes: mib * MIB, launchCycles: () => cycles };
}

describe('a launch', () => {
  it('finds what the last one left in the L2 cache where its data fit', () => {
    assert.ok(findsItsData(launch(20), [], h100));
    assert.ok(!findsItsData(launch(30), [], h100));
  });

  it('finds it beside others whose data fit as well', () => {
    assert.ok(findsItsData(launch(10), [launch(10)], h100));
    assert.ok(!findsItsData(launch(10), [launch(20)], h100));
  });

  it('loses it to a stream only where enough of that goes by until it comes again', () => {
    const stream = launch(400, 1e6);
    assert.ok(!findsItsData(launch(4, 1e5), [stream], h100));
    assert.ok(findsItsData(launch(4, 2e4), [stream], h100));
    assert.ok(!findsItsData(launch(4, 1e7), [launch(400, 1e6)], h100));
  });

  it('has its part of the data on a part of the GPU', () => {
    const { spec } = h100;
    const tenth = { ...spec, partOfGpu: 0.1, l2: { ...spec.l2, slices: spec.l2.slices / 10 } };
    for (const mib of [20, 30])
      assert.equal(findsItsData(launch(mib), [], { spec: tenth }), findsItsData(launch(mib), [], h100));
  });
});
