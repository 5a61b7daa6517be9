import assert from 'node:assert/strict';
import { known, resolveDim3, volume } from '../../../src/kernel/symbolic';

describe('symbolic extents', () => {
  it('resolve only when every component is known', () => {
    assert.deepEqual(resolveDim3([known(4), known(2), known(1)]), [4, 2, 1]);
    assert.equal(resolveDim3([known(4), { text: 'n', value: null, unknowns: ['n'] }, known(1)]), null);
  });

  it('multiply to a thread count', () => {
    assert.equal(volume([4, 2, 3]), 24);
  });
});
