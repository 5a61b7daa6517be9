import assert from 'node:assert/strict';
import { countSimulatedWork } from '../../../lab/simulator/simulatedWork';
import { parseScenario } from '../../../src/kernel/scenario';
import { createRun } from '../../../src/simulator/simulate';
import { SimulatorRun } from '../../../src/simulator/run/simulatorRun';

const scenario = parseScenario({
  gpu: 'gtx-950',
  apps: [
    {
      name: 'k',
      program: { name: 'k', registersPerThread: 16, body: [{ op: 'compute', class: 'fp32', count: 10 }] },
      launch: { grid: 4, block: 64 },
    },
  ],
});

describe('the count of simulated work', () => {
  const { run: uncounted } = SimulatorRun.prototype;
  after(() => {
    SimulatorRun.prototype.run = uncounted;
  });

  it('is of what was simulated since it was asked last, over all runs and parts of runs', () => {
    const take = countSimulatedWork();
    const once = createRun(scenario);
    once.run();
    const { smCycles, warpInstructions } = take();
    assert.equal(smCycles, once.cycles * once.loaded.spec.sms);
    // Eight warps: ten instructions each, and the end.
    assert.equal(warpInstructions, 8 * 11);
    assert.deepEqual(take(), { smCycles: 0, warpInstructions: 0 });
    const inParts = createRun(scenario);
    inParts.run({ progressCycles: 64, onProgress: () => false });
    inParts.run();
    createRun(scenario).run();
    assert.deepEqual(take(), { smCycles: 2 * smCycles, warpInstructions: 2 * warpInstructions });
  });
});
