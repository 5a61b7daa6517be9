import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { joinedModel } from '../../../../src/predictors/themis/allocation/elsewhereModel';
import { learnedForecast } from '../../../../src/predictors/themis/allocation/learnedForecasts';
import { slowdownOf } from '../../../../src/predictors/forecast';
import { curveOf, meanCurve, monotone } from '../../../../src/predictors/themis/allocation/slowdownCurve';
import { NO_PRESSURE } from '../../../../src/predictors/themis/events';
import { ratesBy } from '../../../../src/predictors/counting/rates';
import { parseThemisModel } from '../../../../src/predictors/themis/model/modelFile';
import { otherSplitsModelOf } from '../../../../src/predictors/themis/model/variants';
import { countedBy } from '../../../../src/predictors/counting/countedRates';

const ROOT = process.env['CORUN_ROOT']!;
const events = ratesBy(() => 1);
const factor = fc.double({ min: 0.8, max: 20, noNaN: true });
const curve = fc.array(fc.record({ scalability: factor, interference: factor }), {
  minLength: 2,
  maxLength: 60,
});

describe('slowdown over SMs', () => {
  it('never rises with more SMs, alone or in the co-run, whatever a network says', () => {
    fc.assert(
      fc.property(curve, (points) => {
        const rising = monotone(points);
        rising.slice(1).forEach((point, i) => {
          assert.ok(point.scalability <= rising[i]!.scalability * (1 + 1e-9));
          assert.ok(slowdownOf(point) <= slowdownOf(rising[i]!) * (1 + 1e-9));
        });
      }),
    );
  });

  it('stays as it is where it falls by itself', () => {
    const falling = curveOf((sms) => ({ scalability: 60 / sms, interference: 1.5 }), 60);
    monotone(falling).forEach((point, i) => {
      assert.ok(Math.abs(point.scalability - falling[i]!.scalability) < 1e-9);
      assert.ok(Math.abs(point.interference - 1.5) < 1e-9);
    });
  });

  it('of several epochs is their geometric mean, the nearer the more', () => {
    const flat = (interference: number) => curveOf(() => ({ scalability: 1, interference }), 60);
    const mean = meanCurve(
      new Map([
        [20, flat(2)],
        [30, flat(1)],
      ]),
    );
    // At 30 SMs the weights are 1 and, 10 SMs away, a third.
    assert.ok(Math.abs(mean[29]!.interference - 2 ** (1 / 3 / (4 / 3))) < 1e-12);
    assert.ok(Math.abs(mean[24]!.interference - Math.SQRT2) < 1e-12);
  });
});

describe('the two networks joined', () => {
  const here = { predict: () => ({ scalability: 3, interference: 1.2 }) };
  const there = { predict: (share: number) => ({ scalability: 1 / share, interference: 1 }) };

  it('tell one number of the split itself, and less of the difference the farther', () => {
    const joined = joinedModel(here, there);
    const at = (share: number) => joined.predict(share, events, NO_PRESSURE, 0.5);
    assert.ok(Math.abs(at(0.5).scalability - 3) < 1e-12);
    assert.ok(Math.abs(at(0.5).interference - 1.2) < 1e-12);
    assert.ok(Math.abs(at(0.5 + 1 / 12).interference - Math.sqrt(1.2)) < 1e-12);
    assert.ok(Math.abs(at(1 / 60).interference - 1) < 0.03);
  });

  it('make curves without a step beside the split that was simulated, and without a fall', () => {
    const file: unknown = JSON.parse(readFileSync(path.join(ROOT, 'models/themis/themis-60sm.json'), 'utf8'));
    const model = otherSplitsModelOf([parseThemisModel(file)])!;
    const rate = fc.double({ min: 0, max: 100, noNaN: true });
    const own = fc.record({
      ipc: rate,
      traffic: rate,
      warps: rate,
      waiting: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const counted = fc.integer({ min: 5, max: 55 });
    fc.assert(
      fc.property(own, rate, counted, ({ ipc, traffic, warps, waiting }, others, sms) => {
        const known: Record<string, number> = {
          warpCycles: warps * sms,
          smCycles: sms,
          stallNotSelected: waiting * warps,
        };
        const of = (scale: number) => ({
          ...ratesBy((name) => (name === 'ipc' ? ipc : name === 'memoryBandwidth' ? 0.3 : traffic * scale)),
          counted: countedBy((name) => known[name] ?? 0),
        });
        const share = (count: number, scale: number) => ({ sms: count, active: true, events: of(scale) });
        const phase = { fromCycle: 0, toCycle: 1000, apps: [share(sms, 1), share(60 - sms, others / 100)] };
        const forecast = learnedForecast(model, [phase], 0, 60);
        const slowdowns = Array.from({ length: 60 }, (_, i) => slowdownOf(forecast.at([i + 1, 59 - i])));
        for (let i = 1; i < 60; i++) {
          assert.ok(slowdowns[i]! <= slowdowns[i - 1]! * (1 + 1e-9), `${i + 1} SMs`);
          if (i >= 5) assert.ok(slowdowns[i - 1]! / slowdowns[i]! < 1.5, `${i} to ${i + 1} SMs`);
        }
      }),
      { numRuns: 30 },
    );
  });
});
