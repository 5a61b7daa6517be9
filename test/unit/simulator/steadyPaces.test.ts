import assert from 'node:assert/strict';
import { parseKernelProgram } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { steadyPaces, steadyWindow, type RoundEnd } from '../../../src/simulator/run/steadyPaces';
import { createRun, createSoloRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const gpu = 'h100-sxm';
const loaded = loadSpec(gpu);
const small = { ...loaded, spec: { ...loaded.spec, sms: 1 } };

/** Rounds of so many cycles, in which each application issues so much. */
function endsOf(rounds: readonly (readonly [cycles: number, ...instructions: number[]])[]): RoundEnd[] {
  let [cycle, instructions] = [0, rounds[0]!.slice(1).map(() => 0)];
  return rounds.map(([cycles, ...issued]) => {
    cycle += cycles;
    instructions = instructions.map((sum, app) => sum + issued[app]!);
    return { cycle, instructions };
  });
}

describe('paces that stand still', () => {
  it('are those of the longest window with two like halves, without the first round', () => {
    const rounds = [
      [500, 100, 9],
      [100, 100, 300],
      [100, 100, 310],
      [100, 100, 305],
      [100, 100, 301],
    ] as const;
    assert.equal(steadyWindow(endsOf(rounds.slice(0, 2))), null);
    const found = steadyWindow(endsOf(rounds))!;
    assert.deepEqual([found.fromCycle, found.toCycle, found.isSteady], [500, 900, true]);
    assert.deepEqual(found.ipc, [1, 3.04]);
  });

  it('are not found while one of them changes, nor in one half of a pattern', () => {
    const faster = [
      [500, 100],
      [400, 100],
      [300, 100],
    ] as const;
    assert.equal(steadyWindow(endsOf(faster)), null);
    const turns = [
      [500, 100],
      [100, 100],
      [300, 100],
      [100, 100],
      [300, 100],
    ] as const;
    assert.deepEqual(steadyWindow(endsOf(turns.slice(0, 4))), null);
    assert.equal(steadyWindow(endsOf(turns))!.ipc[0], 0.5);
  });

  it('do not depend on when a run ends, and are told apart from those at the limit', () => {
    const body = [{ op: 'compute', class: 'fp32', count: 1500, distance: 4 }];
    const program = parseKernelProgram({ name: 'work', registersPerThread: 16, body });
    const launch = { grid: 2, block: 1024 };
    const paces = (cycles: number) => {
      const apps = ['a', 'b'].map((name) => ({ name, program, launch, repeat: 'always' }));
      const scenario = parseScenario({ gpu, apps, limits: { cycles } });
      const [together, alone] = [createRun(scenario, small), createSoloRun(scenario, 0, small)].map(
        steadyPaces,
      );
      return { together, alone };
    };
    const { together, alone } = paces(500_000);
    assert.ok(together!.isSteady && alone!.isSteady);
    // Two that fill the units are as fast together as one, and do not wait for launches.
    const gain = (together!.ipc[0]! + together!.ipc[1]!) / alone!.ipc[0]!;
    assert.ok(gain > 0.98 && gain < 1.2, String(gain));
    assert.deepEqual(paces(400_000).together, together);
    assert.equal(paces(5_000).together, null);
  });
});
