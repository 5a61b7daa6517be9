import assert from 'node:assert/strict';
import fc from 'fast-check';
import { daseSlowdowns } from '../../../../src/predictors/baselines/dase/dase';

const rate = fc.double({ min: 0.001, max: 1, noNaN: true });

describe('DASE (reconstruction, capped)', () => {
  it('gives kernels that leave DRAM idle the slowdown of their SMs', () => {
    const counts = [
      { requests: 0.1, busShare: 0.05 },
      { requests: 1, busShare: 0.4 },
    ];
    assert.deepEqual(daseSlowdowns(counts, [20, 60], 80), [4, 80 / 60]);
  });

  it('shares requests where DRAM is saturated, and caps what that makes', () => {
    const counts = [
      { requests: 3, busShare: 0.5 },
      { requests: 1, busShare: 0.2 },
    ];
    // Served 3 of 4 it would be 4/3 as fast alone; served 1 of 4 it would be four times as fast, but has half of the SMs.
    assert.deepEqual(daseSlowdowns(counts, [40, 40], 80), [4 / 3, 2]);
  });

  it('never tells more than the cap nor less than 1, and nobody without requests is bound by them', () => {
    fc.assert(
      fc.property(rate, rate, fc.integer({ min: 1, max: 79 }), (one, other, sms) => {
        const counts = [one, other].map((requests) => ({ requests, busShare: requests }));
        const split = [sms, 80 - sms];
        daseSlowdowns(counts, split, 80).forEach((slowdown, app) => {
          assert.ok(slowdown >= 1 && slowdown <= 80 / split[app]! + 1e-12);
        });
      }),
    );
    assert.deepEqual(
      daseSlowdowns(
        [
          { requests: 0, busShare: 0 },
          { requests: 1, busShare: 0.9 },
        ],
        [40, 40],
        80,
      ),
      [2, 1],
    );
  });
});
