import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nonIncreasing } from '../../../src/stats/isotonic';

const values = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 30 });
const distance = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0);

describe('values that never rise', () => {
  it('pool what is out of order, and by their weights', () => {
    assert.deepEqual(nonIncreasing([3, 1, 2, 0]), [3, 1.5, 1.5, 0]);
    assert.deepEqual(nonIncreasing([1, 2, 3]), [2, 2, 2]);
    assert.deepEqual(nonIncreasing([0, 4], [3, 1]), [1, 1]);
    assert.deepEqual(nonIncreasing([]), []);
  });

  it('never rise, keep the mean, and leave what is in order as it is', () => {
    fc.assert(
      fc.property(values, (list) => {
        const falling = nonIncreasing(list);
        assert.equal(falling.length, list.length);
        for (let i = 1; i < falling.length; i++) assert.ok(falling[i]! <= falling[i - 1]! + 1e-12);
        const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
        assert.ok(Math.abs(sum(falling) - sum(list)) < 1e-9);
        const again = nonIncreasing(falling);
        falling.forEach((value, i) => assert.ok(Math.abs(again[i]! - value) < 1e-12));
      }),
    );
  });

  it('are nearer than any other such values', () => {
    fc.assert(
      fc.property(values, values, (list, other) => {
        const rival = list.map((_, i) => other[i % other.length]!).sort((a, b) => b - a);
        assert.ok(distance(nonIncreasing(list), list) <= distance(rival, list) + 1e-9);
      }),
    );
  });
});
