import assert from 'node:assert/strict';
import { useOwnGpus } from '../../../src/gpu/catalogue';
import { requireGpu } from '../../../src/gpu/findGpu';
import { parseScenario, type Scenario } from '../../../src/kernel/scenario';
import { C, COUNTER_COLUMNS } from '../../../src/simulator/core/counterColumns';
import type { SimulatorRun } from '../../../src/simulator/run/simulatorRun';
import { resultOf } from '../../../src/simulator/run/result';
import { createRun, simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { alu, launchOf, tiled, vecadd } from './programs';
import { english } from '../../../src/words';
import { told } from '../../support/told';

const memory = { name: 'memory', program: vecadd, arguments: { n: 32768 }, launch: launchOf(32768) };
const compute = {
  name: 'compute',
  program: alu,
  arguments: { iterations: 16 },
  launch: { grid: 120, block: 256 },
};
const barriers = {
  name: 'barriers',
  program: tiled,
  arguments: { n: 64 },
  launch: { grid: [4, 4], block: [16, 16] },
};

/** A small GPU as if it could be divided into instances. */
const SMALL = {
  ...requireGpu('rtx-2060'),
  id: 'small',
  name: 'small',
  aliases: [],
  sharing: { ...requireGpu('rtx-2060').sharing, mig: { supported: true, profiles: [] } },
};

const launchCycles = (): number => loadSpec('small').spec.launch.kernelCycles;

const scenarioOf = (mode: unknown, apps: unknown[], more: object = {}): Scenario =>
  parseScenario({ gpu: 'small', mode, apps, ...more });

/** Instructions, blocks and threads do not depend on how the GPU is shared. */
function work(run: SimulatorRun): number[][] {
  return run.machine.plan.kernels.kernels.map((_, kernel) => {
    const row = run.machine.counters.subarray(kernel * COUNTER_COLUMNS, (kernel + 1) * COUNTER_COLUMNS);
    return [...row.subarray(0, C.stallDependency), row[C.blocksDone]!, row[C.warpsDone]!];
  });
}

const finished = (scenario: Scenario): SimulatorRun => {
  const run = createRun(scenario);
  assert.equal(run.run(), 'finished');
  assert.equal(run.machine.inFlight >= 0, true);
  return run;
};

describe('sharing a GPU', () => {
  before(() => useOwnGpus([SMALL]));
  after(() => useOwnGpus([]));

  const apps = [memory, compute, barriers];
  const reference = () => work(finished(scenarioOf({ kind: 'streams' }, apps)));

  it('runs the same work in every mode', () => {
    const expected = reference();
    for (const mode of [
      { kind: 'spatial' },
      { kind: 'spatial', sms: [5, 20, 5] },
      { kind: 'intra-sm', blocksPerSm: [1, 2, 1] },
      { kind: 'mps', percentages: [20, 100, 50] },
      { kind: 'time-slice', sliceCycles: 2000 },
      {
        kind: 'mig',
        instances: [
          { sms: 10, memoryChannels: 4 },
          { sms: 10, memoryChannels: 4 },
          { sms: 10, memoryChannels: 4 },
        ],
      },
    ])
      assert.deepEqual(work(finished(scenarioOf(mode, apps))), expected, mode.kind);
  });

  it('keeps applications on their own SMs when it is spatial', () => {
    const run = createRun(scenarioOf({ kind: 'spatial', sms: [10, 20] }, [memory, compute]));
    run.machine.run(9000, () => false);
    for (let sm = 0; sm < 30; sm++) {
      assert.equal(run.machine.partition.allows(0, sm), sm < 10);
      assert.equal(run.machine.partition.allows(1, sm), sm >= 10);
    }
    const { counters } = run.machine;
    run.machine.settleCounters();
    assert.ok(counters[C.smCycles]! <= 10 * (9000 - launchCycles()));
    assert.ok(counters[COUNTER_COLUMNS + C.smCycles]! <= 20 * (9000 - launchCycles()));
  });

  it('loses nothing when SMs change hands by draining or by context switches', () => {
    const expected = work(finished(scenarioOf({ kind: 'spatial' }, [compute, memory])));
    for (const policy of ['drain', 'switch'] as const) {
      const run = createRun(scenarioOf({ kind: 'spatial' }, [compute, memory]));
      let epoch = 0;
      const splits = [
        [25, 5],
        [3, 27],
        [15, 15],
        [29, 1],
      ];
      run.run({ epochCycles: 700, onEpoch: (r) => r.repartition(splits[epoch++ % 4]!, policy) });
      assert.deepEqual(work(run), expected, policy);
      const moved = run.machine.counters[C.contextBytes]!;
      if (policy === 'switch') assert.ok(moved > 0);
      else assert.equal(moved, 0);
    }
  });

  it('moves registers and shared memory of a block out and back in', () => {
    const run = createRun(scenarioOf({ kind: 'spatial', sms: [20, 10] }, [compute, memory]));
    run.machine.run(launchCycles() + 600, () => false);
    run.repartition([1, 29], 'switch');
    run.run();
    const { counters } = run.machine;
    const out = counters[C.blocksSwitchedOut]!;
    // 12 registers take 512 a warp, for 8 warps, 4 bytes each; once out and once in.
    assert.ok(out > 0);
    assert.equal(counters[C.contextBytes], out * 2 * 512 * 8 * 4);
  });

  it('isolates the instances of MIG: whoever the neighbour is', () => {
    const instances = [
      { sms: 15, memoryChannels: 6 },
      { sms: 15, memoryChannels: 6 },
    ];
    const beside = (neighbour: object) =>
      simulate(scenarioOf({ kind: 'mig', instances }, [memory, neighbour], { limits: { cycles: 9000 } }), {
        slowdowns: false,
      }).apps[0]!.counters;
    const idle = beside({ ...compute, startCycle: 8999 });
    const busy = beside({ ...memory, name: 'other', startCycle: 3 });
    for (const name of ['l2ReadSectorMisses', 'dramReads', 'dramRowHits', 'globalLoad'] as const)
      assert.ok(
        Math.abs(busy[name] - idle[name]) <= 0.02 * idle[name],
        `${name} ${busy[name]} ${idle[name]}`,
      );
    assert.ok(Math.abs(busy.stallMemory - idle.stallMemory) < 0.05 * idle.stallMemory);
  });

  it('keeps an application of MPS within its share of the SMs, and the others to its neighbour', () => {
    const run = createRun(scenarioOf({ kind: 'mps', percentages: [10, 100] }, [compute, memory]));
    const most = [0, 0];
    while (run.machine.queue.allFinishedOnce === false) {
      run.machine.run(run.cycles + 50, () => false);
      run.machine.dispatcher['occupied'].forEach((n, app) => (most[app] = Math.max(most[app]!, n)));
    }
    assert.equal(most[0], 2);
    // Blocks of the first fill the threads of its pair of SMs.
    assert.equal(most[1], 28);
  });

  it('takes turns under time slicing', () => {
    const alone = simulate(scenarioOf({ kind: 'streams' }, [compute]));
    const result = simulate(
      scenarioOf({ kind: 'time-slice', sliceCycles: 1000 }, [compute, { ...compute, name: 'other' }]),
    );
    const work = alone.cycles - launchCycles();
    for (const app of result.apps) assert.ok(app.firstFinishCycle! - launchCycles() > 1.5 * work, app.name);
    assert.ok(result.apps.some((app) => app.kernels[0]!.counters.blocksSwitchedOut > 0));
  });

  it('gives the same result with a fork in the middle of a context switch', () => {
    const run = createRun(scenarioOf({ kind: 'time-slice', sliceCycles: 1000 }, [compute, barriers]));
    run.machine.run(6100, () => false);
    const fork = run.fork();
    run.run();
    fork.run();
    assert.deepEqual(resultOf(fork, 'finished', []), resultOf(run, 'finished', []));
  });

  it('says of which way no GPU is shared', () => {
    const saidOf = (mode: unknown, gpu = 'small'): string =>
      simulate(parseScenario({ gpu, mode, apps: [compute], limits: { cycles: 10 } }))
        .assumptions.map(english)
        .filter((text) => text.includes('hypothetical'))
        .join();
    assert.match(
      saidOf({ kind: 'intra-sm', blocksPerSm: [1] }),
      /^mode: hypothetical, .*no GPU limits the blocks/,
    );
    assert.match(
      saidOf({ kind: 'spatial' }, 'gtx-950'),
      /^mode: hypothetical, .*GTX 950 has no green contexts/,
    );
    assert.equal(saidOf({ kind: 'intra-sm', yields: { app: 0, sms: 1, blocks: 1 } }), '');
    for (const kind of ['spatial', 'streams', 'mps']) assert.equal(saidOf({ kind }), '');
  });

  it('names the field of a partition that does not add up', () => {
    const fails = (mode: unknown, message: RegExp) =>
      assert.throws(() => createRun(scenarioOf(mode, [memory, compute])), told(message));
    fails({ kind: 'spatial', sms: [20, 20] }, /mode\.sms: 40 SMs in all, but the GPU has 30/);
    fails(
      {
        kind: 'mig',
        instances: [
          { sms: 30, memoryChannels: 1 },
          { sms: 1, memoryChannels: 1 },
        ],
      },
      /mode\.instances: 31 SMs/,
    );
    fails(
      {
        kind: 'mig',
        instances: [
          { sms: 15, memoryChannels: 12 },
          { sms: 15, memoryChannels: 1 },
        ],
      },
      /13 memory channels/,
    );
    fails({ kind: 'intra-sm', sms: 99 }, /mode\.sms: 99/);
  });

  it('refuses instances on a GPU that has none', () => {
    const instances = [
      { sms: 15, memoryChannels: 6 },
      { sms: 15, memoryChannels: 6 },
    ];
    const scenario = { ...scenarioOf({ kind: 'mig', instances }, [memory, compute]), gpu: 'rtx-2060' };
    assert.throws(() => createRun(scenario), told(/mode\.kind: RTX 2060 has no MIG/));
  });
});
