import assert from 'node:assert/strict';
import type { LinkTransfer } from '../../../../src/predictors/linkModel';
import { stagedCopies, stagedRates } from '../../../../src/predictors/sharedGpu/stagedCopies';
import type { Application, CopyOperation } from '../../../../src/kernel/application';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { deviceMemoryModel } from '../../../../src/timeline/deviceMemory';
import { fluidTaskModel } from '../../../../src/timeline/fluidTasks';
import { INSTANT_LAUNCH } from '../../../../src/timeline/models';
import { replay } from '../../../../src/timeline/replay';

const transfer = (pinned: boolean, bytes: number, linkShare = 0.25): LinkTransfer => ({
  pinned,
  bytes,
  linkShare,
  soloNs: 1000,
});

/** Ends of copies that are there at once, each of an application of its own, ns. */
function endsOf(...copies: readonly (LinkTransfer & { readonly afterNs?: number })[]): number[] {
  const { gpu } = loadSpec('h100-sxm');
  const operations = copies.map(({ bytes, pinned }): CopyOperation => ({
    ...{ kind: 'copy', stream: 's', direction: 'HtoD', blocking: true },
    ...{ bytes, pinned },
  }));
  const applications = copies.map(({ afterNs = 0 }, at): Application => ({
    name: String(at),
    operations: [{ kind: 'host', ns: afterNs }, operations[at]!],
    footprintBytes: null,
  }));
  const models = {
    launch: INSTANT_LAUNCH,
    copies: stagedCopies((copy) => copies[operations.indexOf(copy)]!),
    kernels: fluidTaskModel({
      name: 'none',
      resource: 'SMs',
      soloNs: () => 0,
      rates: (all) => all.map(() => 1),
    }),
    memory: deviceMemoryModel(gpu),
  };
  const { operations: done } = replay(applications, gpu, models);
  return copies.map((_, at) => done.findLast(({ application }) => application === at)!.endNs);
}

describe('copies as an H100 does them', () => {
  it('let pageable ones wait for the pinned ones that came before, unless they are small', () => {
    const [pinned, large, small, behind] = stagedRates([
      transfer(true, 100e6),
      transfer(false, 5e6),
      transfer(false, 0.4e6),
      transfer(true, 100e6),
    ]);
    assert.deepEqual([pinned, large, small, behind], [1, 0, 1, 0]);
  });

  it('end at once where they took no time alone, and hold nobody up', () => {
    assert.deepEqual(endsOf({ ...transfer(false, 4e6), soloNs: 0 }, transfer(false, 4e6)), [0, 1000]);
  });

  it('let go on what came before a pinned one', () => {
    assert.deepEqual(stagedRates([transfer(false, 5e6), transfer(true, 100e6)]), [1, 1]);
  });

  it('give several pageable ones what the host moves, or the link where that is less', () => {
    const several = (gbs: number) =>
      Array.from({ length: 8 }, () => ({ ...transfer(false, 12_500 * gbs), soloNs: 50_000 }));
    // Each alone has a quarter of the link.
    for (const rate of stagedRates(several(53))) assert.ok(Math.abs(rate - 36 / 53 / 2) < 1e-12, `${rate}`);
    for (const rate of stagedRates(several(12))) assert.ok(Math.abs(rate - 1 / 2) < 1e-12, `${rate}`);
    assert.deepEqual(stagedRates(several(53).slice(0, 2)), [1, 1]);
  });

  it('queue a pageable one once for each 7 MB', () => {
    // 21 MB are three pieces: a pinned copy that comes during the first one is waited for by the second.
    const pageable = { ...transfer(false, 21e6), soloNs: 3000 };
    const pinned = { ...transfer(true, 0.9e6), soloNs: 10_000, afterNs: 500 };
    assert.deepEqual(endsOf(pageable, pinned), [12_500, 10_500]);
    assert.deepEqual(endsOf({ ...pageable, bytes: 6e6 }, pinned), [3000, 10_500]);
  });

  it('take a tenth of a millisecond from one large pinned copy to the next', () => {
    assert.deepEqual(endsOf(transfer(true, 50e6), transfer(true, 50e6)), [1000, 102_000]);
  });
});
