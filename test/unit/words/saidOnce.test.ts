import assert from 'node:assert/strict';
import { message } from '../../../src/kernel/message';
import { english } from '../../../src/words';
import { saidOnce } from '../../../src/words/texts/saidOnce';
import { standInGpu } from '../../../src/words/texts/standInGpu';

const host = (name: string) => message('analysis.coRun.profiledHost', { name });

describe('what answers rest on', () => {
  it('is said once with all names that it holds for', () => {
    const off = (name: string, share: number) => message('analysis.coRun.replayOff', { name, off: share });
    const said = saidOnce([host('a'), off('a', 0.2), host('b'), off('b', 0.3), 'a name', 'a name']);
    assert.equal(said.length, 4);
    assert.match(english(said[0]!), /^a(,| and) b: the host is as slow/);
    assert.deepEqual(said.slice(1), [off('a', 0.2), off('b', 0.3), 'a name']);
  });

  it('is an answer where the GPU stands for another one', () => {
    const untold = message('analysis.timesOfUntoldGpu', { path: 'a.csv', gpu: 'H100' });
    const ofName = message('kernel.at', { place: 'a', what: untold });
    assert.deepEqual(standInGpu([host('a'), untold, ofName]), {
      standIns: [untold, ofName],
      others: [host('a')],
    });
  });
});
