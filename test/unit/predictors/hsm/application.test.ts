import assert from 'node:assert/strict';
import type { KernelStretch } from '../../../../src/predictors/counting/kernelStretches';
import {
  appForecast,
  appShare,
  currentShare,
  factorsOf,
  isMostlyMemoryBound,
  slowdownElsewhere,
  slowdownOfApp,
  type AppShare,
} from '../../../../src/predictors/hsm/appProgress';
import { kernelCounters } from '../../../../src/predictors/hsm/counters';
import type { HybridModel } from '../../../../src/predictors/hsm/kernelProgress';
import { ratesBy } from '../../../../src/predictors/counting/rates';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { phaseWith, ratesWith } from '../phases';

const { spec } = loadSpec('hsm-80sm-hbm');
const model: HybridModel = { line: { c1: 0.5, c2: 0.36 }, bound: 'issue', spec };

/** A quarter of the SMs, and nothing to wait for: a quarter of the progress. */
const compute = ratesWith({ ipc: 40 });
/** Half of what a fifth of row hits delivers: half of the progress. */
const memory = ratesWith(
  { ipc: 10, memoryBandwidth: 0.23 },
  { dramReads: 0.75, dramWrites: 0.25, dramReadBytes: 96, dramWriteBytes: 32, dramRowHits: 0.2 },
  0.25,
);
const stretch = (own: Partial<KernelStretch>): KernelStretch => ({
  kernel: 0,
  sms: 20,
  blocks: null,
  cycles: 100,
  rates: compute,
  ...own,
});
const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} ≠ ${b}`);

describe('counters that HSM reads', () => {
  it('are per request where there are requests, and read and written count alike', () => {
    assert.deepEqual(kernelCounters(memory), {
      instructions: 10,
      accesses: 1,
      requestBytes: 128,
      rowHitRate: 0.2,
      busShare: 0.23,
      smBusy: 0.25,
    });
    const twice = ratesWith({}, { dramReads: 2, dramReadBytes: 128, dramRowHits: 1 });
    const { requestBytes, rowHitRate } = kernelCounters(twice)!;
    assert.deepEqual([requestBytes, rowHitRate], [64, 0.5]);
    const none = kernelCounters(compute)!;
    assert.deepEqual([none.accesses, none.requestBytes, none.rowHitRate], [0, 0, 0]);
  });

  it('are not in a profile', () => {
    const base = ratesBy(() => 1);
    assert.equal(kernelCounters(base), null);
    assert.equal(kernelCounters({ ...base, counted: memory.counted! }), null);
    assert.equal(kernelCounters({ ...base, smBusy: 0.5 }), null);
  });
});

describe('HSM of an application', () => {
  let both: AppShare;
  beforeEach(() => {
    // 100 cycles at a quarter of the progress take 25 alone, 300 at half of it 150, and launches take 50 in both.
    const kernels = [stretch({}), stretch({ kernel: 1, cycles: 300, rates: memory })];
    both = appShare({ kernels, idle: 50 }, model);
  });

  it('is slower by its time over what its kernels take alone', () => {
    assert.deepEqual(
      both.kernels.map(({ isMemoryBound, alone, cycles }) => [isMemoryBound, Math.round(alone), cycles]),
      [
        [false, 25, 100],
        [true, 150, 300],
      ],
    );
    near(slowdownOfApp(both), 450 / 225);
  });

  it('lets each kernel follow its line under another split', () => {
    // Twice the SMs make it half of the progress and all of it: 25 / 0.5 + 150 / 1 + 50.
    near(slowdownElsewhere(both, 40), 250 / 225);
    near(slowdownElsewhere(both, 20), slowdownOfApp(both));
  });

  it('is as alone while it does nothing', () => {
    for (const idle of [0, 100]) {
      const nothing = { kernels: [], idle };
      assert.deepEqual([slowdownOfApp(nothing), slowdownElsewhere(nothing, 40)], [1, 1]);
    }
  });

  it('owes its slowdown to what most of its time is bound by', () => {
    assert.equal(isMostlyMemoryBound(both), true);
    assert.deepEqual(factorsOf(both, 2), { scalability: 1, interference: 2 });
    for (const cycles of [50, 100]) {
      const kernels = [stretch({}), stretch({ rates: memory, cycles })];
      const mostly = appShare({ kernels, idle: 0 }, model);
      assert.equal(isMostlyMemoryBound(mostly), false, `${cycles}`);
      assert.deepEqual(factorsOf(mostly, 2), { scalability: 2, interference: 1 });
    }
  });

  it('is forecast by its own SMs, of which it can use as many as its largest grid has blocks', () => {
    const forecast = appForecast(both, 1);
    const { scalability, interference } = forecast.at([60, 40]);
    assert.equal(scalability, 1);
    near(interference, 250 / 225);
    assert.equal('mostSms' in forecast, false);
    const most = (...blocks: readonly (number | null)[]) =>
      appForecast(appShare({ kernels: blocks.map((own) => stretch({ blocks: own })), idle: 0 }, model), 0)
        .mostSms;
    assert.equal(most(30, 50, 40), 50);
    assert.equal(most(30, null), undefined);
    assert.equal(most(), undefined);
  });
});

describe('HSM of the kernel that runs', () => {
  const first = phaseWith(0, 100, [{}, { sms: 20, kernel: 0, events: compute }]);
  const second = phaseWith(100, 300, [{}, { sms: 20, kernel: 1, events: memory }]);
  const launched = phaseWith(300, 340, [{}, { sms: 20, kernel: 2, active: false }]);
  const cyclesOf = (...epoch: Parameters<typeof currentShare>[0]) => {
    const { kernels, idle } = currentShare(epoch, 1, model, (kernel) => 10 + kernel);
    return { kernels: kernels.map(({ cycles, place }) => [cycles, place.blocks]), idle };
  };

  it('leaves out those that ended before', () => {
    assert.deepEqual(cyclesOf(first, second), { kernels: [[200, 11]], idle: 0 });
  });

  it('is of all of the epoch where it has only been launched, whose latency does not count', () => {
    assert.deepEqual(cyclesOf(first, second, launched), {
      kernels: [
        [100, 10],
        [200, 11],
      ],
      idle: 0,
    });
  });
});
