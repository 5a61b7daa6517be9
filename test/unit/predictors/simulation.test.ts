import assert from 'node:assert/strict';
import { slowdownOf, simulation } from '../../../src/predictors/simulation/predictor';
import { isRefusal, type SimulatedRuns } from '../../../src/predictors/port';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const runs: SimulatedRuns = {
  quantity: 'cycles',
  alone: 1000,
  together: 4200,
  waiting: 3000,
  waitingScale: null,
  divided: null,
  error: { metric: null, evidence: 'made up' },
  method: 'made up',
  conditions: [],
};

describe('slowdown by simulated runs', () => {
  it('is the sum of running slower and waiting for SMs', () => {
    const { slowdown, parts } = slowdownOf(runs);
    assert.equal(slowdown, 4.2);
    assert.deepEqual(parts, { running: 1.2, waiting: 3 });
  });

  it('waits as long as the measured launches of the others last', () => {
    // The other's launches take a third of what the simulator says, its own as long as it says.
    const { slowdown, parts } = slowdownOf({ ...runs, waitingScale: 1 / 3 });
    assert.deepEqual(parts, { running: 1.2, waiting: 1 });
    assert.equal(slowdown, 2.2);
  });

  it('has no parts where nothing but the placing of blocks takes time, or waiting was not counted', () => {
    assert.deepEqual(slowdownOf({ ...runs, waiting: 20 }).parts, {});
    assert.deepEqual(slowdownOf({ ...runs, waiting: null }).parts, {});
    assert.equal(slowdownOf({ ...runs, waiting: 20, waitingScale: 9 }).slowdown, 4.2);
  });

  it('is the product of fewer SMs and interference on SMs of its own', () => {
    const { slowdown, parts } = slowdownOf({ ...runs, divided: 2000, waiting: 0 });
    assert.equal(slowdown, 4.2);
    assert.deepEqual(parts, { scalability: 2, interference: 2.1 });
  });

  it('is told to be scaled where the times of profiles scale what waits, and nowhere else', () => {
    const gpu = loadSpec('gtx-950');
    const [ready] = simulation.availability(gpu, []).ready;
    const isTold = (simulated: SimulatedRuns): boolean => {
      const subject = { name: 'a', use: null, launch: null, solo: null, simulated, assumptions: [] };
      const question = {
        gpu,
        mode: 'streams',
        split: null,
        subjects: [subject, subject],
        epoch: null,
      } as const;
      const [answer] = ready!.predict(question);
      assert.ok(answer !== undefined && !isRefusal(answer));
      return answer.validOnly.some(
        (one) => typeof one !== 'string' && one.say === 'predictors.waitingScaled',
      );
    };
    assert.equal(isTold({ ...runs, waitingScale: 1 / 3 }), true);
    assert.equal(isTold(runs), false);
    // Nothing waits, or SMs are its own: there is nothing to scale.
    assert.equal(isTold({ ...runs, waitingScale: 1 / 3, waiting: 20 }), false);
    assert.equal(isTold({ ...runs, waitingScale: 1 / 3, divided: 2000 }), false);
  });

  it('turns paces around', () => {
    const paces = {
      ...runs,
      quantity: 'warp instructions per cycle',
      alone: 4,
      together: 1,
      waiting: null,
    } as const;
    assert.equal(slowdownOf(paces).slowdown, 4);
  });
});
