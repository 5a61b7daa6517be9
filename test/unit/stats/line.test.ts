import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fitLine, lineAt } from '../../../src/stats/line';
import { median, quantile } from '../../../src/stats/quantile';

describe('fitLine', () => {
  it('recovers a line whatever the weights', () => {
    const value = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(value, value, fc.uniqueArray(value, { minLength: 2 }), (intercept, slope, x) => {
        const y = x.map((at) => intercept + slope * at);
        const weights = x.map((_, index) => 1 + (index % 3));
        for (const line of [fitLine(x, y), fitLine(x, y, weights)])
          for (const at of x) assert.ok(Math.abs(lineAt(line, at) - (intercept + slope * at)) < 1e-6);
      }),
    );
  });

  it('weights pull the line', () => {
    const line = fitLine([0, 0, 1], [0, 3, 1], [2, 1, 1]);
    assert.deepEqual(line, { intercept: 1, slope: 0 });
  });

  it('is horizontal where x does not vary and refuses no points', () => {
    assert.deepEqual(fitLine([5, 5], [1, 3]), { intercept: 2, slope: 0 });
    assert.throws(() => fitLine([], []), RangeError);
  });
});

describe('quantile', () => {
  it('interpolates between order statistics', () => {
    assert.equal(quantile([4, 1, 3, 2], 0.9), 3.7);
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(quantile([7], 0.25), 7);
    assert.throws(() => median([]), RangeError);
  });
});
