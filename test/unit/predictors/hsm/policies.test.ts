import assert from 'node:assert/strict';
import fc from 'fast-check';
import { forecastSlowdowns, type SplitForecast } from '../../../../src/predictors/forecast';
import { hsmFair, hsmQos } from '../../../../src/predictors/hsm/policies';

/** Applications whose progress is `gradient` for each SM, as far as they have blocks. */
function linear(gradients: readonly number[], most: readonly (number | undefined)[] = []): SplitForecast[] {
  return gradients.map((gradient, app) => {
    const mostSms = most[app];
    const used = (sms: number): number => Math.min(sms, mostSms ?? Infinity);
    const at = (sms: readonly number[]) => ({
      scalability: 1 / (gradient * used(sms[app]!)),
      interference: 1,
    });
    return mostSms === undefined ? { at } : { at, mostSms };
  });
}

const fair = (start: readonly number[], forecasts: readonly SplitForecast[]): number[] => {
  const { policy, search } = hsmFair();
  return search(start, forecasts, policy);
};

const qos = (
  start: readonly number[],
  forecasts: readonly SplitForecast[],
  goal: Parameters<typeof hsmQos>[0],
): number[] => {
  const { policy, search } = hsmQos(goal);
  return search(start, forecasts, policy);
};

const fairness = (sms: readonly number[], forecasts: readonly SplitForecast[]): number => {
  const slowdowns = forecastSlowdowns(forecasts, sms);
  return Math.min(...slowdowns) / Math.max(...slowdowns);
};

describe('HSM-Fair', () => {
  it('moves as many SMs as two lines ask for', () => {
    // 0.8 and 0.4 on 40 SMs each: 0.02 and 0.01 for an SM, so that 0.4 / 0.03 = 13.3 SMs make both about 0.54.
    assert.deepEqual(fair([40, 40], linear([0.02, 0.01])), [27, 53]);
  });

  it('rests at a fairness of 0.9', () => {
    assert.deepEqual(fair([40, 40], linear([0.01, 0.0091])), [40, 40]);
    assert.notDeepEqual(fair([40, 40], linear([0.01, 0.0089])), [40, 40]);
    assert.equal(hsmFair(0.5).policy.isSatisfied([1, 2]), true);
  });

  it('of four it moves between the one with the most and the one with the least progress', () => {
    const next = fair([20, 20, 20, 20], linear([0.01, 0.04, 0.02, 0.015]));
    // (0.8 − 0.2) / 0.05 = 12 SMs.
    assert.deepEqual(next, [32, 8, 20, 20]);
  });

  it('takes SMs without blocks first, and gives nobody more than it has blocks', () => {
    // The first uses 20 of its 40 SMs: 0.8. The 20 that it does not use bring the other from 0.4 to 0.6; they meet at
    // (0.8 + 0.04 · 20 − 0.4) / 0.05 = 24 SMs.
    assert.deepEqual(fair([40, 40], linear([0.04, 0.01], [20])), [16, 64]);
    // The first uses 10 of its 40 SMs: 0.4. Ten of the 30 that it does not use bring the other from 0.3 to that.
    assert.deepEqual(fair([40, 30], linear([0.04, 0.01], [10])), [30, 40]);
    assert.deepEqual(fair([40, 40], linear([0.02, 0.01], [undefined, 45])), [35, 45]);
    assert.deepEqual(fair([40, 40], linear([0.02, 0.01], [undefined, 30])), [40, 40]);
  });

  it('keeps all SMs in use, one for everybody, and never makes lines less fair', () => {
    const gradient = fc.double({ min: 0.001, max: 0.05, noNaN: true });
    fc.assert(
      fc.property(fc.array(gradient, { minLength: 2, maxLength: 4 }), fc.nat(30), (gradients, first) => {
        const start = gradients.map((_, app) => (app === 0 ? 1 + first : 15));
        const forecasts = linear(gradients);
        const next = fair(start, forecasts);
        const sum = (sms: readonly number[]): number => sms.reduce((all, one) => all + one, 0);
        assert.equal(sum(next), sum(start));
        assert.ok(next.every((one) => one >= 1));
        // Rounding to a whole SM moves a line by at most half an SM on either side.
        const slack =
          Math.max(...gradients) / Math.min(...forecastSlowdowns(forecasts, next).map((one) => 1 / one));
        assert.ok(fairness(next, forecasts) >= fairness(start, forecasts) * (1 - slack) - 1e-9);
      }),
    );
  });
});

describe('HSM-QoS', () => {
  it('gives an application that misses its target what its line asks for', () => {
    // 0.4 on 40 SMs: 0.8 on 80, but the other keeps one.
    assert.deepEqual(qos([40, 40], linear([0.01, 0.01]), { app: 0, target: 0.8 }), [79, 1]);
    // 0.6 on 40 SMs: 0.8 on 53.3.
    assert.deepEqual(qos([40, 40], linear([0.015, 0.01]), { app: 0, target: 0.8 }), [54, 26]);
  });

  it('rests between target and threshold, which for 0.8 is the 0.9 of the paper', () => {
    assert.deepEqual(qos([50, 30], linear([0.0161, 0.01]), { app: 0, target: 0.8 }), [50, 30]);
    assert.deepEqual(qos([50, 30], linear([0.018, 0.01]), { app: 0, target: 0.8 }), [50, 30]);
    // 0.92 on 50 SMs: 0.8 on 43.5.
    assert.deepEqual(qos([50, 30], linear([0.0184, 0.01]), { app: 0, target: 0.8 }), [44, 36]);
    assert.deepEqual(
      qos([50, 30], linear([0.0184, 0.01]), { app: 0, target: 0.8, threshold: 0.95 }),
      [50, 30],
    );
  });

  it('takes SMs where they are worth least, and gives them where they are worth most', () => {
    // 0.5 on 25: 0.8 on 40. The 15 come from the flatter line.
    assert.deepEqual(qos([25, 30, 25], linear([0.02, 0.01, 0.02]), { app: 0, target: 0.8 }), [40, 15, 25]);
    // 1 on 40: 0.8 on 32. The steeper line takes 2 until it runs as alone, the other the rest.
    assert.deepEqual(qos([40, 18, 22], linear([0.025, 0.05, 0.02]), { app: 0, target: 0.8 }), [32, 20, 28]);
    // 1 on 50: 0.8 on 40. One more is all that either of the others needs: the flatter line has the other eight, too.
    assert.deepEqual(qos([50, 19, 24], linear([0.02, 0.05, 0.04]), { app: 0, target: 0.8 }), [40, 20, 33]);
  });

  it('gives nobody SMs without blocks', () => {
    assert.deepEqual(qos([20, 60], linear([0.01, 0.01], [30]), { app: 0, target: 0.8 }), [30, 50]);
  });

  it('a met target counts the others alone, a missed one counts alone', () => {
    const { policy } = hsmQos({ app: 0, target: 0.8 });
    assert.equal(policy.score([1.25, 2, 4]), 0.75);
    assert.ok(Math.abs(policy.score([2, 1, 1]) + 0.3) < 1e-12);
    assert.deepEqual(
      [policy.isSatisfied([1.2, 9]), policy.isSatisfied([1.3, 1]), policy.isSatisfied([1, 9])],
      [true, false, false],
    );
    const narrow = hsmQos({ app: 0, target: 0.5, threshold: 0.8 }).policy;
    assert.deepEqual(
      [1.25, 1.24].map((slowdown) => narrow.isSatisfied([slowdown, 9])),
      [true, false],
    );
  });
});
