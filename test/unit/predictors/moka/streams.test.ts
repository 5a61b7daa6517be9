import assert from 'node:assert/strict';
import { fitLaunch } from '../../../../src/predictors/moka/streams/fitLaunch';
import {
  DEFAULT_LAUNCH_TIMES,
  measuredLaunch,
  streamLaunch,
  type LaunchTimes,
} from '../../../../src/predictors/moka/streams/launchModels';
import { copyEngineModel } from '../../../../src/timeline/copyEngines';
import { replay } from '../../../../src/timeline/replay';
import type { Timeline } from '../../../../src/timeline/timeline';
import type { Operation } from '../../../../src/kernel/application';
import { application, copy, kernel, plainModels, testGpu } from '../../timeline/builders';

const gpu = testGpu();
const models = plainModels(gpu, { launch: streamLaunch(7) });

function starts(operations: readonly Operation[]): number[] {
  return replay([application(operations)], gpu, models).operations.map(({ startNs }) => startNs);
}

describe('stream launch model (algorithm 2)', () => {
  it('keeps a stream that begins with a copy and one that begins with a kernel one overhead apart', () => {
    assert.deepEqual(starts([copy('1', 'HtoD', 100), kernel('2', 'K', 5)]), [0, 7]);
    assert.deepEqual(starts([kernel('1', 'K', 5), copy('2', 'HtoD', 100)]), [0, 7]);
  });

  it('leaves two copies to the copy engine and two kernels to the block scheduler', () => {
    assert.deepEqual(starts([copy('1', 'HtoD', 100), copy('2', 'HtoD', 100)]), [0, 100]);
    assert.deepEqual(starts([kernel('1', 'K', 5), kernel('2', 'K', 5)]), [0, 0]);
  });

  it('charges only the first call of a stream, and adds up (equation 4.18)', () => {
    const operations = [
      copy('1', 'HtoD', 100),
      kernel('2', 'K', 5),
      kernel('2', 'K', 5),
      copy('3', 'DtoH', 1),
      kernel('4', 'K', 5),
    ];
    assert.deepEqual(starts(operations), [0, 7, 12, 14, 21]);
  });
});

describe('measured launch costs', () => {
  const times: LaunchTimes = {
    copyCallNs: 4000,
    kernelCallNs: 8000,
    kernelStartNs: 15_000,
    copyToKernelNs: 6000,
    busyCopyToKernelNs: 14_000,
    kernelToCopyNs: 4500,
    kernelToKernelNs: 0,
    copyGapNs: 1200,
  };

  /** Two streams in batch style, as long as `scale` makes them. */
  function twoStreams(scale: number): Timeline {
    const bytes = 1000 * scale;
    const each = (make: (stream: string) => Operation) => ['1', '2'].map(make);
    return replay(
      [
        application([
          ...each((stream) => copy(stream, 'HtoD', bytes)),
          ...each((stream) => kernel(stream, 'K', 2000 * scale)),
          ...each((stream) => copy(stream, 'DtoH', bytes)),
        ]),
      ],
      gpu,
      plainModels(gpu, {
        launch: measuredLaunch(times),
        copies: copyEngineModel({
          name: 'test',
          durationNs: (operation) => operation.bytes,
          gapNs: times.copyGapNs,
          overlapThresholdBytes: null,
        }),
      }),
    );
  }

  it('delay what follows on another engine, more behind a busy one', () => {
    const [up, , k1, k2, down] = twoStreams(100).operations;
    assert.equal(k1!.startNs, up!.endNs + 14_000);
    assert.equal(k2!.startNs, twoStreams(100).operations[1]!.endNs + 6000);
    assert.equal(down!.startNs, k1!.endNs + 4500);
  });

  it('are found again in the timelines that they make', () => {
    const fitted = fitLaunch([1, 2, 50, 100, 150, 200].map(twoStreams));
    assert.equal(fitted.times.copyGapNs, times.copyGapNs);
    assert.equal(fitted.times.busyCopyToKernelNs, times.busyCopyToKernelNs);
    assert.equal(fitted.times.kernelToCopyNs, times.kernelToCopyNs);
    assert.ok(fitted.times.copyCallNs <= times.copyCallNs);
    assert.ok(fitted.evidence.busyCopyToKernelNs > 0);
  });

  it('are not taken from the time for which copies and host work keep the host', () => {
    const held = (hostNs: number): Timeline =>
      replay(
        [
          application([
            ...[copy('1', 'HtoD', 1e6), copy('1', 'HtoD', 1e6)],
            ...[{ kind: 'synchronize', stream: null } as const, { kind: 'host', ns: hostNs } as const],
            kernel('1', 'K', 2000),
          ]),
        ],
        gpu,
        plainModels(gpu, { launch: measuredLaunch(times) }),
      );
    for (const hostNs of [40_000, 2e6]) {
      const { times: fitted, evidence } = fitLaunch([held(hostNs)]);
      assert.equal(
        fitted.kernelStartNs,
        times.kernelStartNs + times.kernelCallNs - DEFAULT_LAUNCH_TIMES.kernelCallNs,
      );
      assert.equal(evidence.copyToKernelNs, 0);
    }
  });

  it('are the defaults where a trace shows none', () => {
    const { times: none, evidence } = fitLaunch([]);
    assert.deepEqual(none, DEFAULT_LAUNCH_TIMES);
    assert.ok(Object.values(evidence).every((count) => count === 0));
  });
});
