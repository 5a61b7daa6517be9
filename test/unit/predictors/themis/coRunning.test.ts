import assert from 'node:assert/strict';
import { parseScenario, type Scenario } from '../../../../src/kernel/scenario';
import { ProgressCurves } from '../../../../src/predictors/themis/allocation/progressCurves';
import { AllocationController } from '../../../../src/sharing/engine/controller';
import { fairPolicy } from '../../../../src/predictors/themis/allocation/policy';
import { ApplicationSlowdown } from '../../../../src/predictors/themis/applicationSlowdown';
import { ThemisEstimator } from '../../../../src/predictors/themis/estimator';
import type { Pressure } from '../../../../src/predictors/themis/events';
import type { CounterRates } from '../../../../src/predictors/counting/rates';
import { phaseCycles, PhaseSeries } from '../../../../src/predictors/counting/phaseSeries';
import { warpInstructions } from '../../../../src/simulator/core/counters';
import { createRun } from '../../../../src/simulator/simulate';
import { alu, launchOf, vecadd } from '../../simulator/programs';

const kernels = [
  { program: vecadd, launch: launchOf(65536) },
  { program: alu, launch: { grid: 240, block: 128 } },
];

const pair = (
  limits: Scenario['limits'],
  apps: unknown[] = [
    { name: 'two', kernels },
    { name: 'one', kernels: [kernels[1]] },
  ],
): Scenario => parseScenario({ gpu: 'themis-60sm', mode: { kind: 'spatial', sms: [30, 30] }, apps, limits });

/** A model that knows how a kernel scales with SMs, and adds interference with the pressure beside it. */
const lawful = {
  predict: (smFraction: number, own: CounterRates, beside: Pressure) => ({
    scalability: own.l2Misses > 0.5 ? 1 / Math.min(1, smFraction * 2) : 1 / smFraction,
    interference: 1 + beside.memoryBandwidth,
  }),
};

describe('application slowdown (equation 5)', () => {
  it('sums what the phases would have taken alone', () => {
    const total = new ApplicationSlowdown();
    total.add(100, { scalability: 2, interference: 1 });
    total.add(300, { scalability: 1.5, interference: 2 });
    assert.ok(Math.abs(total.slowdown - 400 / (50 + 100)) < 1e-12);
    const { scalability, interference } = total.factors;
    assert.ok(Math.abs(scalability * interference - total.slowdown) < 1e-12);
    assert.ok(Math.abs(interference - 400 / 250) < 1e-12);
  });
});

describe('phases of a co-run', () => {
  const run = createRun(pair({ untilEachFinishedOnce: true }));
  const series = new PhaseSeries(run);
  run.run(series.hooks());

  it('break at every launch and completion and cover the run without gaps', () => {
    const { phases } = series;
    assert.equal(phases[0]!.fromCycle, 0);
    assert.equal(phases.at(-1)!.toCycle, run.cycles);
    phases.slice(1).forEach((phase, at) => assert.equal(phase.fromCycle, phases[at]!.toCycle));
    for (const phase of phases) assert.ok(phaseCycles(phase) > 0);
    const order = phases.filter(({ apps }) => apps[0]!.active).map(({ apps }) => apps[0]!.kernel);
    assert.deepEqual([...new Set(order)], [0, 1]);
    assert.ok(
      order.every((kernel, at) => at === 0 || kernel >= order[at - 1]!),
      String(order),
    );
  });

  it('lose no work between them', () => {
    const counted = series.phases.reduce(
      (sum, { apps }) => sum + apps.reduce((all, share) => all + warpInstructions(share.counters), 0),
      0,
    );
    assert.equal(counted, run.warpInstructions);
  });

  it('give an application between two launches no slowdown', () => {
    const idle = series.phases.find(({ apps }) => !apps[0]!.active && apps[1]!.active);
    assert.ok(idle !== undefined);
    const [first, second] = new ThemisEstimator(lawful, 60).estimate([idle]);
    assert.deepEqual(first, { scalability: 1, interference: 1 });
    assert.ok(second!.scalability >= 1);
  });
});

describe('allocation engine in a running simulation', () => {
  it('moves SMs towards what scales, a bounded step an epoch, and tells what it cost', () => {
    const scenario = pair({ cycles: 60000 }, [
      {
        name: 'scales',
        program: alu,
        launch: { grid: 480, block: 256 },
        arguments: { iterations: 400 },
        repeat: 'always',
      },
      {
        name: 'saturates',
        program: vecadd,
        launch: launchOf(2 ** 20),
        arguments: { n: 2 ** 20 },
        repeat: 'always',
      },
    ]);
    const run = createRun(scenario);
    const controller = new AllocationController(run, {
      predictor: new ProgressCurves(new ThemisEstimator(lawful, 60), 60),
      policy: fairPolicy([0.5, 0.5]),
      epochCycles: 10000,
      preemption: 'switch',
    });
    run.run(controller.hooks());
    const { steps, cost } = controller;
    assert.ok(steps.length >= 5);
    for (const { sms, next } of steps) {
      assert.equal(next[0]! + next[1]!, 60);
      assert.ok(Math.abs(next[0]! - sms[0]!) <= 5);
    }
    assert.deepEqual(steps[0]!.next, [35, 25]);
    assert.ok(steps.at(-1)!.next[0]! >= 35, JSON.stringify(steps.at(-1)));
    assert.ok(cost.repartitions >= 1 && cost.smsMoved >= 5);
    assert.ok(cost.blocksSwitchedOut > 0 && cost.contextBytes > 0);
  });
});
