import assert from 'node:assert/strict';
import { parseScenario } from '../../../src/kernel/scenario';
import { createRun } from '../../../src/simulator/simulate';
import { alu } from './programs';

describe('an application on SMs of its own', () => {
  it('starts its next kernel while another application has blocks waiting for other SMs', () => {
    const launch = (grid: number) => ({ program: alu, launch: { grid, block: 256 } });
    const scenario = parseScenario({
      gpu: 'themis-60sm',
      mode: { kind: 'spatial', sms: [30, 30] },
      apps: [
        { name: 'long', ...launch(1500) },
        { name: 'short', ...launch(30), repeat: 10 },
      ],
      limits: { cycles: 1000000 },
    });
    const run = createRun(scenario);
    run.run();
    assert.deepEqual([...run.machine.queue.rounds], [1, 10]);
    const shortAlone = createRun({
      ...scenario,
      limits: { untilEachFinishedOnce: true },
      mode: { kind: 'spatial', sms: [30] },
      apps: [scenario.apps[1]!],
    });
    shortAlone.run();
    const ended: number[] = [];
    const again = createRun(scenario);
    again.run({
      onKernelChange: ({ machine, cycles }) => {
        if (machine.queue.rounds[1]! > ended.length) ended.push(cycles);
      },
    });
    assert.equal(ended.length, 10);
    assert.ok(ended[9]! < 10 * shortAlone.cycles * 1.1, `${ended[9]} against ten times ${shortAlone.cycles}`);
  });
});
