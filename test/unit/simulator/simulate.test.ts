import assert from 'node:assert/strict';
import { parseScenario } from '../../../src/kernel/scenario';
import { EventWheel } from '../../../src/simulator/core/eventWheel';
import { createRun, simulate } from '../../../src/simulator/simulate';
import { resultOf } from '../../../src/simulator/run/result';
import { compareWindow } from '../../../src/simulator/run/window';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
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

  it('counts the sectors of loads that go past the L1 cache as load transactions, too', () => {
    const { counters, metrics } = simulate(parseScenario({ gpu: 'gtx-950', apps: [vecaddApp(65536)] }))
      .apps[0]!.kernels[0]!;
    assert.equal(counters.l1Sectors, 0);
    assert.equal(counters.bypassedLoadSectors, (2 * 4 * 65536) / 32);
    assert.equal(metrics['gld_transactions'], counters.bypassedLoadSectors);
    assert.equal(metrics['gld_transactions_per_request'], 4);
  });

  it('looks at no more cycles for idle SMs, and at one in nine hundred in which nothing happens', () => {
    const cyclesSeen = (sms: number, kernelCycles: number): number => {
      const loaded = loadSpec('v100-sxm2');
      const { launch } = loaded.spec;
      const spec = { ...loaded.spec, sms, launch: { ...launch, kernelCycles } };
      const app = { ...vecaddApp(1024), launch: { grid: 1, block: 1024 } };
      const run = createRun(parseScenario({ gpu: 'v100-sxm2', apps: [app] }), { ...loaded, spec });
      let seen = 0;
      const { advance } = EventWheel.prototype;
      EventWheel.prototype.advance = function (limit) {
        seen++;
        return advance.call(this, limit);
      };
      try {
        run.run();
      } finally {
        EventWheel.prototype.advance = advance;
      }
      return seen;
    };
    const few = cyclesSeen(8, 5000);
    assert.equal(cyclesSeen(132, 5000), few);
    const idle = cyclesSeen(8, 1_005_000) - few;
    assert.ok(idle <= 1100, String(idle));
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

  it('takes the slowdown over the window that it reports, with what waiting and running add to it', () => {
    const always = { ...aluApp, arguments: { iterations: 4000 }, repeat: 'always' };
    const scenario = parseScenario({
      gpu: 'gtx-950',
      mode: { kind: 'time-slice', sliceCycles: 10_000 },
      apps: [always, { ...always, name: 'b' }],
      warmupCycles: 20_000,
      limits: { cycles: 60_000 },
    });
    const alone = simulate({ ...scenario, apps: [scenario.apps[0]!] }).apps[0]!;
    simulate(scenario).apps.forEach(({ slowdown, slowdownParts, ipc, waiting }) => {
      assert.ok(Math.abs(slowdown! - alone.ipc / ipc) < 1e-9);
      const { running, waiting: waited } = slowdownParts!;
      assert.ok(Math.abs(running + waited - slowdown!) < 1e-9);
      assert.ok(Math.abs(waited - (waiting.cycles / 60_000) * slowdown!) < 1e-9);
      // Each waits at least as long as the other one runs; what contexts take to move comes to both.
      assert.ok(waited > 0.9 && running > 0.9, `${waited} ${running}`);
    });
  });

  it('tells how long the round has waited whose slowdown it tells, not all rounds', () => {
    const scenario = parseScenario({
      gpu: 'gtx-950',
      mode: { kind: 'time-slice', sliceCycles: 4000 },
      apps: [
        { ...aluApp, arguments: { iterations: 150 }, repeat: 3 },
        { ...aluApp, name: 'b', arguments: { iterations: 600 } },
      ],
    });
    const { slowdownParts, waiting, rounds } = simulate(scenario).apps[0]!;
    assert.ok(
      rounds > 1 && waiting.cycles > waiting.firstRound && waiting.firstRound > 0,
      JSON.stringify(waiting),
    );
    assert.equal(slowdownParts!.waitedCycles, waiting.firstRound);
  });

  it('knows no slowdown of an application that has ended before the window', () => {
    const scenario = parseScenario({
      gpu: 'gtx-950',
      apps: [aluApp, { ...aluApp, name: 'b', repeat: 'always' }],
      warmupCycles: 60_000,
      limits: { cycles: 100_000 },
    });
    const [first, second] = simulate(scenario).apps;
    assert.ok(first!.firstFinishCycle! <= 60_000);
    assert.equal(first!.slowdown, null);
    assert.ok(second!.slowdown! > 0.9);
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

  it('goes on behind its limit as if that had been further away', () => {
    const scenario = (cycles: number) =>
      parseScenario({ gpu: 'rtx-2060', apps: [vecaddApp(2 ** 18)], warmupCycles: 500, limits: { cycles } });
    const whole = createRun(scenario(4000));
    const inTwo = createRun(scenario(1500));
    const end = inTwo.run();
    assert.equal(resultOf(inTwo, end, []).cycles, 1500);
    assert.deepEqual(resultOf(inTwo, inTwo.run({}, 4000), []), resultOf(whole, whole.run(), []));
  });

  it('takes nothing of a program for another launch of it', () => {
    const launches = [
      launchOf(4096),
      { grid: 16, block: [16, 16] as [number, number] },
      { grid: 8, block: 128 },
    ];
    for (const launch of launches) {
      const run = (program: typeof vecadd) =>
        simulate({ gpu: 'gtx-950', apps: [{ name: 'k', program, arguments: { n: 2048 }, launch }] });
      assert.deepEqual(run(vecadd), run(structuredClone(vecadd)));
    }
  });

  it('lets an application start later as if the scenario said so, before its first block', () => {
    const scenario = (startCycle: number) =>
      parseScenario({
        gpu: 'rtx-2060',
        apps: [vecaddApp(2 ** 17), { ...vecaddApp(2 ** 16), startCycle }],
      });
    const later = createRun(scenario(6000));
    const moved = createRun(scenario(0));
    moved.run({ progressCycles: 500, onProgress: () => false });
    moved.postpone(1, 6000);
    assert.deepEqual(resultOf(moved, moved.run(), []), resultOf(later, later.run(), []));
    assert.throws(() => moved.postpone(1, 9000), /under way/);
  });

  it('cuts a run into epochs whose counters add up to the whole', () => {
    const scenario = parseScenario({ gpu: 'rtx-2060', apps: [vecaddApp(32768)], limits: { cycles: 12000 } });
    const result = simulate(scenario, { recordEpochs: true, epochCycles: 250 });
    assert.ok(result.epochs!.length >= 6);
    const last = result.epochs!.at(-1)!;
    const later = result.cycles - last.toCycle;
    assert.ok(later >= 0 && later < 250);
    const sum = result.epochs!.reduce((n, epoch) => n + epoch.apps[0]!.globalLoad, 0);
    assert.equal(sum, result.apps[0]!.kernels[0]!.counters.globalLoad);
  });

  it('labels a co-run window with its error against the full run', () => {
    const scenario = parseScenario({
      gpu: 'gtx-950',
      mode: { kind: 'spatial' },
      apps: [
        { ...aluApp, launch: { grid: 96, block: 256 } },
        { ...vecaddApp(262144), repeat: 3 },
      ],
    });
    const { window, full, errors } = compareWindow(scenario, { warmupCycles: 8000, cycles: 30000 });
    assert.deepEqual(window.window, { fromCycle: 8000, toCycle: 38000 });
    assert.equal(full.window, null);
    for (const error of errors) assert.ok(error !== null && error < 0.25, String(errors));
  });

  it('stops when it is told to, with what it has', () => {
    const scenario = parseScenario({
      gpu: 'gtx-950',
      apps: [{ ...aluApp, repeat: 'always' }],
      limits: { cycles: 10 ** 8 },
    });
    let calls = 0;
    const result = simulate(scenario, { progressCycles: 2000, onProgress: () => ++calls < 5 });
    assert.equal(result.end, 'cancelled');
    assert.equal(result.cycles, 10000);
  });

  it('runs the first blocks of a grid alone, with the sizes of the whole one', () => {
    const run = (launch: object) => {
      const app = { name: 'v', program: vecadd, launch, arguments: { n: 262144 } };
      return simulate(parseScenario({ gpu: 'gtx-950', apps: [app] })).apps[0]!.kernels[0]!;
    };
    const sampled = run({ grid: 1024, block: 256, firstBlocks: 128 });
    const short = run({ grid: 128, block: 256 });
    assert.equal(sampled.blocks, 128);
    assert.equal(sampled.instructions, short.instructions);
    assert.equal(run({ grid: 128, block: 256, firstBlocks: 5000 }).blocks, 128);
  });
});
