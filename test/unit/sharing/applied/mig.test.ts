import { told } from '../../../support/told';
import assert from 'node:assert/strict';
import { listGpus } from '../../../../src/gpu/catalogue';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { migSplits } from '../../../../src/sharing/applied/mig';
import type { AppliedSplit } from '../../../../src/sharing/applied/appliedSplit';
import { english } from '../../../../src/words';

const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `app${at}`);
const settings = (gpu: string, count: number): string[] =>
  migSplits(requireGpu(gpu), named(count)).map((split) => split.settings.map(english).join(' '));

describe('splits with MIG', () => {
  it('are those that can be placed side by side, in every order', () => {
    const pairs = settings('a100-sxm4-40gb', 2);
    for (const pair of ['3g.20gb 3g.20gb', '4g.20gb 3g.20gb', '3g.20gb 4g.20gb', '4g.20gb 1g.10gb'])
      assert.ok(pairs.includes(pair), pair);
    assert.ok(!pairs.some((pair) => /7g|4g.* 4g/.test(pair)), pairs.join());
    const sevens = settings('a100-sxm4-40gb', 7);
    assert.equal(sevens.length, 7);
    // One of seven gets the eighth memory slice.
    for (const seven of sevens) assert.equal(seven.match(/1g\.5gb/g)!.length, 6, seven);
  });

  it('leave out those beside which everyone can have more', () => {
    const pairs = settings('a100-sxm4-40gb', 2);
    for (const pair of ['1g.5gb 1g.5gb', '2g.10gb 2g.10gb', '4g.20gb 1g.5gb'])
      assert.ok(!pairs.includes(pair), pair);
  });

  it('share neither cache nor memory, and come with the commands', () => {
    const halves = migSplits(requireGpu('a100-sxm4-40gb'), ['a', '$(rm -rf ~)\n&']).find(
      (split) => split.settings.map(english).join() === '3g.20gb,3g.20gb',
    )!;
    assert.equal(halves.unusedSms, 24);
    assert.deepEqual(halves.shared, ['PCIe']);
    const { code } = halves.apply[0]!;
    assert.match(code, /-cgi 3g\.20gb,3g\.20gb -C/);
    assert.match(code, /^CUDA_VISIBLE_DEVICES=MIG-UUID-2 \.\/_rm_-rf_ & {3}# 3g\.20gb$/m);
  });

  it('keep the slices of every GPU', () => {
    const slices = (split: AppliedSplit, of: 'computeSlices' | 'memorySlices'): number =>
      split.instances!.reduce((sum, profile) => sum + profile[of], 0);
    const gpus = listGpus().filter(({ sharing }) => sharing.mig.profiles.length > 0);
    assert.ok(gpus.length >= 4);
    for (const gpu of gpus)
      for (const count of [2, 3, 4, 7])
        for (const split of migSplits(gpu, named(count))) {
          assert.ok(slices(split, 'computeSlices') <= 7 && slices(split, 'memorySlices') <= 8);
          assert.ok(split.unusedSms >= 0, `${gpu.id}: ${split.settings.map(english).join()}`);
        }
  });

  it('say why a GPU has none', () => {
    assert.throws(() => settings('v100-sxm2', 2), told(/has no MIG/));
    assert.throws(() => settings('b200', 2), told(/not in the catalogue/));
    assert.throws(() => settings('a100-sxm4-40gb', 8), told(/at most 7/));
  });
});
