import assert from 'node:assert/strict';
import type { Application, Operation } from '../../../src/kernel/application';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { copyEngineModel } from '../../../src/timeline/copyEngines';
import { deviceMemoryModel } from '../../../src/timeline/deviceMemory';
import { INSTANT_LAUNCH, type ReplayModels } from '../../../src/timeline/models';
import { replay } from '../../../src/timeline/replay';
import { endsInTurns, timeSliceModel } from '../../../src/timeline/timeSlices';

const { gpu } = loadSpec('gtx-950');

const models = (moveNs: number, switchNs: number): ReplayModels => ({
  launch: INSTANT_LAUNCH,
  copies: copyEngineModel({ name: 'none', durationNs: () => 0, gapNs: 0, overlapThresholdBytes: null }),
  kernels: timeSliceModel({
    name: 'slices',
    sliceNs: 20,
    switchNs,
    moveNs: () => moveNs,
    soloNs: ({ operation }) => (operation.kind === 'kernel' ? operation.soloNs! : 0),
  }),
  memory: deviceMemoryModel(gpu),
});

const kernel = (soloNs: number): Operation => ({
  kind: 'kernel',
  stream: 's',
  kernel: 'k',
  grid: [1, 1, 1],
  block: [32, 1, 1],
  registers: 0,
  sharedBytes: 0,
  soloNs,
});

const app = (name: string, ...operations: Operation[]): Application => ({
  name,
  operations,
  footprintBytes: null,
});

/** When each operation of each application ends, ns. */
function ends(applications: readonly Application[], moveNs = 0, switchNs = 0): number[][] {
  const { operations } = replay(applications, gpu, models(moveNs, switchNs));
  return applications.map((_, at) =>
    operations.filter(({ application }) => application === at).map(({ endNs }) => endNs),
  );
}

describe('time slices', () => {
  it('leave a kernel alone as long as it is', () => {
    assert.deepEqual(ends([app('a', kernel(50), kernel(7))], 5), [[50, 57]]);
  });

  it('give two kernels the GPU in turns of a slice', () => {
    // a 0-20, b 20-40, a 40-60, b 60-70, a 70-80
    assert.deepEqual(ends([app('a', kernel(50)), app('b', kernel(30))]), [[80], [70]]);
  });

  it('pass on the GPU when its owner has nothing to run, and give a slice of its own to whoever comes', () => {
    const host: Operation = { kind: 'host', ns: 100 };
    const wait: Operation = { kind: 'synchronize', stream: null };
    // a 0-10; b 10-40 without being interrupted, since a only comes back at 110
    const [a, b] = ends([app('a', kernel(10), wait, host, kernel(10)), app('b', kernel(30))]);
    assert.equal(b![0], 40);
    assert.equal(a!.at(-1), 120);
  });

  it('move what is interrupted off and back on, and count a turn from then', () => {
    // a 0-20, its context moves 20-25, b 25-45, both move 45-55, a 55-75, both 75-85, b 85-95, a moves 95-100 and runs 10
    assert.deepEqual(ends([app('a', kernel(50)), app('b', kernel(30))], 5), [[110], [95]]);
  });

  it('take their time to pass on the GPU, but not at first', () => {
    // a 0-20, passing on and a's context until 28, b 28-48, both move 48-61, a 61-81, 81-94, b 94-104, 104-112, a 10
    assert.deepEqual(ends([app('a', kernel(50)), app('b', kernel(30))], 5, 3), [[122], [104]]);
  });

  it('end kernels that are there at once as their replay does', () => {
    const turns = { sliceNs: 20, switchNs: 3, moveNs: 5 };
    for (const solo of [[50, 30], [25, 25, 20], [7], [20, 40, 60, 5]]) {
      const replayed = ends(
        solo.map((ns, at) => app(String(at), kernel(ns))),
        5,
        3,
      );
      assert.deepEqual(endsInTurns(solo, turns), replayed.flat(), solo.join());
    }
  });

  it('serve three in order', () => {
    assert.deepEqual(ends([app('a', kernel(25)), app('b', kernel(25)), app('c', kernel(20))]), [
      [65],
      [70],
      [60],
    ]);
  });
});
