import assert from 'node:assert/strict';
import { engineCopies } from '../../../../lab/prophet/spread/engineCopies';
import { spread } from '../../../../lab/prophet/spread/latencies';
import { spreadKernels } from '../../../../lab/prophet/spread/spreadKernels';
import type { CopyOperation } from '../../../../src/kernel/application';
import type { SoloRun } from '../../../../src/predictors/latencyPort';
import { deviceMemoryModel } from '../../../../src/timeline/deviceMemory';
import { INSTANT_LAUNCH } from '../../../../src/timeline/models';
import { replay } from '../../../../src/timeline/replay';
import { GPU, question, soloRun, type Part } from '../../predictors/prophet/runs';

/** Ends of applications of one part each that begin at their time; copies have eight pieces. */
function ends(parts: readonly Part[], startsNs: readonly number[]): number[] {
  const runs = parts.map((part): SoloRun => soloRun('app', [part]));
  const kernels = new Map(runs.flatMap((run) => [...run.kernels]));
  const copies = new Map(
    runs.flatMap((run) =>
      [...run.copies].map(
        ([copy, task]) => [{ ...copy, bytes: 8 * 262_144 } as CopyOperation, task] as const,
      ),
    ),
  );
  const pieced = [...copies.keys()];
  const applications = runs.map(({ application }, at) => {
    const [own] = application.operations;
    const operation = own!.kind === 'copy' ? pieced.shift()! : own!;
    return { ...application, operations: [{ kind: 'host', ns: startsNs[at]! } as const, operation] };
  });
  const { operations } = replay(applications, GPU, {
    launch: INSTANT_LAUNCH,
    kernels: spreadKernels((kernel) => kernels.get(kernel)!, { sms: 4, bytesPerNs: 100 }),
    copies: engineCopies((copy) => copies.get(copy)!),
    memory: deviceMemoryModel(GPU),
  });
  return runs.map((_, at) => {
    const { endNs } = operations.findLast(({ application }) => application === at)!;
    return Math.round(endNs * 1e6) / 1e6;
  });
}

describe('kernels that share SMs', () => {
  it('take their time alone exactly, however their last wave is filled', () => {
    for (const blocks of [1, 3, 4, 5, 9, 17])
      for (const bytesPerNsOfSm of [0, 20, 40])
        assert.deepEqual(ends([{ blocks, blocksPerSm: 2, bytesPerNsOfSm }], [0]), [1000]);
  });

  it('slow each other down on SMs that both are on, by the room that they take', () => {
    const half = { blocks: 4, blocksPerSm: 2 };
    assert.deepEqual(ends([half, half], [0, 0]), [2000, 2000]);
    // A quarter of the SM beside a half has a third of it: 1000 of its own take until the half has ended.
    const quarter = { blocks: 4, blocksPerSm: 4, soloNs: 500 };
    assert.deepEqual(ends([half, quarter], [0, 0]), [1500, 1500]);
  });

  it('start where the one before has left room, first come, first served', () => {
    // 12 blocks of which 2 fit an SM: eight for 2 x, four for x more, 3 x = 1500. The other one begins at 1000, then
    // both are on every SM, each at half speed: 500 take 1000.
    const long = { blocks: 12, blocksPerSm: 2, soloNs: 1500 };
    assert.deepEqual(ends([long, { blocks: 4, blocksPerSm: 2, soloNs: 500 }], [0, 0]), [2000, 2000]);
  });
});

describe('copies that pass engines', () => {
  const pageable = { pinned: false, linkShare: 0.5 };

  it('take their time alone exactly, up and down', () => {
    for (const linkShare of [0.2, 0.5, 1])
      assert.deepEqual(
        ends(
          [
            { pinned: false, linkShare },
            { pinned: false, linkShare, down: true },
          ],
          [0, 0],
        ),
        [1000, 1000],
      );
  });

  it('go side by side where the link suffices, pieces in turn', () => {
    // At most they wait for one piece of the other, and with both buffers full for one of the host: 62.5 + 117.2.
    for (const end of ends([pageable, pageable], [0, 0])) assert.ok(end >= 1000 && end < 1180, String(end));
    // 32 pieces of 62.5 ns do not fit the time of one copy.
    const four = ends([pageable, pageable, pageable, pageable], [0, 0, 0, 0]);
    assert.ok(
      four.every((end) => end > 1700 && end < 2300),
      String(four),
    );
  });

  it('make up for a part of a pinned copy that held them up', () => {
    for (const down of [{}, { down: true } as const]) {
      const [end, pinned] = ends(
        [
          { ...pageable, ...down },
          { pinned: true, soloNs: 500, ...down },
        ],
        [0, 300],
      );
      assert.ok(end! > 1200 && end! < 1500, String(end));
      // It waits for one piece at most.
      assert.ok(pinned! >= 800 && pinned! <= 863, String(pinned));
    }
  });

  it('end beside neighbours that always have a pinned copy', () => {
    const holder = soloRun('holder', [{ pinned: true }]);
    for (const ns of spread.latencies(question(soloRun('service', [pageable]), [holder, holder], 3)))
      assert.ok(ns < 5000, String(ns));
  });
});
