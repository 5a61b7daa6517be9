import assert from 'node:assert/strict';
import { ProgressCurves } from '../../../../src/predictors/themis/allocation/progressCurves';
import { fairPolicy, qosPolicy, unfairness } from '../../../../src/predictors/themis/allocation/policy';
import { slowdownElsewhere } from '../../../../src/predictors/themis/allocation/slowdownElsewhere';
import { ApplicationSlowdown } from '../../../../src/predictors/themis/applicationSlowdown';
import { coRunnerPressures, pressureOf, scaledPressure } from '../../../../src/predictors/themis/events';
import { meanShare } from '../../../../src/predictors/themis/meanShare';
import type { Phase } from '../../../../src/predictors/counting/phaseSeries';
import type { SlowdownEstimator } from '../../../../src/predictors/forecast';
import { curveForecast } from '../../../../src/predictors/splits/curveForecast';
import { ProgressCurve } from '../../../../src/predictors/splits/progressCurve';
import { told } from '../../../support/told';
import { phaseWith, ratesWith } from '../phases';

const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} ≠ ${b}`);

describe('slowdown of an application (equations 4 and 5)', () => {
  it('is its time over what its phases take alone, and so are both factors', () => {
    const total = new ApplicationSlowdown();
    total.add(100, { scalability: 2, interference: 1 });
    total.add(300, { scalability: 1.5, interference: 2 });
    // Alone 50 and 100 cycles, alone on its SMs 100 and 150.
    near(total.slowdown, 400 / 150);
    near(total.factors.scalability, 250 / 150);
    near(total.factors.interference, 400 / 250);
  });

  it('is 1 before the first phase', () => {
    const none = new ApplicationSlowdown();
    assert.equal(none.slowdown, 1);
    assert.deepEqual(none.factors, { scalability: 1, interference: 1 });
  });

  it('elsewhere keeps what each phase takes alone, and launches as they are', () => {
    const forecast = {
      at: (sms: readonly number[]) => ({ scalability: 60 / sms[0]!, interference: 1 + sms[1]! / 60 }),
    };
    const apps = [{ sms: 30 }, { sms: 30 }];
    const phases = [phaseWith(0, 90, apps), phaseWith(90, 140, [{ sms: 30, active: false }, { sms: 30 }])];
    const at = (allocation: readonly number[]) => slowdownElsewhere(phases, 0, allocation, () => forecast);
    // 2 · 1.5 here: 30 cycles alone. On 20 SMs 3 · 5/3: 150. Fifty of a launch on either side.
    near(at([20, 40]), (150 + 50) / (30 + 50));
    near(at([30, 30]), 140 / 80);
  });
});

describe('pressure of co-runners (equation 7)', () => {
  const kernel = (l2Accesses: number, l2Misses: number, memoryBandwidth: number) =>
    ratesWith({ ipc: 9, l2Accesses, l2Misses, memoryBandwidth });

  it('adds up the starred events of all others', () => {
    const all = [kernel(1, 0.5, 0.1), kernel(2, 1, 0.25), kernel(4, 3, 0.5)];
    assert.deepEqual(coRunnerPressures(all), [
      { l2Accesses: 6, l2Misses: 4, memoryBandwidth: 0.75 },
      { l2Accesses: 5, l2Misses: 3.5, memoryBandwidth: 0.6 },
      { l2Accesses: 3, l2Misses: 1.5, memoryBandwidth: 0.35 },
    ]);
  });

  it('grows by a factor in every event', () => {
    assert.deepEqual(scaledPressure(pressureOf(kernel(2, 1, 0.25)), 4), {
      l2Accesses: 8,
      l2Misses: 4,
      memoryBandwidth: 1,
    });
  });

  it('is that of the time in which the application was active', () => {
    const phases = [
      phaseWith(0, 100, [{ events: kernel(2, 1, 0.1) }, { events: kernel(1, 0, 0.2) }]),
      phaseWith(100, 200, [{ active: false }, { events: kernel(9, 9, 0.9) }]),
      phaseWith(200, 500, [{ events: kernel(6, 1, 0.1) }, { events: kernel(3, 0, 0.2) }]),
    ];
    const { own, beside } = meanShare(phases, 0);
    near(own.l2Accesses, (2 * 100 + 6 * 300) / 400);
    near(beside.l2Accesses, (1 * 100 + 3 * 300) / 400);
    near(beside.memoryBandwidth, 0.2);
  });
});

describe('progress curve (equation 10)', () => {
  it('knows nothing of no SMs and of all, and no progress beyond that of the whole GPU', () => {
    const curve = new ProgressCurve(60);
    for (const [at, progress] of [
      [0, 0.5],
      [-3, 0.5],
      [60, 0.5],
      [70, 0.5],
      [30, 1.4],
      [15, -1],
    ] as const)
      curve.add(at, progress);
    assert.deepEqual(curve.points, [
      { sms: 0, progress: 0 },
      { sms: 15, progress: 1e-3 },
      { sms: 30, progress: 1 },
      { sms: 60, progress: 1 },
    ]);
    curve.add(30, 0.6);
    assert.equal(curve.at(30), 0.6);
  });

  it('of one allocation tells of others, with its interference', () => {
    const { scalability, interference } = curveForecast(
      1,
      30,
      { scalability: 1.25, interference: 1.5 },
      60,
    ).at([45, 15]);
    near(scalability, 1 / 0.4);
    assert.equal(interference, 1.5);
  });
});

describe('proactive prediction of the paper (section VII-A)', () => {
  /** Tells the number of its phases: one of two kernels, or both. */
  const counting: SlowdownEstimator = {
    estimate: (phases) => phases[0]!.apps.map(() => ({ scalability: 1 + phases.length, interference: 1.5 })),
  };
  const ran = (kernel: number, sms: number, active = true): Phase =>
    phaseWith(0, 100, [{ kernel, sms, active }]);

  it('is of the kernel that runs at the end of the epoch, and gathers points', () => {
    const curves = new ProgressCurves(counting, 60);
    const [first] = curves.observe([ran(0, 30), ran(1, 30)]);
    assert.deepEqual(first!.lost, { scalability: 2, interference: 1.5 });
    near(first!.forecast.at([15]).scalability, 4);
    assert.equal(first!.forecast.at([15]).interference, 1.5);
    const [second] = curves.observe([ran(1, 15), ran(1, 15)]);
    assert.deepEqual(second!.lost, { scalability: 3, interference: 1.5 });
    near(second!.forecast.at([15]).scalability, 3);
    near(second!.forecast.at([30]).scalability, 2);
  });

  it('goes on with what the application lost where a kernel has only been launched', () => {
    const [launched] = new ProgressCurves(counting, 60).observe([ran(0, 20), ran(1, 20, false)]);
    assert.deepEqual(launched!.lost, { scalability: 3, interference: 1.5 });
    // Nothing is known of its curve: progress in proportion to SMs.
    near(launched!.forecast.at([20]).scalability, 3);
    near(launched!.forecast.at([30]).scalability, 2);
    const [other] = new ProgressCurves(counting, 60).observe([ran(0, 30), ran(1, 30, false)]);
    near(other!.forecast.at([30]).scalability, 2);
  });

  it('takes the whole curve where somebody knows it', () => {
    const known = new ProgressCurve(60);
    known.add(30, 0.8);
    const [one] = new ProgressCurves(counting, 60, () => known).observe([ran(0, 30)]);
    assert.equal(one!.lost.scalability, 2);
    near(one!.forecast.at([30]).scalability, 1 / 0.8);
  });
});

describe('goals of Themis', () => {
  it('find it as unfair as it can be where one stands still', () => {
    assert.equal(unfairness([Infinity, 2], [1, 1]), 1);
    assert.equal(unfairness([8, 2], [1, 1]), 0.75);
  });

  it('are content below a tenth of unfairness', () => {
    const { isSatisfied, score } = fairPolicy([1, 1]);
    assert.deepEqual([isSatisfied([2, 1.9]), isSatisfied([2, 1.7])], [true, false]);
    assert.equal(score([8, 2]), -0.75);
    assert.equal(fairPolicy([1, 1], 0.8).isSatisfied([8, 2]), true);
  });

  it('have no target of nothing', () => {
    for (const target of [0, -0.1, 1.01, Number.NaN])
      assert.throws(() => qosPolicy([null, target]), told(/targets\[1\]: expected a progress above 0/));
    assert.ok(qosPolicy([1]));
  });

  it('rest where targets are just kept, but not while batch applications could have more', () => {
    assert.equal(qosPolicy([0.5]).isSatisfied([2]), true);
    assert.equal(qosPolicy([0.5]).isSatisfied([2.1]), false);
    assert.equal(qosPolicy([null, null]).isSatisfied([1, 1]), false);
    assert.equal(qosPolicy([0.5, null], 0.1).isSatisfied([1.9, 4]), true);
    assert.equal(qosPolicy([0.5, null], 0.1).isSatisfied([1.7, 4]), false);
  });
});
