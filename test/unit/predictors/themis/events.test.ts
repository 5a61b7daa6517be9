import assert from 'node:assert/strict';
import { coRunnerPressures, THEMIS_EVENTS } from '../../../../src/predictors/themis/events';
import { ratesOf } from '../../../../src/predictors/counting/rates';
import { parseScenario } from '../../../../src/kernel/scenario';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { simulate } from '../../../../src/simulator/simulate';
import { alu, launchOf, vecadd } from '../../simulator/programs';

const { spec } = loadSpec('themis-60sm');

describe('events of table I', () => {
  const result = simulate(
    parseScenario({
      gpu: 'themis-60sm',
      mode: { kind: 'spatial' },
      apps: [
        { name: 'vecadd', program: vecadd, launch: launchOf(65536), repeat: 'always' },
        { name: 'alu', program: alu, launch: { grid: 120, block: 256 }, repeat: 'always' },
      ],
      warmupCycles: 6000,
      limits: { cycles: 6000 },
    }),
    { slowdowns: false },
  );
  const events = result.apps.map((app) => ratesOf(app.kernels[0]!.counters, result.cycles, spec));

  it('are rates of the window', () => {
    assert.ok(Math.abs(events[0]!.ipc - result.apps[0]!.ipc) < 1e-12);
    const bus = events[0]!.memoryBandwidth + events[1]!.memoryBandwidth;
    assert.ok(Math.abs(bus - result.dram.utilisation) < 1e-9, `${bus} ${result.dram.utilisation}`);
    assert.ok(events[0]!.l2Accesses > events[1]!.l2Accesses);
  });

  it('of no cycles are zero', () => {
    const nothing = ratesOf(result.apps[0]!.kernels[0]!.counters, 0, spec);
    assert.deepEqual(
      THEMIS_EVENTS.map((name) => nothing[name]),
      [0, 0, 0, 0, 0, 0, 0, 0],
    );
  });

  it('add up to the pressure of the co-runners', () => {
    const three = [events[0]!, events[1]!, events[1]!];
    const [first] = coRunnerPressures(three);
    assert.equal(first!.l2Accesses, 2 * events[1]!.l2Accesses);
    assert.equal(
      coRunnerPressures(three)[1]!.memoryBandwidth,
      events[0]!.memoryBandwidth + events[1]!.memoryBandwidth,
    );
  });
});
