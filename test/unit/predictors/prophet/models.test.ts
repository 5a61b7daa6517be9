import assert from 'node:assert/strict';
import type { GpuSpec } from '../../../../src/kernel/gpuSpec';
import type { SoloRun } from '../../../../src/predictors/latencyPort';
import { concurrentKernels, sequentialKernels } from '../../../../src/predictors/prophet/execution';
import { batchNs } from '../../../../src/predictors/prophet/kernelTask';
import { sharedTransfers, transferRates } from '../../../../src/predictors/prophet/transfers';
import { deviceMemoryModel } from '../../../../src/timeline/deviceMemory';
import { INSTANT_LAUNCH } from '../../../../src/timeline/models';
import { replay } from '../../../../src/timeline/replay';
import { GPU, soloRun, type Part } from './runs';

const HARDWARE = { sms: 4, bytesPerNs: 100 };

/** Starts and ends of the first operation of each application, each of which begins at its time. */
function spans(
  runs: readonly SoloRun[],
  startsNs: readonly number[],
  { sequential = false, gpu = GPU as GpuSpec } = {},
): [number, number][] {
  const kernels = new Map(runs.flatMap((run) => [...run.kernels]));
  const copies = new Map(runs.flatMap((run) => [...run.copies]));
  const applications = runs.map(({ application }, at) => ({
    ...application,
    operations: [{ kind: 'host', ns: startsNs[at]! } as const, ...application.operations],
  }));
  const tasks = (operation: Parameters<typeof kernels.get>[0]) => kernels.get(operation)!;
  const timeline = replay(applications, gpu, {
    launch: INSTANT_LAUNCH,
    kernels: sequential ? sequentialKernels(tasks) : concurrentKernels(tasks, HARDWARE),
    copies: sharedTransfers((copy) => copies.get(copy)!),
    memory: deviceMemoryModel(GPU),
  });
  return runs.map((_, application) => {
    const own = timeline.operations.find((one) => one.application === application && one.kind !== 'host')!;
    return [own.startNs, own.endNs].map((ns) => Math.round(ns * 1e6) / 1e6) as [number, number];
  });
}

const one = (...parts: Part[]): SoloRun => soloRun('app', parts);

describe('concurrent kernels (equations 2 to 5)', () => {
  it('take their time alone exactly, however their last batch is filled', () => {
    for (const blocks of [1, 3, 4, 5, 9])
      for (const bytesPerNsOfSm of [0, 20, 40])
        assert.deepEqual(spans([one({ blocks, bytesPerNsOfSm })], [0]), [[0, 1000]]);
  });

  it('need no event for each batch of a kernel that holds all SMs', () => {
    // 250 million batches one by one would outlast any patience.
    assert.deepEqual(spans([one({ blocks: 1e9 })], [0]), [[0, 1000]]);
  });

  it('hand SMs on as batch by batch where they came to a kernel at different times', () => {
    // Batches of 100. One SM from 50 on has begun ten by 1000, when the other three come: of 27 blocks that are left
    // each SM takes six, and the three that are free at 1600 the last ones. The first SM is left at 1650.
    const [few, many, next] = [one({ blocks: 3 }), one({ blocks: 37 }), one({ blocks: 1 })];
    const found = spans([few, many, next], [0, 50, 60]);
    assert.deepEqual(found, [
      [0, 1000],
      [50, 1700],
      [1650, 2650],
    ]);
  });

  it('have batches as long as the bandwidth of the SMs that they fill allows (2)', () => {
    const task = { soloNs: 1000, blocksPerSm: 1, bytesPerNsOfSm: 40 };
    // One SM asks for 40 of 100: not short, though four would ask for 160, by which the text divides.
    assert.equal(batchNs({ ...task, blocks: 1 }, HARDWARE), 1000);
    // Four ask for 160 of 100: without contention 1000 / 1.6.
    assert.equal(batchNs({ ...task, blocks: 4 }, HARDWARE), 625);
    // Four and then one: 1000 = x (1.6 + 1).
    assert.ok(Math.abs(batchNs({ ...task, blocks: 5 }, HARDWARE) - 1000 / 2.6) < 1e-9);
  });

  it('start on the SMs that those before them leave, and wait for none else (observations 1 to 3)', () => {
    const [half, all, quarter] = [one({ blocks: 2 }), one({ blocks: 4 }), one({ blocks: 1 })];
    assert.deepEqual(spans([half, quarter], [0, 100]), [
      [0, 1000],
      [100, 1100],
    ]);
    // Four blocks on two SMs at 100, the other two when SMs come free at 1000.
    assert.deepEqual(spans([half, all], [0, 100]), [
      [0, 1000],
      [100, 2000],
    ]);
    // The third waits behind the second, which has taken all SMs that the first left, until 1000: two come free
    // for two blocks of the second, at 1100 two more.
    assert.deepEqual(spans([half, all, quarter], [0, 100, 200])[2], [1100, 2100]);
  });

  it('wait for a kernel that fills all SMs, and start on those that its last batch leaves', () => {
    const long = one({ blocks: 6, soloNs: 2000 });
    assert.deepEqual(spans([long, one({ blocks: 1 })], [0, 0])[1], [1000, 2000]);
  });

  it('are slowed down alike where they ask for more bandwidth than there is (3, 5)', () => {
    // 2 · 40 + 2 · 30 = 140 of 100. The first has run 500 when the second comes; both go on at 1 / 1.4. The first
    // ends after 500 · 1.4 = 700 more; the second has done 500 by then and goes on alone, which is not short.
    const found = spans(
      [one({ blocks: 2, bytesPerNsOfSm: 40 }), one({ blocks: 2, bytesPerNsOfSm: 30 })],
      [0, 500],
    );
    assert.deepEqual(found, [
      [0, 1200],
      [500, 1700],
    ]);
    // Equation 5 by hand: T_comp += t_ol (1.4 / max(0.8, 1) - 1) with t_ol = 500.
    assert.ok(Math.abs(found[0]![1] - (1000 + 500 * (1.4 - 1))) < 1e-6);
  });
});

