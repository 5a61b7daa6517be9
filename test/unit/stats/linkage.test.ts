import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  copheneticCorrelation,
  copheneticDistances,
  linkage,
  LINKAGES,
  type Linkage,
} from '../../../src/stats/linkage';

/** Points on a line. */
const onLine = (places: readonly number[]): number[][] =>
  places.map((a) => places.map((b) => Math.abs(a - b)));

const heights = (places: readonly number[], method: Linkage): number[] =>
  linkage(onLine(places), method).map(({ height }) => Number(height.toFixed(6)));

describe('agglomerative clustering', () => {
  // 0 and 2 merge first, at 2. Then 5 to {0, 2}: nearest member 3, farthest 5, mean 4, centre 1 at 4; 14 at last.
  const places = [0, 2, 5, 14];

  it('joins clusters at the heights of a worked example', () => {
    assert.deepEqual(heights(places, 'single'), [2, 3, 9]);
    assert.deepEqual(heights(places, 'complete'), [2, 5, 14]);
    // 14 to 0, 2 and 5: (14 + 12 + 9) / 3.
    assert.deepEqual(heights(places, 'average'), [2, 4, 11.666667]);
    // Both halves count alike: (13 + 9) / 2.
    assert.deepEqual(heights(places, 'weighted'), [2, 4, 11]);
    // Centre of 0, 2 and 5: 7/3.
    assert.deepEqual(heights(places, 'centroid'), [2, 4, 11.666667]);
    // Midpoint of the centres 1 and 5: 3.
    assert.deepEqual(heights(places, 'median'), [2, 4, 11]);
    // √(2 a b / (a + b)) times the distance of the centres: √(4/3) · 4 and √(6/4) · 35/3.
    assert.deepEqual(heights(places, 'ward'), [2, 4.618802, 14.28869]);
  });

  it('numbers clusters after the points', () => {
    assert.deepEqual(
      linkage(onLine(places), 'single').map(({ first, second, size }) => [first, second, size]),
      [
        [0, 1, 2],
        [2, 4, 3],
        [3, 5, 4],
      ],
    );
    assert.deepEqual(linkage([[0]], 'ward'), []);
  });

  it('tells the height at which two points meet', () => {
    const merges = linkage(onLine(places), 'complete');
    assert.deepEqual(copheneticDistances(4, merges), [
      [0, 2, 5, 14],
      [2, 0, 5, 14],
      [5, 5, 0, 14],
      [14, 14, 14, 0],
    ]);
  });

  it('correlates wholly with distances that are heights of a tree', () => {
    const tree = [
      [0, 1, 4],
      [1, 0, 4],
      [4, 4, 0],
    ];
    for (const method of ['single', 'complete', 'average', 'weighted'] as const)
      assert.ok(Math.abs(copheneticCorrelation(tree, linkage(tree, method))! - 1) < 1e-12, method);
    // Distances 2, 5, 3 and heights 2, 3, 3: deviations −4/3, 5/3, −1/3 beside −2/3, 1/3, 1/3.
    const line = onLine([0, 2, 5]);
    const value = copheneticCorrelation(line, linkage(line, 'single'))!;
    assert.ok(Math.abs(value - 12 / 9 / Math.sqrt((42 / 9) * (6 / 9))) < 1e-12);
    const alike = [
      [0, 1],
      [1, 0],
    ];
    assert.equal(copheneticCorrelation(alike, linkage(alike, 'single')), null);
  });

  it('keeps the laws of its linkages on any points of the plane', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
      minLength: 2,
      maxLength: 9,
    });
    fc.assert(
      fc.property(points, (list) => {
        const distances = list.map(([x, y]) => list.map(([u, v]) => Math.hypot(x - u, y - v)));
        for (const method of LINKAGES) {
          const merges = linkage(distances, method);
          assert.equal(merges.length, list.length - 1);
          assert.equal(merges.at(-1)!.size, list.length);
          if (method === 'centroid' || method === 'median') continue;
          // The other five never merge below an earlier merge.
          merges.slice(1).forEach(({ height }, at) => assert.ok(height >= merges[at]!.height - 1e-9, method));
        }
        const least = copheneticDistances(list.length, linkage(distances, 'single'));
        const most = copheneticDistances(list.length, linkage(distances, 'complete'));
        list.forEach((_, a) =>
          list.forEach((_, b) => {
            assert.ok(least[a]![b]! <= distances[a]![b]! + 1e-9);
            assert.ok(most[a]![b]! >= distances[a]![b]! - 1e-9);
          }),
        );
      }),
    );
  });
});
