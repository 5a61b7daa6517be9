import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRandom } from '../../../src/stats/random';

function draw(seed: number, count: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.next());
}

describe('seeded random numbers', () => {
  it('repeat for a seed and differ between neighbouring seeds', () => {
    assert.deepEqual(draw(7, 50), draw(7, 50));
    assert.equal(draw(7, 50).filter((value, index) => value === draw(8, 50)[index]).length, 0);
  });

  it('are uniform: mean, variance and decile counts', () => {
    const values = draw(1, 20000);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    assert.ok(Math.abs(mean - 0.5) < 0.01);
    assert.ok(Math.abs(variance - 1 / 12) < 0.002);
    for (let decile = 0; decile < 10; decile++) {
      const share = values.filter((value) => Math.floor(value * 10) === decile).length / values.length;
      assert.ok(Math.abs(share - 0.1) < 0.01, `decile ${decile}: ${share}`);
    }
  });

  it('are normal where asked for', () => {
    const random = createRandom(3);
    const values = Array.from({ length: 20000 }, () => random.gaussian());
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const within = values.filter((value) => Math.abs(value) < 1).length / values.length;
    assert.ok(Math.abs(mean) < 0.03);
    assert.ok(Math.abs(within - 0.6827) < 0.015);
  });

  it('stay in range for any seed', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 1000 }), (seed, bound) => {
        const value = createRandom(seed).below(bound);
        assert.ok(Number.isInteger(value) && value >= 0 && value < bound);
      }),
    );
  });
});
