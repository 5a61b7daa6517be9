import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fairPolicy, qosPolicy, unfairness } from '../../../../src/predictors/themis/allocation/policy';
import { constantInterference } from '../../../../src/predictors/splits/curveForecast';
import { forecastSlowdowns } from '../../../../src/predictors/forecast';
import { betterAllocation } from '../../../../src/sharing/search';
import { weightedSplit } from '../../../../src/sharing/weightedSplit';
import { ProgressCurve } from '../../../../src/predictors/splits/progressCurve';
import { told } from '../../../support/told';

function curve(sms: number, points: Readonly<Record<number, number>>): ProgressCurve {
  const made = new ProgressCurve(sms);
  for (const [at, progress] of Object.entries(points)) made.add(Number(at), progress);
  return made;
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

describe('progress curve (equation 10)', () => {
  it('is the two segments of the equation after one point', () => {
    const one = curve(60, { 30: 0.8 });
    assert.ok(Math.abs(one.at(15) - ((0.8 * (15 - 30)) / 30 + 0.8)) < 1e-12);
    assert.ok(Math.abs(one.at(45) - ((0.2 * (45 - 30)) / 30 + 0.8)) < 1e-12);
    assert.equal(one.at(60), 1);
    assert.equal(one.at(0), 0);
  });

  it('breaks a segment at a further point', () => {
    const two = curve(60, { 30: 0.8, 10: 0.5 });
    assert.ok(Math.abs(two.at(5) - 0.25) < 1e-12);
    assert.ok(Math.abs(two.at(20) - 0.65) < 1e-12);
    const { scalability, interference } = constantInterference(0, two, 1.3).at([20, 40]);
    assert.ok(Math.abs(scalability - 1 / 0.65) < 1e-12);
    assert.equal(interference, 1.3);
  });

  it('goes through every point that was added', () => {
    const points = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 1, max: 59 }), fc.double({ min: 0.01, max: 1, noNaN: true })),
      {
        selector: ([at]) => at,
      },
    );
    fc.assert(
      fc.property(points, (list) => {
        const made = curve(60, Object.fromEntries(list));
        for (const [at, progress] of list) assert.ok(Math.abs(made.at(at) - progress) < 1e-9);
      }),
    );
  });
});

describe('allocation search (algorithm 1)', () => {
  const scalingAt = (app: number) => constantInterference(app, curve(60, { 30: 0.5 }), 1);
  const saturatedAt = (app: number) => constantInterference(app, curve(60, { 30: 1, 10: 0.95 }), 1);
  const both = [scalingAt(0), saturatedAt(1)];

  it('gives SMs to the application that scales, no farther than the distance', () => {
    const better = betterAllocation([30, 30], both, fairPolicy([0.5, 0.5]));
    assert.deepEqual(better, [35, 25]);
  });

  it('leaves a fair allocation alone', () => {
    assert.deepEqual(
      betterAllocation([30, 30], [scalingAt(0), scalingAt(1)], fairPolicy([0.5, 0.5])),
      [30, 30],
    );
  });

  it('stops at the last SM of an application', () => {
    const better = betterAllocation([58, 2], both, qosPolicy([null, null]), 20);
    assert.ok(
      better.every((count) => count >= 1),
      String(better),
    );
  });

  it('keeps the number of SMs, the distance and the score for any curves', () => {
    const app = fc.record({
      at: fc.integer({ min: 1, max: 59 }),
      progress: fc.double({ min: 0.05, max: 1, noNaN: true }),
      interference: fc.double({ min: 1, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(app, { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 1, max: 20 }),
        (list, far) => {
          const apps = list.map(({ at, progress, interference }, i) =>
            constantInterference(i, curve(60, { [at]: progress }), interference),
          );
          const start = weightedSplit(
            60,
            list.map(() => 1),
          );
          const policy = fairPolicy(list.map(() => 1 / list.length));
          const better = betterAllocation(start, apps, policy, far);
          assert.equal(sum(better), 60);
          assert.ok(better.every((count, i) => count >= 1 && Math.abs(count - start[i]!) <= far));
          const score = (split: readonly number[]) => policy.score(forecastSlowdowns(apps, split));
          assert.ok(score(better) >= score(start));
        },
      ),
    );
  });

  it('meets a target first and then serves the batch application', () => {
    const policy = qosPolicy([0.8, null]);
    const better = betterAllocation([30, 30], both, policy, 59);
    assert.equal(better[0], 48);
    const tooMuch = betterAllocation([55, 5], both, policy, 59);
    assert.equal(tooMuch[0], 48);
  });

  it('rests where a target is kept by no more than the slack', () => {
    const policy = qosPolicy([0.8, null], 0.1);
    // Progress is sms / 60: 0.8 at 48, a tenth more than that at 52.8.
    assert.deepEqual(betterAllocation([50, 10], both, policy, 59), [50, 10]);
    assert.equal(betterAllocation([58, 2], both, policy, 59)[0], 52);
    assert.equal(betterAllocation([30, 30], both, policy, 59)[0], 48);
  });
});

describe('unfairness (equation 11) and the weighted split', () => {
  it('is 0 when slowdowns go with the reciprocal weights', () => {
    assert.ok(unfairness([4, 1], [0.2, 0.8]) < 1e-12);
    assert.ok(Math.abs(unfairness([2, 1], [0.5, 0.5]) - 0.5) < 1e-12);
  });

  it('refuses weights and targets that mean nothing', () => {
    for (const weight of [0, -1, NaN, Infinity, 1e308, 1e-300])
      assert.throws(() => fairPolicy([0.5, weight]), told(/weights\[1\]: .* from 0\.000001 to 1000000, got/));
    assert.throws(() => qosPolicy([1.2, null]), told(/targets\[0\]/));
  });

  it('splits in proportion and gives everyone an SM', () => {
    assert.deepEqual(weightedSplit(60, [0.2, 0.8]), [12, 48]);
    assert.deepEqual(weightedSplit(60, [1, 1, 1, 1, 1, 1, 1]), [9, 9, 9, 9, 8, 8, 8]);
    assert.deepEqual(weightedSplit(10, [0.001, 1]), [1, 9]);
    assert.throws(() => weightedSplit(2, [1, 1, 1]), told(/3 applications are more than the 2 SMs/));
  });

  it('always uses all SMs', () => {
    const weights = fc.array(fc.double({ min: 1e-3, max: 10, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 12, max: 144 }), (list, sms) => {
        const split = weightedSplit(sms, list);
        assert.equal(sum(split), sms);
        assert.ok(split.every((count) => count >= 1));
      }),
    );
  });
});
