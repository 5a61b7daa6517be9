import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rankCorrelation } from '../../../src/stats/rankCorrelation';

describe('rank correlation', () => {
  it('is that of a worked example with ties', () => {
    // Ranks 1, 2.5, 2.5, 4 and 2, 1, 3, 4: covariance 3, variances 4.5 and 5.
    const value = rankCorrelation([10, 20, 20, 30], [5, 4, 6, 9])!;
    assert.ok(Math.abs(value - 3 / Math.sqrt(4.5 * 5)) < 1e-12);
  });

  it('has no value without variation', () => {
    assert.equal(rankCorrelation([1, 1, 1], [1, 2, 3]), null);
    assert.equal(rankCorrelation([4], [4]), null);
    assert.throws(() => rankCorrelation([1], [1, 2]), RangeError);
  });

  it('depends on the order of values only', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(pairs, (list) => {
        const [x, y] = [list.map(([a]) => a), list.map(([, b]) => b)];
        const value = rankCorrelation(x, y);
        const stretched = rankCorrelation(
          x.map((a) => a ** 3 + a),
          y,
        );
        const turned = rankCorrelation(
          x,
          y.map((b) => -b),
        );
        if (value === null) return assert.deepEqual([stretched, turned], [null, null]);
        assert.ok(Math.abs(value) <= 1 + 1e-12);
        assert.ok(Math.abs(value - stretched!) < 1e-12 && Math.abs(value + turned!) < 1e-12);
      }),
    );
  });
});
