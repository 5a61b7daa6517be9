import assert from 'node:assert/strict';
import { slicedSpec, slicesOf, wholeGpu } from '../../../src/analysis/simulation/gpuSlice';
import { BlockSpeeds } from '../../../src/analysis/simulation/replay/blockSpeeds';
import {
  replayLaunches,
  type LaunchMeans,
  type ReplayedLaunches,
} from '../../../src/analysis/simulation/replay/launchReplay';
import { replayScenario } from '../../../src/analysis/simulation/replay/replayScenario';
import { SparseSpeeds, sparseKernel } from '../../../src/analysis/simulation/replay/sparseSpeeds';
import { relaunched } from '../../../src/analysis/simulation/shortRuns';
import { runTask } from '../../../src/analysis/simulation/runTask';
import { simulationTask } from '../../../src/analysis/simulation/task';
import { parseKernelProgram, type KernelProgram } from '../../../src/kernel/program';
import { InputError } from '../../../src/kernel/result';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import { planMachine } from '../../../src/simulator/run/plan';
import { SimulatorRun } from '../../../src/simulator/run/simulatorRun';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const loaded = loadSpec('gtx-950');
const { limits } = loaded.gpu;
/** Blocks of `threads` threads that an SM holds, by threads alone. */
const heldBy = (threads: number): number => Math.floor(limits.maxThreads / threads);

function program(body: KernelProgram['body'], registersPerThread = 16): KernelProgram {
  const arrays = { a: { elementBytes: 4, elements: 2 ** 23 } };
  return parseKernelProgram({ name: 'k', registersPerThread, arrays, body });
}

function compute(trips: number, threads: number, blocks: number, registers = 16): ScenarioApp {
  const body: KernelProgram['body'] = [
    { op: 'loop', trips, body: [{ op: 'compute', class: 'fp32', count: 4, distance: 2 }] },
  ];
  return { name: 'compute', program: program(body, registers), launch: { grid: blocks, block: threads } };
}

function stream(trips: number, threads: number, blocks: number): ScenarioApp {
  const body: KernelProgram['body'] = [
    {
      op: 'loop',
      trips,
      name: 'i',
      body: [{ op: 'load', array: 'a', index: 'globalThread + i * 98304', into: 'x' }],
    },
  ];
  return { name: 'stream', program: program(body), launch: { grid: blocks, block: threads } };
}

/** Replays launches of 256-thread blocks, with speeds that the test sets, on two SMs. */
function replayed(
  blocks: readonly number[],
  speeds: ReplayedLaunches['speeds'],
  {
    leftover = true,
    threads = blocks.map(() => 256),
    ...beside
  }: { leftover?: boolean; threads?: readonly number[] } & Pick<ReplayedLaunches, 'ages'> = {},
): LaunchMeans {
  const apps = blocks.map((count, i) => compute(1, threads[i]!, count));
  const { kernels: table } = planMachine({ gpu: 'gtx-950', apps, seed: 1 }, loaded);
  const memory = { sms: 2, bytes: 0, isFixed: true };
  const what = { table, limits, memory, blocks, launchCycles: 100, leftover, speeds, ...beside, seed: 1 };
  return replayLaunches(what);
}

const launches = (...of: Parameters<typeof replayed>): readonly number[] => replayed(...of).meanLaunches;

/** Blocks of all kernels share the SMs' throughput evenly. */
const shared: ReplayedLaunches['speeds'] = ({ blocks }) => {
  const all = blocks.reduce((a, b) => a + b, 0);
  return blocks.map(() => 1 / (2000 * Math.max(1, all)));
};

