import assert from 'node:assert/strict';
import fc from 'fast-check';
import { halves, progressRatios, toldSlowdowns } from '../../../lab/hardware/applications/measuredTimes';
import { errorsOf } from '../../../lab/hardware/applications/errors';
import { requireGpu } from '../../../src/gpu/findGpu';
import { FITTED_LAW, MEASURED_ERROR, MEASURED_PROGRESS } from '../../../src/predictors/measuredTimes/fitted';
import { loadSlowdowns } from '../../../src/predictors/measuredTimes/memoryLoad';
import { timeCurve } from '../../../src/predictors/measuredTimes/timeCurve';
import { timedSplit } from '../../../src/sharing/allocate/timedSplit';
import { english } from '../../../src/words';
import { told } from '../../support/told';

const GPU = requireGpu('h100-sxm');
const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();

describe('times over SMs', () => {
  const curve = timeCurve({
    times: [
      { sms: 132, us: 10 },
      { sms: 33, us: 40 },
      { sms: 132, us: 12 },
    ],
  });

  it('go through what was measured, the shorter of two times, and by a power law between', () => {
    assert.deepEqual([curve.at(132), curve.at(33)], [10, 40]);
    assert.ok(Math.abs(curve.at(66) - 20) < 1e-9);
  });

  it('grow in proportion below, and stay above', () => {
    assert.deepEqual([curve.at(11), curve.at(200)], [120, 10]);
  });
});

describe('the load of memory', () => {
  const rates = fc.record({ dram: fc.double({ min: 0, max: 4e12, noNaN: true }), l2: fc.constant(0) });

  it('slows nobody down alone, nor beside one that moves nothing', () => {
    const rate = { dram: 2e12, l2: 3e12 };
    assert.deepEqual(loadSlowdowns([rate], 3.35e12, FITTED_LAW), [1]);
    assert.deepEqual(loadSlowdowns([rate, { dram: 0, l2: 0 }], 3.35e12, FITTED_LAW), [1, 1]);
  });

  it('never speeds up, and a neighbour that moves more costs no less', () => {
    fc.assert(
      fc.property(rates, rates, fc.double({ min: 1, max: 3, noNaN: true }), (own, other, times) => {
        const [little] = loadSlowdowns([own, other], 3.35e12, FITTED_LAW);
        const more = { dram: other.dram * times, l2: 0 };
        const [much] = loadSlowdowns([own, more], 3.35e12, FITTED_LAW);
        assert.ok(little! >= 1 && much! >= little! - 1e-6, `${little} ${much}`);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the law of measured times', () => {
  it('is judged on pairs that it was not fitted to, and says how far off it is there', () => {
    const { fitted, judged } = halves(ROOT);
    const names = (rows: typeof fitted): Set<string> =>
      new Set(rows.map(({ of, beside }) => [of, beside].sort().join()));
    assert.equal([...names(judged)].filter((name) => names(fitted).has(name)).length, 0);
    const of = (row: (typeof judged)[number]): [number, number] => [
      toldSlowdowns(row, FITTED_LAW).slowdown,
      row.slowdown,
    ];
    const errors = errorsOf(judged.map(of));
    const without = errorsOf(judged.map((row) => [row.scalability, row.slowdown]));
    assert.ok(errors.mean < 0.7 * without.mean, `${errors.mean} for ${without.mean}`);
    if (MEASURED_ERROR.metric === null) assert.fail('no error');
    assert.equal(errors.mean.toFixed(2), MEASURED_ERROR.mean.toFixed(2));
    assert.equal(errors.worst.toFixed(2), MEASURED_ERROR.worst.toFixed(2));
    const { quarter, tenth } = progressRatios(judged, FITTED_LAW);
    assert.deepEqual(
      [quarter.toFixed(2), tenth.toFixed(2)],
      [MEASURED_PROGRESS.quarter.toFixed(2), MEASURED_PROGRESS.tenth.toFixed(2)],
    );
  });
});

describe('a split by measured times', () => {
  const scaling = (name: string, us: number) => ({
    name,
    times: [12, 66, 132].map((sms) => ({ sms, us: (us * 132) / sms })),
    dramMB: 0,
    l2MB: 0,
  });
  const flat = { name: 'flat', times: [12, 132].map((sms) => ({ sms, us: 5 })), dramMB: 0, l2MB: 0 };
  const fair = { kind: 'fair', weights: [1, 1] } as const;

  it('is even for two that are alike', () => {
    const { apps } = timedSplit({ gpu: GPU.id, applications: [scaling('a', 10), scaling('b', 70)] }, GPU, {
      goal: fair,
      mechanism: null,
    });
    // Within the tenth of unfairness that counts as fair, in which throughput is no better elsewhere.
    assert.ok(Math.abs(apps[0]!.sms - 66) <= 4, String(apps[0]!.sms));
    assert.ok(Math.abs(apps[0]!.us - (10 * 132) / apps[0]!.sms) < 1e-6);
  });

  it('takes SMs from who needs none, and not below what was timed', () => {
    const goal = { kind: 'qos', targets: [0.9, null] } as const;
    const { apps, warnings } = timedSplit({ gpu: GPU.id, applications: [scaling('a', 10), flat] }, GPU, {
      goal,
      mechanism: null,
      confidence: 50,
    });
    assert.ok(apps[0]!.progress >= 0.9 && apps[1]!.sms >= 12 && apps[1]!.progress === 1);
    assert.deepEqual(warnings, []);
  });

  it('says of another GPU than the measured one that its error is not known there', () => {
    const other = requireGpu('a100-sxm4-40gb');
    const onOther = { ...flat, times: [{ sms: other.sms, us: 5 }] };
    const { warnings } = timedSplit(
      { gpu: other.id, applications: [onOther, { ...onOther, name: 'b' }] },
      other,
      {
        goal: fair,
        mechanism: null,
      },
    );
    assert.match(english(warnings[0]!), /checked on h100-sxm only: .* on A100-SXM4-40GB is not known/);
  });

  it('refuses times on more SMs than there are, or none on all', () => {
    const split = (times: { sms: number; us: number }[]) => () =>
      timedSplit({ gpu: GPU.id, applications: [{ ...flat, times }, flat] }, GPU, {
        goal: fair,
        mechanism: null,
      });
    assert.throws(split([{ sms: 133, us: 1 }]), told(/flat was timed on 133 SMs/));
    assert.throws(split([{ sms: 100, us: 1 }]), told(/no time on all 132 SMs/));
  });

  it('looks at few splits of many applications, and uses every SM', () => {
    const applications = Array.from({ length: 5 }, (_, at) => scaling(`a${at}`, 10 + at));
    const { apps } = timedSplit({ gpu: GPU.id, applications }, GPU, {
      goal: { kind: 'fair', weights: applications.map(() => 1) },
      mechanism: null,
    });
    assert.equal(
      apps.reduce((sum, { sms }) => sum + sms, 0),
      132,
    );
  });
});
