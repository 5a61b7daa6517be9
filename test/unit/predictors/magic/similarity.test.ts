import assert from 'node:assert/strict';
import {
  applicationVectors,
  meanMetrics,
} from '../../../../src/predictors/magic/features/applicationVectors';
import type { FeatureRow } from '../../../../src/predictors/magic/features/featureTable';
import { similarityOf } from '../../../../src/predictors/magic/similarity/partners';
import {
  clusterings,
  distanceMatrix,
  leastSimilar,
} from '../../../../src/predictors/magic/similarity/similarity';

const close = (actual: readonly number[], expected: readonly number[]): void =>
  expected.forEach((value, at) => assert.ok(Math.abs(actual[at]! - value) < 1e-12, `${actual.join(' ')}`));

describe('an application among features', () => {
  const row = (application: string, timeNs: number | null, calls: number, values: number[]): FeatureRow => ({
    application,
    kernel: 'k',
    calls,
    timeNs,
    values,
  });
  const table = (rows: readonly FeatureRow[]) =>
    applicationVectors({ metrics: ['a', 'b'], rows, incomplete: [], sparse: [] });

  it('is the mean of its scaled kernels by time, or by launches where one has no time', () => {
    const [first, second] = table([
      row('one', 300, 1, [0, 10]),
      row('one', 100, 9, [4, 20]),
      row('two', null, 1, [4, 10]),
      row('two', 100, 3, [0, 30]),
    ]);
    assert.deepEqual([first!.weighted, second!.weighted], ['time', 'launches']);
    // By time 3 : 1 of (0, 0) and (1, 1/2); by launches 1 : 3 of (1, 0) and (0, 1).
    close(first!.values, [0.25, 0.125]);
    close(second!.values, [0.25, 0.75]);
  });
});

describe('metrics of an application', () => {
  it('are the means of its kernels in their units, by time or by launches', () => {
    const kernel = { application: 'x', kernel: 'k', calls: 1 };
    const rows = [
      { ...kernel, timeNs: 300, values: [4, 100] },
      { ...kernel, timeNs: 100, calls: 3, values: [8, 300] },
    ];
    const table = { metrics: ['ipc', 'reads'], rows, incomplete: [], sparse: [] };
    assert.deepEqual(meanMetrics(table), { ipc: 5, reads: 150 });
    const untimed = { ...table, rows: rows.map((row) => ({ ...row, timeNs: null })) };
    assert.deepEqual(meanMetrics(untimed), { ipc: 7, reads: 250 });
  });
});

describe('partners', () => {
  const row = (application: string, values: number[]): FeatureRow => ({
    application,
    kernel: 'k',
    calls: 1,
    timeNs: null,
    values,
  });
  const rows = [row('low', [0, 5]), row('near', [1, 5]), row('far', [4, 6])];
  const table = { metrics: ['a', 'b'], rows, incomplete: [], sparse: [] };

  it('are named with their distances over scaled metrics', () => {
    const { applications, merges } = similarityOf(table)!;
    // Scaled: (0, 0), (1/4, 0), (1, 1).
    assert.deepEqual(
      applications.map(({ name, leastSimilar: partner }) => [name, partner]),
      [
        ['low', 'far'],
        ['near', 'far'],
        ['far', 'low'],
      ],
    );
    close(
      applications.map(({ distance }) => distance),
      [Math.SQRT2, 1.25, Math.SQRT2],
    );
    assert.deepEqual([merges[0]!.first, merges[0]!.second], [0, 1]);
  });

  it('are looked for by some metrics, too, and not of one application', () => {
    close(
      similarityOf(table, ['b'])!.applications.map(({ distance }) => distance),
      [1, 1, 1],
    );
    assert.equal(similarityOf({ ...table, rows: [rows[0]!] }), null);
  });
});

describe('similarity', () => {
  const vectors = [
    [1, 0],
    [3, 0],
    [0, 4],
    [0, 0],
  ];

  it('counts size and direction, or direction alone', () => {
    close(distanceMatrix(vectors, 'euclidean')[1]!, [2, 0, 5, 3]);
    // The same direction, a right angle, and no direction at all.
    close(distanceMatrix(vectors, 'cosine')[1]!, [0, 0, 1, 1]);
    close(
      distanceMatrix(
        [
          [0, 0],
          [0, 0],
        ],
        'cosine',
      )[0]!,
      [0, 0],
    );
  });

  it('puts the least similar beside an application', () => {
    const distances = distanceMatrix(vectors, 'euclidean');
    assert.equal(leastSimilar(distances[1]!, [0, 2, 3]), 2);
    assert.equal(leastSimilar(distances[1]!, [0, 3]), 3);
    assert.equal(leastSimilar([0, 1, 1], [2, 1]), 2);
  });

  it('ranks all clusterings by how well they keep distances', () => {
    const all = clusterings(vectors);
    assert.equal(all.length, 14);
    assert.equal(new Set(all.map(({ distance, method }) => `${distance} ${method}`)).size, 14);
    all
      .slice(1)
      .forEach(({ correlation }, at) => assert.ok((correlation ?? -1) <= (all[at]!.correlation ?? -1)));
  });
});