describe('launches that are replayed block by block', () => {
  const wave = 2 * heldBy(256);

  it('take latency and one block where all blocks run at once', () => {
    const [alone] = launches([wave], () => [1 / 5000]);
    assert.ok(Math.abs(alone! - 5100) < 1e-6, String(alone));
  });

  it('take a little more than their waves where blocks get out of step', () => {
    const [alone] = launches([10 * wave], () => [1 / 5000]);
    assert.ok(alone! > 50_000 && alone! < 57_000, String(alone));
  });

  it('leave a kernel as it is alone beside one that leaves room and takes no throughput', () => {
    const constant = (): number[] => [1 / 5000, 1 / 5000];
    const [few, other] = launches([2, wave / 2], constant);
    assert.ok(Math.abs(few! - 5100) < 1e-6 && Math.abs(other! - 5100) < 1e-6, `${few} ${other}`);
  });

  it('take twice as long beside themselves where they fill the GPU', () => {
    const [alone] = launches([8 * wave], shared);
    for (const together of launches([8 * wave, 8 * wave], shared)) {
      const slowdown = together / alone!;
      assert.ok(slowdown > 1.85 && slowdown < 2.1, String(slowdown));
    }
  });

  it('wait for a much longer launch to place its blocks, which hardly notices', () => {
    const [short] = launches([wave], shared);
    const [long] = launches([40 * wave], shared);
    const [a, b] = launches([wave, 40 * wave], shared) as [number, number];
    assert.ok(a / short! > 15 && a / short! < 42, String(a / short!));
    assert.ok(b / long! < 1.2, String(b / long!));
    const [waits, none] = replayed([wave, 40 * wave], shared).meanWaits as [number, number];
    assert.ok(waits > 0.5 * (a - short!) && waits < a - 100, `${waits} of ${a}`);
    assert.ok(none < 0.05 * b, String(none));
  });

  it('take no longer where an SM serves its oldest blocks first, and leave room to others sooner', () => {
    const own = 2 * heldBy(256);
    const ages = (): readonly number[] => [8, 0, 0, 0, 0, 0, 0, 0];
    const [alike] = launches([own], shared);
    const [inTurn] = launches([own], shared, { ages });
    assert.ok(Math.abs(inTurn! / alike! - 1) < 1e-6, `${inTurn} ${alike}`);
    // A launch of one block waits for the first place that is free again.
    const waits = [{}, { ages }].map((by) => replayed([own, 1], shared, by).meanWaits[1]!);
    assert.ok(waits[1]! < 0.5 * waits[0]!, String(waits));
  });

  it('go past a waiting older launch only where the mode lets them', () => {
    // Two large blocks leave 512 threads of an SM that only a small one can use.
    const threads = [768, 512];
    const speeds = (): number[] => [1 / 20_000, 1 / 1000];
    const [, waits] = launches([20, 24], speeds, { threads });
    const [, passes] = launches([20, 24], speeds, { threads, leftover: false });
    assert.ok(passes! < waits!, `${passes} ${waits}`);
  });

  it('end with their slowest block where few blocks of another launch take one SM', () => {
    const own = wave / 2;
    const apart = (): number[] => [1 / 5000, 1 / 50_000];
    const beside: ReplayedLaunches['speeds'] = ({ blocks }) =>
      blocks[1]! > 0 ? [1 / 30_000, 1 / 50_000] : apart();
    const alike = launches([own, 1], apart);
    const split = launches([own, 1], beside);
    assert.ok(alike[0]! < 5200, String(alike[0]));
    assert.ok(split[0]! > 25_000 && split[0]! < 30_200, String(split[0]));
    assert.ok(Math.abs(split[1]! / alike[1]! - 1) < 0.01, `${split[1]} ${alike[1]}`);
    // Many waves go round the slow blocks, and the few wait while they are placed.
    const [many, manyAlike] = [beside, apart].map((speeds) => launches([20 * wave, 1], speeds)[0]!);
    assert.ok(many! / manyAlike! > 1.15 && many! / manyAlike! < 1.8, `${many} ${manyAlike}`);
  });

  it('are the same for the same seed', () => {
    assert.deepEqual(launches([3 * wave, 5 * wave], shared), launches([3 * wave, 5 * wave], shared));
  });

  it('stand for blocks in a row where there are very many', () => {
    const [alone] = launches([3000 * wave], () => [1 / 100]);
    assert.ok(Math.abs(alone! / 300_000 - 1) < 0.02, String(alone));
  });

  it('are refused where nothing makes progress', () => {
    assert.throws(() => replayed([wave], () => [0]), InputError);
  });
});