describe('sequential kernels (equation 1)', () => {
  it('end after what runs, what waits and their own time', () => {
    const runs = [one({ blocks: 1 }), one({ blocks: 1, soloNs: 300 }), one({ blocks: 1 })];
    // T = 500 + 1000 + 300 + 500.
    assert.deepEqual(spans(runs, [0, 100, 500], { sequential: true })[2], [1300, 2300]);
  });
});

describe('transfers (equations 6 to 9)', () => {
  const shared = (soloNs = 1000, linkShare = 1) => one({ pinned: false, soloNs, linkShare });
  const exclusive = (soloNs = 1000) => one({ pinned: true, soloNs });

  it('share the link evenly while both are under way', () => {
    // 400 alone, then half: the second has done 600 when the first ends at 1600, and 400 more alone.
    assert.deepEqual(spans([shared(), shared()], [0, 400]), [
      [0, 1600],
      [400, 2000],
    ]);
    // The end of the new one matters too, which the text leaves out: 100 at half speed, until 600.
    assert.deepEqual(spans([shared(), shared(100)], [0, 400]), [
      [0, 1100],
      [400, 600],
    ]);
  });

  it('go at full speed where the link suffices for all, and leave what they cannot use', () => {
    assert.deepEqual(spans([shared(1000, 0.5), shared(1000, 0.4)], [0, 0]), [
      [0, 1000],
      [0, 1000],
    ]);
    const [small, large] = transferRates([
      { pinned: false, linkShare: 0.2 },
      { pinned: false, linkShare: 1 },
    ]);
    assert.equal(small, 1);
    assert.ok(Math.abs(large! - 0.8) < 1e-12);
  });

  it('wait for exclusive ones that came before, one behind the other (9)', () => {
    // T_start = 200 + remaining 800 + 500.
    assert.deepEqual(spans([exclusive(), exclusive(500), shared(300)], [0, 100, 200]), [
      [0, 1000],
      [1000, 1500],
      [1500, 1800],
    ]);
  });

  it('stand still while an exclusive one passes, all delayed by its time (scenario 3)', () => {
    assert.deepEqual(spans([shared(), shared(), exclusive(300)], [0, 0, 500]), [
      [0, 2300],
      [0, 2300],
      [500, 800],
    ]);
  });

  it('pass those of the other direction with two engines, and meet them with one', () => {
    const down = one({ pinned: true, down: true });
    assert.deepEqual(spans([exclusive(), down], [0, 0])[1], [0, 1000]);
    assert.deepEqual(
      spans([exclusive(), down], [0, 0], { gpu: { ...GPU, copyEngines: 1 } })[1],
      [1000, 2000],
    );
  });
});
