import assert from 'node:assert/strict';
import { InputError } from '../../../src/kernel/result';
import { parseScenario, type Scenario, type ScenarioCopy } from '../../../src/kernel/scenario';
import { loneCopyNs } from '../../../src/simulator/hostlink/hostLink';
import { hostLinkOf } from '../../../src/simulator/hostlink/hostLinkSpec';
import { createRun, simulate } from '../../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { launchOf, vecadd } from './programs';
import { english } from '../../../src/words';

const GPU = 'gtx-950';
const loaded = loadSpec(GPU);
const MIB = 2 ** 20;

interface App {
  readonly copies: readonly ScenarioCopy[];
  readonly kernels?: number;
  readonly repeat?: number;
}

function scenario(...apps: App[]): Scenario {
  const kernel = { program: vecadd, launch: launchOf(1024), arguments: { n: 1024 } };
  return parseScenario({
    gpu: GPU,
    apps: apps.map(({ copies, kernels = 1, repeat = 1 }, i) => ({
      name: `app${i}`,
      kernels: Array.from({ length: kernels }, () => kernel),
      copies,
      repeat,
    })),
  });
}

const finishOf = (input: Scenario, spec: LoadedSpec = loaded) =>
  simulate(input, { spec, slowdowns: false }).apps.map((app) => app.firstFinishCycle!);

const cyclesOf = (direction: 'HtoD' | 'DtoH', bytes: number, pinned = true) =>
  (loneCopyNs(hostLinkOf(loaded.gpu), { direction, bytes, pinned }) * loaded.spec.coreClockMHz) / 1000;

const withEngines = (copyEngines: number): LoadedSpec => ({
  ...loaded,
  gpu: { ...loaded.gpu, copyEngines },
});

