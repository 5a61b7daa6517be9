import assert from 'node:assert/strict';
import { Script } from 'node:vm';
import { fitHeap } from '../../../src/cli/heap';

/** What V8 writes in front of compiled code: it takes none that was made under other flags. */
const flags = (): string => new Script('').createCachedData().subarray(0, 16).toString('hex');

describe('the heap of a call', () => {
  it('is left alone for small files, however many profiles, so that what was compiled is kept', () => {
    const before = flags();
    assert.equal(fitHeap(24, 14 * 40_000), Infinity);
    assert.equal(flags(), before);
  });
});
