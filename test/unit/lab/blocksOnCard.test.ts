import assert from 'node:assert/strict';
import { advisedOf, cardVerdict, changesOf, errorOfGains } from '../../../lab/hardware/blocks/changes';
import { measuredBlocks } from '../../../lab/hardware/blocks/measured';
import { BLOCK_ERROR, LEAST_BLOCK_GAIN } from '../../../src/analysis/simulation/blockError';

const launches = measuredBlocks(process.env['CORUN_ROOT']!);
const offered = launches.filter(({ how }) => how === 'edit');

describe('blocks on an H100', () => {
  it('give the error that gains are told with', () => {
    const { mean, worst, comparisons } = errorOfGains(offered);
    assert.deepEqual(
      { mean, worst, comparisons },
      { mean: BLOCK_ERROR.mean, worst: BLOCK_ERROR.worst, comparisons: BLOCK_ERROR.comparisons },
    );
  });

  it('are no slower where another one is advised, with an edit and without', () => {
    for (const how of ['edit', 'source'] as const) {
      const asked = launches.filter((launch) => launch.how === how);
      const advised = asked
        .map((launch) => advisedOf(launch, LEAST_BLOCK_GAIN))
        .filter((one) => one !== null);
      assert.ok(advised.length >= 3, how);
      for (const one of advised)
        assert.equal(cardVerdict(one), 'faster', `${one.launch.program} ${one.launch.kernel}`);
    }
  });

  it('show what a dispatcher of its own did to a slice: blocks of 64 threads were taken for faster', () => {
    const stream = offered.find(({ kernel }) => kernel === 'increment_kernel')!;
    const [told, former] = (['simulatedUs', 'formerUs'] as const).map((which) =>
      changesOf(stream, which).find(({ to }) => to.block[0] === 64),
    );
    assert.ok(former!.told < 0 && former!.cold > 1.5);
    assert.ok(told!.told > 1.5);
  });
});
