import assert from 'node:assert/strict';
import fc from 'fast-check';
import { halves, progressRatios, toldSlowdowns } from '../../../lab/hardware/applications/measuredTimes';
import { errorsOf } from '../../../lab/hardware/applications/errors';
import { requireGpu } from '../../../src/gpu/findGpu';
import { judgedKinds, progressOf } from '../../../lab/hardware/applications/errorKinds';
import { KIND_ERRORS, timedKinds, timedProgress } from '../../../src/predictors/measuredTimes/errorKinds';
import { FITTED_LAW, MEASURED_PROGRESS } from '../../../src/predictors/measuredTimes/fitted';
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
    const { quarter, tenth } = progressRatios(judged, FITTED_LAW);
    assert.deepEqual(
      [quarter.toFixed(2), tenth.toFixed(2)],
      [MEASURED_PROGRESS.quarter.toFixed(2), MEASURED_PROGRESS.tenth.toFixed(2)],
    );
  });

  it('tells the error of the kind of application, from programs and networks that it was not fitted to', () => {
    const rows = judgedKinds(ROOT);
    for (const kind of ['beyondL2', 'quiet', 'contended'] as const) {
      const found = rows.filter((row) => row.kind === kind);
      const { slowdowns, mean, worst } = errorsOf(
        found.map(({ told: of, measured }): [number, number] => [of, measured]),
      );
      const error = KIND_ERRORS[kind];
      if (error.metric === null) assert.fail('no error');
      assert.deepEqual([mean.toFixed(2), worst.toFixed(2)], [error.mean.toFixed(2), error.worst.toFixed(2)]);
      assert.match(english(error.evidence), new RegExp(`^${slowdowns} `));
    }
    const { quarter, tenth } = progressOf(rows.filter(({ kind }) => kind === 'beyondL2'));
    const told = timedProgress([{ name: 'a', times: [], dramMB: 150, l2MB: 0 }], { l2Bytes: 50e6 });
    assert.deepEqual(
      [quarter.toFixed(2), tenth.toFixed(2)],
      [told.quarter.toFixed(2), told.tenth.toFixed(2)],
    );
  });
});

describe('the kind of an application', () => {
  const gpu = { peakGBs: 1000, l2Bytes: 50e6 };
  const app = (dramMB: number, us = 1000) => ({ name: 'a', times: [{ sms: 10, us }], dramMB, l2MB: 0 });
  const kindsOf = (...applications: ReturnType<typeof app>[]) =>
    timedKinds(
      applications,
      applications.map(() => 10),
      gpu,
    );

  it('follows from what a run moves beside what L2 holds, then from what neighbours load memory with', () => {
    // 1 MB in 1 ms is 1 GB/s: a fifth of half the peak is 100 GB/s.
    assert.deepEqual(kindsOf(app(150), app(149)), ['beyondL2', 'contended']);
    assert.deepEqual(kindsOf(app(149), app(99)), ['quiet', 'contended']);
    assert.deepEqual(kindsOf(app(1), app(60), app(60)), ['contended', 'quiet', 'quiet']);
  });

  it('is not beyond L2 where its size is not known', () => {
    assert.deepEqual(timedKinds([app(1e6), app(0)], [10, 10], { ...gpu, l2Bytes: null }), [
      'quiet',
      'contended',
    ]);
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
