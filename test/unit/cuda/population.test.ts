import assert from 'node:assert/strict';
import { launchPopulation } from '../../../src/cuda/reading/values/launchPopulation';
import type { Population } from '../../../src/cuda/reading/values/population';
import type { Iteration } from '../../../src/cuda/reading/values/samplePoints';

/** A loop of a hundred iterations whose counter matters. */
const LOOP: Iteration = {
  loop: 1,
  uniformTrips: 100,
  trips: () => 100,
  valuesAt: () => (iteration) => iteration,
  outerLoops: [],
};

/** Regions that together have more points than a launch may have before samples get smaller. */
const VERY_MANY = 130;

/** Points of the body, spread over the loop's iterations. */
const pointsOf = (body: Population): number => body.points([1]).length;

describe('the sample points of a launch', () => {
  it('are fewer for further regions once a launch has very many, and stand for as many executions', () => {
    const launch = launchPopulation([64, 1, 1], [256, 1, 1]);
    const regions = Array.from({ length: VERY_MANY }, () => launch.iterated(LOOP));
    const sizes = regions.map(pointsOf);
    assert.equal(sizes[0], 16 * 1024);
    assert.equal(sizes.at(-1), 1024);
    for (const region of regions) {
      const executions = region.points([1]).reduce((sum, { weight }) => sum + weight, 0);
      assert.ok(Math.abs(executions - 100) < 1e-9, String(executions));
    }
  });

  it('are as many as ever for another launch', () => {
    const crowded = launchPopulation([64, 1, 1], [256, 1, 1]);
    for (let i = 0; i < VERY_MANY; i++) pointsOf(crowded.iterated(LOOP));
    assert.equal(pointsOf(launchPopulation([64, 1, 1], [256, 1, 1]).iterated(LOOP)), 16 * 1024);
  });

  for (const [threads, period] of [
    [512, 2],
    [512, 16],
    [768, 8],
    [1024, 2],
    [1024, 32],
  ] as const)
    it(`are of ${threads} threads as many where every ${period}th one is asked for as in the block`, () => {
      const chosen = launchPopulation([64, 1, 1], [threads, 1, 1])
        .points()
        .filter(({ thread: [x] }) => x % period === 0)
        .reduce((sum, { weight }) => sum + weight, 0);
      assert.ok(Math.abs(chosen * period - 1) < 0.05, String(chosen * period));
    });

  it('are of all parts of two loops that are too long together', () => {
    const inner: Iteration = { ...LOOP, loop: 2 };
    const points = launchPopulation([64, 1, 1], [256, 1, 1]).iterated(LOOP).iterated(inner).points([1, 2]);
    for (let part = 0; part < 4; part++) {
      const share =
        points
          .filter(({ loops }) => Math.floor((loops?.value ?? NaN) / 25) === part)
          .reduce((sum, { weight }) => sum + weight, 0) / 10_000;
      assert.ok(Math.abs(share - 0.25) < 0.01, `${part}: ${share}`);
    }
  });
});
