import assert from 'node:assert/strict';
import {
  aimedQosPolicy,
  guardedTarget,
  PAPERS_AIM,
} from '../../../../src/predictors/themis/allocation/qosAim';
import { ProgressAccounts } from '../../../../src/sharing/engine/progressAccounts';
import { AllocationEngine } from '../../../../src/sharing/engine/engine';
import { curveOf } from '../../../../src/predictors/themis/allocation/slowdownCurve';
import { betterAllocation } from '../../../../src/sharing/search';
import { ratesBy } from '../../../../src/predictors/counting/rates';
import type { Phase } from '../../../../src/predictors/counting/phaseSeries';
import { qosAimOf } from '../../../../lab/themis/reproduction/engineMethods';
import { NeverEnough } from '../../../../lab/themis/reproduction/neverEnough';
import { COUNTER_COLUMNS } from '../../../../src/simulator/core/counterColumns';
import { namedCounters, type Counters } from '../../../../src/simulator/core/counters';
import { told } from '../../../support/told';

/** Both progress in proportion to their SMs. */
const curve = curveOf((sms) => ({ scalability: 60 / sms, interference: 1 }), 60);
const forecasts = [0, 1].map((app) => ({ at: (sms: readonly number[]) => curve[sms[app]! - 1]! }));
const splitFor = (start: readonly number[], aim: Partial<typeof PAPERS_AIM>, done?: [number, number]) => {
  const policy = aimedQosPolicy([0.5, null], { ...PAPERS_AIM, ...aim });
  const account =
    done === undefined
      ? []
      : [
          { shared: done[0], alone: done[1] },
          { shared: 1, alone: 1 },
        ];
  const due = done === undefined ? policy : policy.after!(account);
  return betterAllocation(start, forecasts, due, 60)[0];
};

describe('what Themis-QoS aims at', () => {
  it('moves SMs while a target is violated, and leaves them where it is kept', () => {
    assert.equal(splitFor([20, 40], {}), 30);
    assert.equal(splitFor([50, 10], {}), 50);
    assert.equal(splitFor([50, 10], { slack: 0 }), 30);
  });

  it('guards a target against what predictions are too good by', () => {
    // Where measured progress is four fifths of predicted, 0.5 is kept at 0.625: 37.5 of 60 SMs.
    assert.equal(splitFor([20, 40], { ratio: 0.8 }), 38);
    // It does not ask for the last tenth, but a target may.
    assert.equal(guardedTarget(0.8, 0.8), 0.9);
    assert.equal(guardedTarget(0.95, 0.8), 0.95);
    assert.equal(guardedTarget(0.7, 1), 0.7);
  });

  it('makes good within the horizon what was late, and spends nothing that was early', () => {
    // 100 cycles with 30 of 50 alone: 20 are owed over the next 100, so 0.7 of the whole speed.
    assert.equal(splitFor([20, 40], { horizon: 100 }, [100, 30]), 42);
    assert.equal(splitFor([20, 40], { horizon: 400 }, [100, 30]), 33);
    assert.equal(splitFor([20, 40], { horizon: 100 }, [100, 90]), 30);
    assert.equal(splitFor([20, 40], { horizon: 10 }, [100, 0]), 59);
  });

  it('is guarded by the ratio of the model, and refused without one', () => {
    const { ratio, slack } = qosAimOf('Themis guarded', { tenth: 0.7, quarter: 0.8 }, 10_000);
    assert.equal(ratio, 0.8);
    assert.equal(slack, Infinity);
    assert.throws(() => qosAimOf('Themis guarded', null, 10_000), told(/guard/));
    assert.deepEqual(qosAimOf('Themis', null, 10_000), PAPERS_AIM);
    assert.ok(qosAimOf('Themis accounted', null, 10_000).horizon! >= 10_000);
  });
});

describe('the most that the engine can do', () => {
  it('is a whole step for the application with a target in every epoch', () => {
    const share = (sms: number) => ({ kernel: 0, sms, active: true, events: ratesBy(() => 1), counters });
    const engine = new AllocationEngine(
      { predictor: new NeverEnough(60), policy: aimedQosPolicy([0.6, null], PAPERS_AIM) },
      2,
    );
    const next = (sms: number) =>
      engine.decide([
        { fromCycle: 0, toCycle: 100, favoured: null, alone: null, apps: [share(sms), share(60 - sms)] },
      ]);
    assert.deepEqual(next(30), [35, 25]);
    assert.deepEqual(next(57), [59, 1]);
    assert.deepEqual(next(59), [59, 1]);
  });
});

const counters = namedCounters(new Float64Array(COUNTER_COLUMNS), 0);

describe('account of progress', () => {
  const instructions = (count: number): Counters => {
    const counters = namedCounters(new Float64Array(COUNTER_COLUMNS), 0);
    return { ...counters, fp32: count };
  };
  const phase = (fromCycle: number, toCycle: number, active: boolean, work: number): Phase => ({
    fromCycle,
    toCycle,
    favoured: null,
    alone: null,
    apps: [{ kernel: 3, sms: 30, active, events: ratesBy(() => 1), counters: instructions(work) }],
  });

  it('goes by the instructions that were done, and by time in the latency of a launch', () => {
    const account = new ProgressAccounts(1, (kernel) => (kernel === 3 ? 2 : assert.fail()));
    account.add([phase(0, 100, false, 0), phase(100, 400, true, 50)]);
    assert.deepEqual(account.list, [{ shared: 400, alone: 200 }]);
    account.add([phase(400, 800, true, 100)]);
    assert.deepEqual(account.list, [{ shared: 800, alone: 400 }]);
  });

  it('makes the engine ask for more while an application is late', () => {
    const policy = aimedQosPolicy([0.5, null], { ...PAPERS_AIM, horizon: 100 });
    const expected = forecasts.map((forecast) => ({ lost: forecast.at([30, 30]), forecast }));
    const options = { predictor: { observe: () => expected }, policy, maxDistance: 60 };
    assert.throws(() => new AllocationEngine(options, 2), told(/needs the pace of runs alone/));
    const next = (work: number): readonly number[] => {
      const engine = new AllocationEngine({ ...options, paceAlone: () => 1 }, 2);
      const [app] = phase(0, 100, true, work).apps;
      return engine.decide([{ ...phase(0, 100, true, work), apps: [app!, app!] }]);
    };
    // 30 of 50 cycles are done: 20 are owed over the next 100, so 0.7 of the whole speed.
    assert.deepEqual(next(30), [42, 18]);
    assert.deepEqual(next(50), [30, 30]);
  });
});
