import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CoRunModel } from '../../../../src/predictors/themis/coRunModel';
import { fromRunsAlone } from '../../../../src/predictors/themis/fromRunsAlone';
import { fairSplit as fairSplitOf, swapped } from '../../../../src/sharing/fairSplit';
import { NO_EVIDENCE } from '../../../../src/sharing/question';
import type { LoadedSpec } from '../../../../src/simulator/spec/loadSpec';
import type { CounterRates } from '../../../../src/predictors/counting/rates';
import { fairSplitText } from '../../../../src/words/texts/fairSplitText';
import { ratesBy } from '../../../../src/predictors/counting/rates';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { lawful } from './lawfulModel';

/** Scales with all SMs, and is not slowed down by what computes. */
const scales = ratesBy((name) => (name === 'ipc' ? 50 : 0));
/** Saturates at half of the SMs, and slows the other down by what it takes of the bandwidth. */
const streams = { ...scales, l2Misses: 10, memoryBandwidth: 0.6 };

function fairSplit(pair: readonly [CounterRates, CounterRates], model: CoRunModel, gpu: LoadedSpec) {
  const subjects = pair.map((solo, at) => ({ ...NO_EVIDENCE, name: `k${at}`, solo, assumptions: [] }));
  const question = { gpu, mode: 'spatial' as const, split: [1, 1], subjects, epoch: null };
  return fairSplitOf(question, fromRunsAlone(model));
}

describe('a fair split of two kernels from runs alone', () => {
  it('has just the SMs that green contexts allow', () => {
    for (const [gpu, multiple, least] of [
      ['h100-sxm', 8, 8],
      ['a100-80gb', 2, 4],
      ['v100-sxm2', 2, 2],
    ] as const) {
      const loaded = loadSpec(gpu);
      const { sms, slowdowns, isApplicable } = fairSplit([scales, streams], lawful, loaded);
      assert.ok(isApplicable && sms[0] % multiple === 0, String(sms));
      assert.ok(Math.min(...sms) >= least && sms[0] + sms[1] === loaded.spec.sms, String(sms));
      assert.ok(sms[0] > sms[1], String(sms));
      assert.ok(Math.abs(slowdowns[0] / slowdowns[1] - 1) < 0.15, String(slowdowns));
    }
  });

  it('goes by single SMs where there are no green contexts, and says where the model was not trained', () => {
    const split = fairSplit([scales, { ...streams, l2Misses: 0.1 }], lawful, loadSpec('k40'));
    assert.equal(split.isApplicable, false);
    assert.equal(split.isUnsure, false);
    const edge = { ...lawful, warnings: (share: number) => lawful.warnings(share / 20, scales, streams) };
    const unsure = fairSplit([scales, streams], edge, loadSpec('k40'));
    assert.equal(unsure.isUnsure, true);
    assert.match(fairSplitText(unsure), /^\d+ : \d+ SMs, ×\d\.\d\d and ×\d\.\d\d ○, unsure$/);
  });

  it('is never less fair than the even one, and the same from both sides', () => {
    const events = fc.record({
      misses: fc.double({ min: 0, max: 12, noNaN: true }),
      bandwidth: fc.double({ min: 0, max: 0.9, noNaN: true }),
    });
    const loaded = loadSpec('h100-sxm');
    fc.assert(
      fc.property(events, events, (a, b) => {
        const [first, second] = [a, b].map(({ misses, bandwidth }) => ({
          ...scales,
          l2Misses: misses,
          memoryBandwidth: bandwidth,
        }));
        const split = fairSplit([first!, second!], lawful, loaded);
        const apart = ([x, y]: readonly [number, number]): number => Math.abs(x - y) / Math.max(x, y);
        const even = [first!, second!].map(({ l2Misses }, at) => {
          const share = [64, 68][at]! / 132;
          const other = [second!, first!][at]!.memoryBandwidth * (1 - share);
          return (l2Misses > 0.5 ? 1 / Math.min(1, share * 2) : 1 / share) * (1 + other);
        });
        assert.ok(apart(split.slowdowns) <= apart(even as [number, number]) + 1e-9, String(split.sms));
        assert.deepEqual(swapped(swapped(split)), split);
      }),
      { numRuns: 100 },
    );
  });
});