describe('copies of a simulated application', () => {
  const [bare] = finishOf(scenario({ copies: [] })) as [number];

  it('run before and behind its kernels, each for its time on the link', () => {
    const copies: ScenarioCopy[] = [
      { direction: 'DtoH', bytes: 3 * MIB },
      { direction: 'HtoD', bytes: MIB },
      { direction: 'HtoD', bytes: 2 * MIB },
    ];
    const result = simulate(scenario({ copies }), { spec: loaded });
    const expected = cyclesOf('HtoD', MIB) + cyclesOf('HtoD', 2 * MIB) + cyclesOf('DtoH', 3 * MIB);
    const [app] = result.apps;
    assert.ok(
      Math.abs(app!.firstFinishCycle! - bare - expected) <= 4,
      `${app!.firstFinishCycle} ${expected}`,
    );
    assert.equal(app!.copies.count, 3);
    assert.ok(Math.abs(app!.copies.cycles - expected) <= 4);
    assert.ok(result.assumptions.some((text) => english(text).startsWith('copies: ')));
  });

  it('take their place between kernels, in every round', () => {
    const copies: ScenarioCopy[] = [
      { direction: 'HtoD', bytes: MIB, before: 1 },
      { direction: 'DtoH', bytes: MIB, before: 0 },
    ];
    const [once] = finishOf(scenario({ copies: [], kernels: 2 })) as [number];
    const [finish] = finishOf(scenario({ copies, kernels: 2 })) as [number];
    assert.ok(Math.abs(finish - once - cyclesOf('HtoD', MIB) - cyclesOf('DtoH', MIB)) < 1000);
    const rounds = simulate(scenario({ copies, kernels: 2, repeat: 3 }), { spec: loaded }).apps[0]!;
    assert.equal(rounds.copies.count, 2);
    const run = createRun(
      { ...scenario({ copies, kernels: 2, repeat: 3 }), limits: { cycles: 1e7 } },
      loaded,
    );
    run.run();
    assert.equal(run.machine.queue.copiesDone[0], 6);
    assert.equal(run.machine.queue.rounds[0], 3);
  });

  it('take longer from and to pageable memory', () => {
    const time = (pinned: boolean) =>
      finishOf(scenario({ copies: [{ direction: 'HtoD', bytes: 8 * MIB, pinned }] }))[0]! - bare;
    // A refresh of DRAM may fall into the kernel, which runs later by the copy.
    assert.ok(Math.abs(time(false) - cyclesOf('HtoD', 8 * MIB, false)) <= 400);
    assert.ok(time(false) > 1.2 * time(true));
  });

  it('share the link with those of other applications in the same direction', () => {
    const copies: ScenarioCopy[] = [{ direction: 'HtoD', bytes: 4 * MIB }];
    const [alone] = finishOf(scenario({ copies })) as [number];
    const shared = finishOf(scenario({ copies }, { copies }));
    assert.ok(Math.max(...shared) - bare > 1.9 * (alone - bare), String(shared));
  });

  it('pass those of the other direction with two engines, and wait for them with one', () => {
    const apps: App[] = [
      { copies: [{ direction: 'HtoD', bytes: 4 * MIB }] },
      { copies: [{ direction: 'DtoH', bytes: 4 * MIB, before: 0 }] },
    ];
    const last = (engines: number) => Math.max(...finishOf(scenario(...apps), withEngines(engines))) - bare;
    const longer = Math.max(cyclesOf('HtoD', 4 * MIB), cyclesOf('DtoH', 4 * MIB));
    assert.ok(last(2) < 1.25 * longer, `${last(2)} for ${longer}`);
    assert.ok(last(1) > 1.9 * Math.min(cyclesOf('HtoD', 4 * MIB), cyclesOf('DtoH', 4 * MIB)));
  });

  it('go on after a snapshot as without it', () => {
    const input = scenario(
      { copies: [{ direction: 'HtoD', bytes: 2 * MIB, pinned: false }] },
      { copies: [{ direction: 'HtoD', bytes: MIB }], repeat: 2 },
    );
    const run = createRun({ ...input, limits: { cycles: 5e6 } }, loaded);
    run.machine.run(100000, () => false);
    const fork = run.fork();
    run.run();
    fork.run();
    assert.equal(fork.cycles, run.cycles);
    assert.deepEqual(fork.machine.counters, run.machine.counters);
    assert.deepEqual(fork.machine.queue.copyCycles, run.machine.queue.copyCycles);
    const again = createRun({ ...input, limits: { cycles: 5e6 } }, loaded);
    again.run();
    assert.deepEqual(again.machine.queue.copyCycles, run.machine.queue.copyCycles);
  });

  it('begin after the host has worked, in every round', () => {
    const copies: ScenarioCopy[] = [{ direction: 'HtoD', bytes: MIB }];
    const [without] = finishOf(scenario({ copies })) as [number];
    const waiting = scenario({ copies });
    const gaps = [
      { ns: 3000, before: 0, afterCopies: 1 },
      { ns: 2000, before: 1 },
    ];
    const apps = waiting.apps.map((app) => ({ ...app, gaps, repeat: 2 }));
    const run = createRun({ ...waiting, apps, limits: { cycles: 1e7 } }, loaded);
    run.run();
    const cycles = (5000 * loaded.spec.coreClockMHz) / 1000;
    assert.ok(Math.abs(run.machine.queue.firstFinish[0]! - without - cycles) < 60); // DRAM refreshes come at other times
    assert.equal(run.machine.queue.rounds[0], 2);
    assert.ok(run.machine.now - run.machine.queue.firstFinish[0]! > cycles);
    const beyond = () =>
      parseScenario({ ...waiting, apps: [{ ...waiting.apps[0], gaps: [{ ns: 1, before: 9 }] }] });
    assert.throws(beyond, (e) => e instanceof InputError && /apps\[0\]\.gaps\[0\]\.before/.test(e.message));
  });

  it('may be empty', () => {
    const [finish] = finishOf(scenario({ copies: [{ direction: 'HtoD', bytes: 0 }] })) as [number];
    assert.ok(finish >= bare && finish < bare + 10000);
  });

  it('are refused at a place that the sequence does not have', () => {
    const bad = () => scenario({ copies: [{ direction: 'HtoD', bytes: 1, before: 2 }] });
    assert.throws(bad, (e) => e instanceof InputError && /apps\[0\]\.copies\[0\]\.before/.test(e.message));
  });
});
