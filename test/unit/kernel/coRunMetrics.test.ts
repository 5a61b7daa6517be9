import assert from 'node:assert/strict';
import fc from 'fast-check';
import { coRunMetrics, meetsTarget } from '../../../src/kernel/coRunMetrics';

const progress = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });

describe('measures of a co-run', () => {
  it('are those of an example worked by hand', () => {
    // One at half its speed, one at a quarter: slowdowns 2 and 4.
    assert.deepEqual(coRunMetrics([0.5, 0.25]), { throughput: 0.75, turnaround: 3, fairness: 0.5 });
  });

  it('turnaround is the mean slowdown, the reciprocal of the harmonic mean of progress', () => {
    fc.assert(
      fc.property(progress, (each) => {
        const harmonic = each.length / each.reduce((sum, one) => sum + 1 / one, 0);
        assert.ok(Math.abs(coRunMetrics(each).turnaround * harmonic - 1) < 1e-9);
      }),
    );
  });

  it('fairness is 1 for alike progress only, and no order changes anything', () => {
    fc.assert(
      fc.property(progress, (each) => {
        const { throughput, fairness } = coRunMetrics(each);
        const turned = coRunMetrics(each.toReversed());
        assert.ok(fairness > 0 && fairness <= 1);
        assert.equal(
          fairness === 1,
          each.every((one) => one === each[0]),
        );
        assert.ok(Math.abs(turned.throughput - throughput) < 1e-12 && turned.fairness === fairness);
      }),
    );
  });

  it('a target is met by as much as it asks for; who has none misses nothing', () => {
    assert.deepEqual(
      [meetsTarget(0.8, 0.8), meetsTarget(0.79, 0.8), meetsTarget(0.01, null)],
      [true, false, true],
    );
  });
});