describe('speeds of blocks side by side', () => {
  const slice = slicesOf(wholeGpu(loaded.spec)).at(-1)!;
  const small = slicedSpec(loaded, slice);

  function blockSpeeds(apps: readonly ScenarioApp[]): BlockSpeeds {
    const scenario = {
      gpu: 'gtx-950',
      apps: apps.map((app) => ({ ...app, repeat: 'always' as const })),
      warmupCycles: 2000,
      limits: { cycles: 8000 },
      seed: 1,
    };
    const { kernels, dataBytes } = planMachine(scenario, small);
    return new BlockSpeeds(scenario, small, kernels, dataBytes);
  }

  const speedsOf = (
    apps: readonly ScenarioApp[],
    resident: readonly number[],
    oldest = 0,
  ): readonly number[] => blockSpeeds(apps).at(resident, oldest);

  /** Windows of two kernels that are simulated meanwhile. */
  function windowsOfTwo(action: () => void): number {
    const { run } = SimulatorRun.prototype;
    let count = 0;
    SimulatorRun.prototype.run = function (this: SimulatorRun, ...args) {
      if (this.scenario.apps.length === 2 && this.cycles === 0) count++;
      return run.apply(this, args);
    };
    try {
      action();
    } finally {
      SimulatorRun.prototype.run = run;
    }
    return count;
  }

  it('come from one window for both orders of a kernel beside itself, and for mixes that are one', () => {
    const app = compute(4000, 512, 4000);
    const twin = { ...app, name: 'twin' };
    const [itself, twins] = [blockSpeeds([app, app]), blockSpeeds([app, twin])];
    const all = heldBy(512);
    const ask = (speeds: BlockSpeeds, oldest: number) => speeds.at([all / 2, all / 2], oldest);
    const first = windowsOfTwo(() => ask(itself, 0));
    assert.equal(
      windowsOfTwo(() => ask(itself, 1)),
      0,
    );
    assert.equal(
      windowsOfTwo(() => [0, 1].map((oldest) => ask(twins, oldest))),
      2 * first,
    );
    for (const oldest of [0, 1]) assert.deepEqual(ask(itself, oldest), ask(twins, oldest));
    // A block of each is all that fits: half of the blocks that an SM holds, and all of the older ones.
    const large = compute(4000, 1024, 4000);
    const pair = blockSpeeds([large, { ...large, name: 'twin' }]);
    const crowded = windowsOfTwo(() => pair.at([1, 1], 0));
    assert.equal(crowded, 1);
  });

  it('are lower the more blocks there are, as the work of the SMs stays the same', () => {
    const app = compute(4000, 256, 4000);
    const full = heldBy(256);
    const [all] = speedsOf([app], [full]);
    const [half] = speedsOf([app], [full / 2]);
    assert.ok(half! / all! > 1.7 && half! / all! < 2.1, String(half! / all!));
    assert.deepEqual(speedsOf([app, app], [full, 0]), [all, 0]);
  });

  it('are those of blocks that were there first where warps of the oldest fill the pipelines', () => {
    const app = compute(4000, 256, 4000);
    const half = heldBy(256) / 2;
    const [older, younger] = speedsOf([app, app], [half, half], 0);
    assert.ok(younger! < 0.2 * older!, `${younger} ${older}`);
    assert.deepEqual(speedsOf([app, app], [half, half], 1), [younger, older]);
  });

  it('fall with every block of the other kernel, and are those alone without any', () => {
    const apps = [stream(70, 256, 4000), compute(4000, 256, 4000)];
    const full = heldBy(256);
    const speeds = [0, 1, 2, 3].map((others) => speedsOf(apps, [full / 4, (others * full) / 4], 1)[0]!);
    assert.equal(speeds[0], speedsOf([apps[0]!], [full / 4])[0]);
    for (const at of [1, 2, 3]) assert.ok(speeds[at]! < speeds[at - 1]!, speeds.join());
    // The time of a block grows by as much with each.
    const steps = [1, 2, 3].map((at) => 1 / speeds[at]! - 1 / speeds[at - 1]!);
    for (const step of steps) assert.ok(Math.abs(step / steps[0]! - 1) < 1e-6, steps.join());
  });

  it('are those of an SM that holds a block whose loads touch a line for each lane, and of the others', () => {
    const cached = program([
      {
        op: 'loop',
        trips: 4000,
        body: [{ op: 'load', array: 'a', index: 'globalThread % 2048', into: 'x' }],
      },
    ]);
    const apps: ScenarioApp[] = [
      { name: 'cached', program: cached, launch: { grid: 200, block: 256 } },
      {
        name: 'few',
        program: program([
          {
            op: 'loop',
            trips: 4000,
            body: [{ op: 'load', array: 'a', index: '(globalThread * 32) % 65536', into: 'x' }],
          },
        ]),
        launch: { grid: 1, block: 256 },
      },
    ];
    assert.equal(sparseKernel(apps, slice.sms), 1);
    assert.equal(sparseKernel([apps[0]!, apps[0]!], slice.sms), null);
    const scenario = {
      gpu: 'gtx-950',
      apps: apps.map((app) => ({ ...app, repeat: 'always' as const })),
      warmupCycles: 2000,
      limits: { cycles: 8000 },
      seed: 1,
    };
    const { kernels } = planMachine(scenario, small);
    const { apart, beside } = new SparseSpeeds(scenario, small, kernels, 1, [false, false]).at(0);
    assert.ok(beside[0]! < 0.6 * apart[0]!, `${beside[0]} ${apart[0]}`);
    assert.equal(beside[1], apart[1]);
  });

  it('are not asked for of kernels that never share an SM, which replay beside each other all the same', () => {
    const large = compute(400, 1024, 40, 64);
    assert.throws(() => speedsOf([large, { ...large, name: 'twin' }], [1, 1]), RangeError);
    const apps = [large, { ...large, name: 'twin' }].map((app) => ({ ...app, repeat: 'always' as const }));
    const scenario = { gpu: 'gtx-950', apps, warmupCycles: 2000, limits: { cycles: 8000 }, seed: 1 };
    const [alone] = replayScenario({ ...scenario, apps: [apps[0]!] }, small).meanLaunches;
    for (const together of replayScenario(scenario, small).meanLaunches) {
      const slowdown = together / alone!;
      assert.ok(slowdown > 1.8 && slowdown < 2.2, String(slowdown));
    }
  });

  it('replay long launches about as they are simulated', () => {
    const apps = [compute(300, 256, 200), stream(8, 256, 600)];
    const sliced = { gpuId: 'gtx-950', whole: wholeGpu(loaded.spec), slices: [slice] as const };
    const slowdowns = [true, false].map((isReplayed) => {
      const meanOf = (of: readonly ScenarioApp[]): readonly (number | null)[] => {
        const run = { slice, replayed: isReplayed };
        const { scenario, shortcut } = relaunched(sliced, of, run, 400_000);
        const outcome = runTask(simulationTask({ kind: 'pair', kernelIds: ['a', 'b'] }, scenario, shortcut));
        assert.notEqual(outcome.kind, 'failed', JSON.stringify(outcome));
        return outcome.kind === 'failed' ? [] : outcome.meanLaunches;
      };
      const together = meanOf(apps);
      return apps.map((app, i) => together[i]! / meanOf([app])[0]!);
    });
    slowdowns[0]!.forEach((slowdown, i) => {
      const ratio = slowdown / slowdowns[1]![i]!;
      assert.ok(ratio > 0.75 && ratio < 1.35, `${i}: replayed ${slowdown}, simulated ${slowdowns[1]![i]}`);
    });
  });

  it('say why a program cannot be replayed', () => {
    const app: ScenarioApp = { ...compute(1, 256, 4), launch: { grid: 4, block: 4096 } };
    assert.throws(
      () => replayScenario({ gpu: 'gtx-950', apps: [app], limits: { cycles: 10 } }, small),
      InputError,
    );
  });
});
