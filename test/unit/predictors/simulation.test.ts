import assert from 'node:assert/strict';
import { slowdownOf } from '../../../src/predictors/simulation/predictor';
import type { SimulatedRuns } from '../../../src/predictors/port';

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
