import assert from 'node:assert/strict';
import { slicesOf, slicedSpec, wholeGpu } from '../../../src/analysis/simulation/gpuSlice';
import { pairRun } from '../../../src/analysis/simulation/pairRun';
import { runTask } from '../../../src/analysis/simulation/runTask';
import { launchAlone, relaunched, windowOf, type ShortRun } from '../../../src/analysis/simulation/shortRuns';
import { simulationTask, type TaskOutcome, type TaskSubject } from '../../../src/analysis/simulation/task';
import { listGpus } from '../../../src/gpu/catalogue';
import { InputError } from '../../../src/kernel/result';
import { parseKernelProgram } from '../../../src/kernel/program';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { validateSpec } from '../../../src/simulator/spec/simulatorSpec';

const GPU = 'rtx-2070';
const whole = wholeGpu(loadSpec(GPU).spec);
const slices = slicesOf(whole);
const sliced = { gpuId: GPU, whole, slices };
const unsliced = { gpuId: GPU, whole, slices: [whole] as const };
const [slice] = slices;

/** Blocks of 256 threads that stream through memory, with some arithmetic on what they load. */
function streaming(flops: number, blocks: number): ScenarioApp {
  const program = parseKernelProgram({
    name: `flops${flops}`,
    registersPerThread: 32,
    arrays: { a: { elementBytes: 4, elements: 2 ** 24 } },
    body: [
      { op: 'load', array: 'a', index: 'globalThread', into: 'x' },
      { op: 'compute', class: 'fp32', count: flops, distance: 2, after: ['x'] },
      { op: 'store', array: 'a', index: 'globalThread' },
    ],
  });
  return { name: program.name, program, launch: { grid: blocks, block: 256 } };
}

function outcomeOf(run: ShortRun): Extract<TaskOutcome, { kind: 'measured' }> {
  const subject: TaskSubject = { kind: 'pace', kernelId: 'k', partition: false };
  const task = simulationTask(subject, run.scenario, run.shortcut);
  const outcome = runTask(task);
  assert.equal(outcome.kind, 'measured');
  return outcome as Extract<TaskOutcome, { kind: 'measured' }>;
}

function described(id: string): LoadedSpec | null {
  try {
    return loadSpec(id);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

describe('slices of GPUs', () => {
  it('keep the proportion of SMs to memory channels, for every GPU that can be simulated', () => {
    for (const loaded of listGpus().flatMap(({ id }) => described(id) ?? [])) {
      const all = wholeGpu(loaded.spec);
      const ladder = slicesOf(all);
      assert.ok(ladder[0].sms <= 32, loaded.gpu.id);
      ladder.reduce((before, after) => {
        assert.ok(after.sms < before.sms, `${loaded.gpu.id}: largest first`);
        return after;
      });
      for (const one of ladder) {
        const proportion = one.memoryChannels / one.sms / (all.memoryChannels / all.sms);
        assert.ok(Math.abs(proportion - 1) < 0.065, `${loaded.gpu.id}: ${proportion}`);
        const { spec } = slicedSpec(loaded, one);
        validateSpec(spec);
        assert.equal(
          spec.l2.slices / spec.memory.channels,
          loaded.spec.l2.slices / loaded.spec.memory.channels,
        );
      }
    }
  });

  it('are the whole first where the GPU is small', () => {
    const small = { sms: 6, memoryChannels: 4 };
    assert.deepEqual(slicesOf(small), [small, { sms: 3, memoryChannels: 2 }]);
    const odd = { sms: 2, memoryChannels: 1 };
    assert.deepEqual(slicesOf(odd), [odd]);
  });

  it('run a kernel at its pace on the whole GPU, as reckoned from the slice', () => {
    for (const flops of [1, 200]) {
      const app = streaming(flops, 4000);
      const [part, all] = [sliced, unsliced].map((gpu) =>
        outcomeOf(windowOf(gpu, [app], { kind: 'streams' })),
      );
      const ratio = part!.paces[0]! / all!.paces[0]!;
      assert.ok(Math.abs(ratio - 1) < 0.06, `${flops} operations: ${ratio}`);
      const [sliceBusy, busy] = [part!, all!].map(({ events }) => events.smBusy!);
      assert.ok(Math.abs(sliceBusy! / busy! - 1) < 0.06, `${flops} operations: ${sliceBusy}, ${busy}`);
    }
  });

  it('have their part of the dispatcher: many short blocks take as long as on the whole GPU', () => {
    const loaded = loadSpec('h100-sxm');
    const all = wholeGpu(loaded.spec);
    const program = parseKernelProgram({
      name: 'short',
      registersPerThread: 16,
      body: [{ op: 'compute', class: 'integer', count: 2 }],
    });
    const blocks = 30_000;
    const app = { name: 'short', program, launch: { grid: blocks, block: 64 } };
    const run = launchAlone({ gpuId: 'h100-sxm', whole: all, slices: slicesOf(all) }, app);
    // An H100 places 0.84 blocks in a cycle, whatever they do.
    const ratio = outcomeOf(run).launchCycles! / (blocks / loaded.spec.launch.blocksPerCycle);
    assert.ok(ratio > 1 && ratio < 1.2, `${ratio}`);
  });

  it('relaunch until each launch ended twice, in the time of whole ones', () => {
    const apps = [streaming(200, 900), streaming(1, 2000)];
    const [part, all] = [slice, whole].map((on) =>
      outcomeOf(relaunched(sliced, apps, { slice: on, replayed: false }, 60_000, { kind: 'streams' })),
    );
    for (const app of [0, 1]) {
      const ratio = part!.meanLaunches[app]! / all!.meanLaunches[app]!;
      assert.ok(Math.abs(ratio - 1) < 0.1, `${apps[app]!.name}: ${ratio}`);
    }
  });
});

describe('how a pair runs', () => {
  const ladder = [
    { sms: 16, memoryChannels: 20 },
    { sms: 8, memoryChannels: 10 },
    { sms: 4, memoryChannels: 5 },
  ] as const;

  it('is on ever smaller slices the longer its launches are, and replayed in the end', () => {
    const runOf = (launchCycles: number) => pairRun([launchCycles, 1000], ladder);
    assert.deepEqual(runOf(20_000), { slice: ladder[0], replayed: false });
    assert.deepEqual(runOf(50_000), { slice: ladder[1], replayed: false });
    assert.deepEqual(runOf(100_000), { slice: ladder[2], replayed: false });
    assert.deepEqual(runOf(240_000), { slice: ladder[2], replayed: false });
    assert.deepEqual(runOf(260_000), { slice: ladder[2], replayed: true });
    assert.deepEqual(runOf(1e9), { slice: ladder[2], replayed: true });
  });

  it('is on a slice with an SM for each SM without a block where a launch has few', () => {
    const whole = wholeGpu(loadSpec('h100-sxm').spec);
    const slices = slicesOf(whole);
    const few = pairRun([1e9, 1000], slices, 16 / whole.sms);
    assert.ok(few.replayed && few.slice.sms > slices.at(-1)!.sms && few.slice.sms < slices[0].sms);
    assert.equal(pairRun([1e9, 1000], slices, 1 / whole.sms).slice, slices[0]);
    assert.equal(pairRun([1e9, 1000], slices, 2).slice, slices.at(-1));
  });

  it('depends on both launches, whichever comes first', () => {
    assert.deepEqual(pairRun([1000, 1e9], ladder), pairRun([1e9, 1000], ladder));
  });
});
