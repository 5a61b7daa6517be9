import assert from 'node:assert/strict';
import { ageProfile, worksByAge } from '../../../src/analysis/simulation/replay/blockAges';

import { growthAt, growthThrough } from '../../../src/analysis/simulation/replay/growth';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

describe('blocks that begin together on an SM', () => {
  it('are alike where they get on alike, or nothing is known of them', () => {
    assert.deepEqual(worksByAge([1, 1, 1, 1], 4), [1, 1, 1, 1]);
    assert.deepEqual(worksByAge([], 3), [1, 1, 1]);
  });

  it('end one behind the other where the oldest has all, at the same time in all', () => {
    const works = worksByAge([4, 0, 0, 0], 4);
    // At a quarter of the pace of the one that runs, the first ends after its own work, the next after a third more.
    [1 / 4, 1 / 4 + 1 / 3, 1 / 4 + 1 / 3 + 1 / 2, 1 / 4 + 1 / 3 + 1 / 2 + 1].forEach((work, age) =>
      assert.ok(Math.abs(works[age]! - work) < 1e-9, String(works)),
    );
  });

  it('do the work of all, whoever is first', () => {
    for (const blocks of [1, 3, 8])
      assert.ok(Math.abs(sum(worksByAge([1.6, 1.5, 0.7, 0.2], blocks)) - blocks) < 1e-9);
  });

  it('are told by what those of every SM have done, the first ones first', () => {
    assert.deepEqual(ageProfile([[30, 10], [30, 10], [30]]), [1.5, 0.5]);
    assert.deepEqual(ageProfile([[], []]), []);
  });
});

describe('what blocks lose to others', () => {
  const half = { amount: 2, share: 0.5 };

  it('goes through both windows by a power of the others', () => {
    const law = growthThrough(half, { amount: 8, share: 1 });
    assert.deepEqual(
      [0.25, 0.5, 1].map((share) => growthAt(law, share)),
      [0.5, 2, 8],
    );
  });

  it('goes through all windows where few of the others leave enough', () => {
    const law = growthThrough({ amount: 0.125, share: 0.25 }, half, { amount: 4, share: 1 });
    assert.deepEqual(
      [0.125, 0.25, 0.5, 1, 2].map((share) => growthAt(law, share)),
      [0.125 / 16, 0.125, 2, 4, 8],
    );
  });

  it('is in proportion to the others where the second window does not have more of them, or shows less', () => {
    for (const second of [
      { amount: 8, share: 0.5 },
      { amount: 1, share: 1 },
    ])
      assert.deepEqual(growthThrough(half, second), [half]);
    assert.equal(growthAt([half], 1), 4);
  });

  it('grows no less than in proportion, and no more than by the sixth power', () => {
    assert.equal(growthAt(growthThrough(half, { amount: 2.5, share: 1 }), 0.25), 0.25 * 2.5);
    assert.equal(growthAt(growthThrough(half, { amount: 512, share: 1 }), 0.5), 8);
  });
});
