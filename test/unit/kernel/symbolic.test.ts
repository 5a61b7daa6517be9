import assert from 'node:assert/strict';
import { coordinates, known, resolveDim3, volume } from '../../../src/kernel/symbolic';

describe('symbolic extents', () => {
  it('resolve only when every component is known', () => {
    assert.deepEqual(resolveDim3([known(4), known(2), known(1)]), [4, 2, 1]);
    assert.equal(resolveDim3([known(4), { text: 'n', value: null, unknowns: ['n'] }, known(1)]), null);
  });

  it('multiply to a thread count', () => {
    assert.equal(volume([4, 2, 3]), 24);
  });

  it('number their places along x, then y, then z', () => {
    const places = Array.from({ length: 24 }, (_, index) => coordinates(index, [4, 2, 3]));
    assert.deepEqual(
      [places[0], places[3], places[4], places[8], places[23]],
      [
        [0, 0, 0],
        [3, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [3, 1, 2],
      ],
    );
    assert.equal(new Set(places.map(String)).size, 24);
  });
});
