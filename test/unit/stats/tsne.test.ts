import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nearestNeighbours, squaredDistance, standardized } from '../../../src/stats/distances';
import { createRandom } from '../../../src/stats/random';
import { largestPerplexity, tsne } from '../../../src/stats/tsne';

/** Clusters of ten points each in five dimensions, far apart. */
function clusters(count: number): number[][] {
  const random = createRandom(11);
  return Array.from({ length: count * 10 }, (_, index) =>
    Array.from({ length: 5 }, (__, axis) => (axis === Math.floor(index / 10) ? 20 : 0) + random.gaussian()),
  );
}

describe('t-SNE', () => {
  it('keeps clusters together from either start', () => {
    const points = clusters(3);
    for (const start of ['pca', { seed: 5 }] as const) {
      const { coordinates } = tsne(points, { perplexity: 8, start });
      coordinates.forEach((point, index) => {
        const near = nearestNeighbours(coordinates, point, 6);
        const same = near.filter((other) => Math.floor(other.index / 10) === Math.floor(index / 10));
        assert.equal(same.length, 6, `point ${index}`);
      });
    }
  });

  it('lowers the divergence by descending and repeats for a start', () => {
    const points = clusters(2);
    const untouched = tsne(points, { perplexity: 5, start: 'pca', iterations: 0 });
    const mapped = tsne(points, { perplexity: 5, start: 'pca' });
    assert.ok(mapped.divergence < untouched.divergence / 3);
    assert.ok(mapped.divergence >= 0);
    assert.deepEqual(
      tsne(points, { perplexity: 5, start: { seed: 1 } }),
      tsne(points, { perplexity: 5, start: { seed: 1 } }),
    );
    assert.notDeepEqual(
      tsne(points, { perplexity: 5, start: { seed: 1 } }).coordinates,
      tsne(points, { perplexity: 5, start: { seed: 2 } }).coordinates,
    );
  });

  it('starts from the principal components', () => {
    const line = Array.from({ length: 6 }, (_, index) => [index, 2 * index, 0]);
    const { coordinates } = tsne(line, { perplexity: 1, start: 'pca', iterations: 0 });
    const steps = coordinates.slice(1).map((point, index) => point[0] - coordinates[index]![0]);
    for (const step of steps) assert.ok(Math.abs(step / steps[0]! - 1) < 1e-9);
    assert.ok(coordinates.every((point) => Math.abs(point[1]) < 1e-12));
  });

  it('refuses a perplexity that has no neighbours', () => {
    assert.throws(() => tsne(clusters(1), { perplexity: 3.1, start: 'pca' }), RangeError);
    assert.equal(largestPerplexity(10), 3);
  });

  it('stays finite for any points, also equal ones', () => {
    const point = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 3 });
    const points = fc.array(fc.oneof(point, fc.constant([1, 1, 1])), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(points, (rows) => {
        const perplexity = Math.max(1, largestPerplexity(rows.length));
        const result = tsne(rows, { perplexity, start: 'pca', iterations: 60 });
        assert.equal(result.coordinates.length, rows.length);
        for (const [x, y] of result.coordinates) assert.ok(Number.isFinite(x) && Number.isFinite(y));
      }),
      { numRuns: 60 },
    );
  });
});

describe('distances', () => {
  it('finds the nearest points in order, ties by position', () => {
    const found = nearestNeighbours(
      [
        [3, 0],
        [0, 1],
        [1, 0],
        [0, 0],
      ],
      [0, 0],
      3,
    );
    assert.deepEqual(
      found.map((neighbour) => neighbour.index),
      [3, 1, 2],
    );
    assert.equal(found[1]!.distance, 1);
  });

  it('standardizes columns and keeps constant ones at zero', () => {
    const rows = standardized([
      [1, 5],
      [3, 5],
      [5, 5],
    ]);
    assert.ok(Math.abs(rows[0]![0]! + Math.sqrt(1.5)) < 1e-12);
    assert.deepEqual(
      rows.map((row) => row[1]),
      [0, 0, 0],
    );
    assert.equal(squaredDistance([1, 2], [4, 6]), 25);
  });
});
