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
});
