import assert from 'node:assert/strict';
import { parseScenario } from '../../../src/kernel/scenario';
import { createRun, simulate } from '../../../src/simulator/simulate';
import { resultOf } from '../../../src/simulator/run/result';
import { alu, launchOf, vecadd } from './programs';

const vecaddApp = (n: number) => ({ name: 'vecadd', program: vecadd, arguments: { n }, launch: launchOf(n) });
const aluApp = { name: 'alu', program: alu, launch: { grid: 60, block: 256 } };

describe('a simulation', () => {
  it('executes exactly the instructions and memory requests of the program', () => {
    const result = simulate(parseScenario({ gpu: 'rtx-2060', apps: [vecaddApp(65536)] }));
    const kernel = result.apps[0]!.kernels[0]!;
    const warps = 65536 / 32;
    assert.equal(result.end, 'finished');
    assert.equal(kernel.blocks, 256);
    assert.equal(kernel.counters.globalLoad, 2 * warps);
    assert.equal(kernel.counters.globalStore, warps);
    assert.equal(kernel.counters.fp32Threads, 65536);
    assert.equal(kernel.instructions, 22 * warps);
    assert.equal(kernel.counters.l1Sectors, 2 * 4 * warps);
    assert.equal(kernel.counters.dramReadBytes >= 2 * 65536 * 4, true);
    assert.equal(kernel.metrics['gld_transactions_per_request'], 4);
  });

  it('is the same for the same seed, and its state can be saved, forked and gone back to', () => {
    const scenario = parseScenario({ gpu: 'rtx-2060', apps: [vecaddApp(32768), aluApp], seed: 7 });
    const whole = createRun(scenario);
    const end = whole.run();
    const forked = createRun(scenario);
    forked.machine.run(5500, () => false);
    const fork = forked.fork();
    const saved = forked.snapshot();
    forked.run();
    const first = resultOf(forked, 'finished', []);
    fork.run();
    forked.restore(saved);
    forked.run();
    assert.deepEqual(first, resultOf(whole, end, []));
    assert.deepEqual(resultOf(fork, 'finished', []), first);
    assert.deepEqual(resultOf(forked, 'finished', []), first);
  });

  it('reports slowdown of each application in a co-run', () => {
    const scenario = parseScenario({
      gpu: 'rtx-2060',
      mode: { kind: 'spatial' },
      apps: [aluApp, { ...aluApp, name: 'b' }],
    });
    const result = simulate(scenario);
    for (const app of result.apps)
      assert.ok(app.slowdown! > 1.2 && app.slowdown! < 2.2, String(app.slowdown));
  });

  it('stops at the limit and labels the window', () => {
    const scenario = parseScenario({
      gpu: 'rtx-2060',
      apps: [{ ...aluApp, repeat: 'always' }],
      warmupCycles: 7000,
      limits: { cycles: 3000 },
    });
    const result = simulate(scenario);
    assert.deepEqual(result.window, { fromCycle: 7000, toCycle: 10000 });
    assert.equal(result.cycles, 3000);
    assert.ok(result.apps[0]!.instructions > 0);
  });
});
