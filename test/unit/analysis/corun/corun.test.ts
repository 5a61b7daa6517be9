import assert from 'node:assert/strict';
import { parseScenario, type Scenario } from '../../../../src/kernel/scenario';
import type { AllocationRequest } from '../../../../src/sharing/allocate/allocateSms';
import type { CoRunModel } from '../../../../src/predictors/themis/coRunModel';
import { causeOf } from '../../../../src/predictors/themis/cause';
import { appliedVerdict, goalVerdict, guardText } from '../../../../src/words/texts/goalTexts';
import { rangeWarning } from '../../../../src/predictors/themis/model/inputNames';
import type { Pressure } from '../../../../src/predictors/themis/events';
import type { CounterRates } from '../../../../src/predictors/counting/rates';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu, launchOf, vecadd } from '../../simulator/programs';
import { lawful, predictCoRun, allocateSms } from './lawfulModel';
import { told } from '../../../support/told';

const scenario = (more: Partial<Record<keyof Scenario, unknown>> = {}): Scenario =>
  parseScenario({
    gpu: 'themis-60sm',
    apps: [
      { name: 'scales', program: alu, launch: { grid: 240, block: 128 }, arguments: { iterations: 100 } },
      { name: 'saturates', program: vecadd, launch: launchOf(2 ** 18), arguments: { n: 2 ** 18 } },
    ],
    ...more,
  });
const loaded = loadSpec('themis-60sm');
/** Half as long as epochs are by default: enough to tell the two applications apart. */
const epochCycles = 5000;
const fair: AllocationRequest = {
  goal: { kind: 'fair', weights: [0.5, 0.5] },
  mechanism: null,
  epochs: 8,
  epochCycles,
};

describe('co-run prediction of a scenario', () => {
  const prediction = predictCoRun(scenario(), loaded, lawful, 20000);

  it('gives scalability times interference for each application, with cause and origin', () => {
    const [first, second] = prediction.apps;
    for (const app of prediction.apps) {
      assert.ok(Math.abs(app.slowdown - app.parts['scalability']! * app.parts['interference']!) < 1e-9);
      assert.ok(Math.abs(app.progress * app.slowdown - 1) < 1e-12);
      assert.equal(app.origin, 'predicted');
      assert.equal(app.kernels.length, 1);
    }
    assert.equal(first!.cause, 'fewer SMs');
    assert.ok(first!.slowdown > 2 && first!.slowdown < 3, String(first!.slowdown));
    assert.ok(second!.slowdown < first!.slowdown);
    assert.deepEqual(prediction.sms, [30, 30]);
    assert.match(prediction.warnings.join(), /even split of the SMs is assumed/);
  });

  it('tells other splits by the network for them, or by the curve with a warning where it is far', () => {
    const error = { metric: 'errSD', mean: 0.2, worst: 1, evidence: 'made up' } as const;
    const predict = (smFraction: number) => ({ scalability: 1 / smFraction, interference: 1.5 });
    const elsewhere = { label: 'elsewhere', error, predict };
    const at = [[20, 40]];
    const [learned] = predictCoRun(scenario(), loaded, { ...lawful, elsewhere }, 20000, at).others;
    assert.equal(learned!.predictor, 'elsewhere');
    assert.deepEqual(learned!.error, error);
    // 3 × 1.5 while the kernel runs; the latency of its launch, which the epoch cuts, is left out.
    assert.ok(Math.abs(learned!.slowdowns[0]! - 4.5) < 1e-9, String(learned!.slowdowns));
    assert.deepEqual(learned!.warnings, []);
    const [curve] = predictCoRun(scenario(), loaded, lawful, 20000, at).others;
    assert.equal(curve!.predictor, 'Themis PSP');
    assert.match(curve!.warnings.join(), /10 SMs away/);
    const edge = predictCoRun(scenario(), loaded, { ...lawful, elsewhere }, 20000, [[2, 58]]);
    assert.match(edge.others[0]!.warnings.join(), /share of the SMs: 3\.33 %/);
  });

  it('tells inputs outside of the training range with the number', () => {
    const edge = predictCoRun(scenario({ mode: { kind: 'spatial', sms: [2, 58] } }), loaded, lawful, 12000);
    assert.match(edge.apps[0]!.warnings.join(), /share of the SMs: 3\.33 %/);
    assert.deepEqual(edge.apps[1]!.warnings, []);
  });

  it('says which launches did not run in the epoch', () => {
    const kernels = [1, 2, 3].map(() => ({ program: alu, launch: { grid: 240, block: 128 } }));
    const two = scenario({ apps: [{ name: 'many', kernels }, scenario().apps[1]!] });
    const { warnings } = predictCoRun(two, loaded, lawful, 12000);
    assert.match(warnings.join(), /many: \d of 3 launches did not run within 12000 cycles/);
  });

  it('is of kernels that run together: copies and late arrivals are left out, and that is said', () => {
    const [scales, saturates] = scenario().apps;
    const copies = [{ direction: 'HtoD' as const, bytes: 2 ** 24 }];
    const apps = [
      { ...scales, copies },
      { ...saturates, startCycle: 10_000 },
    ];
    const slow = predictCoRun(scenario({ apps }), loaded, lawful, 20000);
    assert.deepEqual(
      slow.apps.map((app) => app.slowdown),
      prediction.apps.map((app) => app.slowdown),
    );
    assert.match(
      slow.warnings.join('\n'),
      /^scales: its copies left out; .*\nsaturates: its arrival at cycle 10000 left out; /m,
    );
    const advice = allocateSms(scenario({ apps }), loaded, lawful, fair);
    assert.deepEqual(advice.sms, allocateSms(scenario(), loaded, lawful, fair).sms);
    assert.match(advice.warnings.join(), /scales: its copies left out/);
  });

  it('refuses to tell of an application that did nothing in the epoch', () => {
    // The latency of a launch is longer.
    const nothing = told(/^scales: none of its launches ran within 1000 cycles; a longer epoch/);
    assert.throws(() => predictCoRun(scenario(), loaded, lawful, 1000), nothing);
    const short = { ...fair, epochCycles: 500, epochs: 2 };
    assert.throws(() => allocateSms(scenario(), loaded, lawful, short), nothing);
  });

  it('refuses what Themis does not know', () => {
    const many = Array.from({ length: 61 }, (_, at) => ({ ...scenario().apps[0]!, name: `app ${at}` }));
    assert.throws(
      () => predictCoRun(scenario({ apps: many }), loaded, lawful),
      told(/61 applications are more than the 60 SMs/),
    );
    assert.throws(
      () => predictCoRun(scenario({ mode: { kind: 'streams' } }), loaded, lawful),
      told(/not 'streams'/),
    );
    const one = scenario({ apps: [scenario().apps[0]!] });
    assert.throws(() => predictCoRun(one, loaded, lawful), told(/nobody to share/));
    assert.throws(
      () => predictCoRun(scenario(), loaded, lawful, 1e12),
      told(/limits: 1000000000000 cycles in all are more than the 536870912 of a run/),
    );
  });

  it('asks the model which pressure hurts', () => {
    const own = {
      ipc: 1,
      l1DataAccesses: 1,
      l1DataMisses: 1,
      l1ConstantAccesses: 0,
      l1ConstantMisses: 0,
      l2Accesses: 1,
      l2Misses: 1,
      memoryBandwidth: 0.5,
    };
    const cache = {
      predict: (_: number, __: CounterRates, p: Pressure) => ({
        scalability: 1.1,
        interference: 1 + p.l2Accesses,
      }),
    };
    const beside = { l2Accesses: 2, l2Misses: 1, memoryBandwidth: 0.5 };
    assert.equal(causeOf(cache, 0.5, own, beside), 'L2 cache');
    assert.equal(causeOf(lawful, 0.5, own, beside), 'DRAM bandwidth');
    assert.equal(causeOf(lawful, 1, own, { ...beside, memoryBandwidth: 0 }), 'nothing');
    const told = (scalability: number, interference: number): string =>
      causeOf(lawful, 0.5, own, beside, { scalability, interference });
    assert.deepEqual(
      [told(1.4, 1.2), told(1.1, 1.3), told(1.02, 0.96), told(1.3, 0.75)],
      ['fewer SMs', 'DRAM bandwidth', 'nothing', 'nothing'],
    );
  });
});

describe('allocation advice', () => {
  it('moves SMs to what scales and draws the curves', () => {
    const advice = allocateSms(scenario(), loaded, lawful, fair);
    const [scales, saturates] = advice.apps;
    assert.equal(scales!.sms + saturates!.sms, 60);
    assert.ok(scales!.sms > 34, String(scales!.sms));
    assert.ok(advice.unfairness! < 0.15, String(advice.unfairness));
    assert.equal(scales!.curve.length, 60);
    assert.ok(Math.abs(scales!.curve[scales!.sms - 1]!.shared - scales!.progress) < 1e-9);
    assert.ok(advice.steps.length >= 2 && advice.simulatedCycles <= 80000);
  });

  it('goes by the network for other splits where there is one, and says so', () => {
    const error = { metric: 'errSD', mean: 0.2, worst: 1, evidence: 'made up' } as const;
    // More SMs cost the first kernel nothing and save it all of its interference.
    const predict = (smFraction: number, own: CounterRates) => ({
      scalability: 1,
      interference: own.l2Misses > 0.5 ? 1 : 1 / smFraction,
    });
    const model = { ...lawful, elsewhere: { label: 'elsewhere', error, predict } };
    const advice = allocateSms(scenario(), loaded, model, fair);
    assert.equal(advice.predictor, 'elsewhere');
    assert.deepEqual(advice.error, error);
    assert.ok(advice.sms[0]! > 40, String(advice.sms));
    assert.equal(advice.apps[0]!.scalability, 1);
  });

  it('rounds to the mechanism and predicts again, or says why not', () => {
    const contexts = allocateSms(scenario(), loaded, lawful, {
      ...fair,
      epochs: 2,
      mechanism: 'green-contexts',
    });
    assert.deepEqual(contexts.applied!.sms, contexts.sms);
    assert.deepEqual(
      contexts.applied!.slowdowns,
      contexts.apps.map((app) => app.slowdown),
    );
    const mps = allocateSms(scenario(), loaded, lawful, { ...fair, epochs: 2, mechanism: 'mps' });
    assert.equal(mps.applied, null);
    assert.match(mps.notApplied!, /simulation only/);
  });

  it('keeps a progress target when it can', () => {
    const goal = { kind: 'qos', targets: [0.5, null] } as const;
    const advice = allocateSms(scenario(), loaded, lawful, { goal, mechanism: null, epochs: 8, epochCycles });
    assert.equal(advice.targetsMet, true, JSON.stringify(advice.steps));
    assert.ok(advice.apps[0]!.sms > 30, String(advice.apps[0]!.sms));
  });

  it('guards a target against the error of the predictor, as surely as asked for', () => {
    const goal = { kind: 'qos', targets: [0.5, null] } as const;
    const progressRatios = { tenth: 0.7, quarter: 0.8, evidence: 'made up' };
    const adviceAt = (confidence: 50 | 75 | 90) =>
      allocateSms(
        scenario(),
        loaded,
        { ...lawful, progressRatios },
        { goal, mechanism: null, epochs: 10, confidence },
      );
    const [even, likely, sure] = [adviceAt(50), adviceAt(75), adviceAt(90)];
    assert.ok(even.sms[0]! < likely.sms[0]! && even.sms[0]! < sure.sms[0]!, String(sure.sms));
    assert.equal(even.guard, null);
    assert.deepEqual(likely.guard, { confidence: 75, ratio: 0.8, evidence: 'made up' });
    assert.ok(
      likely.apps[0]!.progress * 0.8 >= 0.5 && likely.targetsAssured,
      String(likely.apps[0]!.progress),
    );
    const unguarded = allocateSms(scenario(), loaded, lawful, {
      goal,
      mechanism: null,
      epochs: 1,
      confidence: 90,
    });
    assert.equal(unguarded.guard, null);
    assert.equal(unguarded.targetsAssured, null);
  });

  it('says when a target is met as predicted but not as surely as asked for', () => {
    const goal = { kind: 'qos', targets: [0.7, null] } as const;
    const model = { ...lawful, progressRatios: { tenth: 0.5, quarter: 0.6, evidence: 'made up' } };
    const advice = allocateSms(scenario(), loaded, model, { goal, mechanism: null, epochCycles });
    assert.deepEqual([advice.targetsMet, advice.targetsAssured], [true, false]);
    assert.match(goalVerdict(advice), /met if the prediction holds, but not with about 75 %/);
    const lower = { ...advice, goal: { kind: 'qos', targets: [0.45, 0.9] } } as const;
    assert.match(guardText(lower)!, /So the split aims at 75 % where 45 % is asked for\. Checked/);
    assert.match(guardText(advice)!, /^In 75 % of the cases .* at least 60 % as fast as predicted/);
    const highest = { ...advice, goal: { kind: 'qos', targets: [0.9, null] } } as const;
    assert.match(
      guardText(highest)!,
      /Targets as high as these are aimed at as they are\. Checked on made up\.$/,
    );
  });

  it('says when targets are too much for the GPU', () => {
    const goal = { kind: 'qos', targets: [0.9, 0.9] } as const;
    const advice = allocateSms(scenario(), loaded, lawful, { goal, mechanism: null, epochs: 2, epochCycles });
    assert.equal(advice.targetsMet, false);
    assert.equal(goalVerdict(advice), 'Not every target is met.');
  });

  it('judges the split as it can be applied as the one that is advised', () => {
    const goal = { kind: 'qos', targets: [0.5, null] } as const;
    const model = { ...lawful, progressRatios: { tenth: 0.7, quarter: 0.8, evidence: 'made up' } };
    const advice = allocateSms(scenario(), loaded, model, {
      goal,
      mechanism: 'green-contexts',
      epochCycles,
    });
    const applied = advice.applied!;
    assert.deepEqual(applied.sms, advice.sms);
    assert.equal(applied.targetsAssured, advice.targetsAssured);
    assert.equal(appliedVerdict(applied, advice), goalVerdict(advice));
    assert.match(appliedVerdict({ ...applied, targetsAssured: false }, advice), /not with about 75 %/);
    assert.match(appliedVerdict({ ...applied, targetsMet: false }, advice), /Not every target/);
    assert.match(appliedVerdict({ ...applied, origin: 'simulated' }, advice), /met in the simulation/);
    const fair = { ...applied, unfairness: 0.125, targetsMet: null, targetsAssured: null };
    assert.match(appliedVerdict(fair, advice), /Slowdowns by weight differ by 13 %/);
  });

  it('says of an application with an untrained share of the SMs that its numbers are unsure', () => {
    const goal = { kind: 'fair', weights: [1, 1] } as const;
    const edge = { ...scenario(), mode: { kind: 'spatial' as const, sms: [1, 59] } };
    const targets = { kind: 'qos', targets: [null, 1] } as const;
    const few = allocateSms(edge, loaded, lawful, { goal: targets, mechanism: null, epochs: 1 });
    assert.deepEqual(few.sms, [1, 59]);
    assert.match(few.apps[0]!.warnings.join(), /^share of the SMs: 1\.67 %, below the training range/);
    assert.deepEqual(few.apps[1]!.warnings, []);
    const more = allocateSms(scenario(), loaded, lawful, { goal, mechanism: null, epochs: 1 });
    assert.deepEqual(
      more.apps.flatMap(({ warnings }) => warnings),
      [],
    );
  });

  it('warns of what is untrained over the last epoch, not in a moment of it', () => {
    const whenIdleBeside: CoRunModel = {
      ...lawful,
      predict: () => ({ scalability: 0.6, interference: 0.6 }),
      // Beside it `saturates` is at the L2 cache all the time, but for the latency of its launches.
      warnings: (_, { l2Misses }, beside) =>
        l2Misses < 0.5 && beside.l2Accesses < 1
          ? [rangeWarning('coRunnerL2Accesses', beside.l2Accesses, [1, 9], 'themis-60sm')]
          : [],
    };
    const moments = allocateSms(scenario(), loaded, whenIdleBeside, fair);
    assert.deepEqual(moments.warnings, []);
    const busy: CoRunModel = {
      ...lawful,
      warnings: (_, { ipc }) => [rangeWarning('ipc', ipc, [1e3, 2e3], 'themis-60sm')],
    };
    const { warnings } = allocateSms(scenario(), loaded, busy, fair);
    assert.deepEqual(
      warnings.map((line) => line.replace(/ [\d.]+ per cycle.*/, '')),
      ['scales: warp instructions:', 'saturates: warp instructions:'],
    );
  });

  it('refuses goals that do not fit the applications', () => {
    const goal = { kind: 'fair', weights: [1, 1, 1] } as const;
    assert.throws(
      () => allocateSms(scenario(), loaded, lawful, { goal, mechanism: null }),
      told(/weights: 3 entries for 2/),
    );
    const aimless = { goal: { kind: 'qos', targets: [null, null] }, mechanism: null } as const;
    assert.throws(
      () => allocateSms(scenario(), loaded, lawful, aimless),
      told(/at least one .* progress target/),
    );
  });
});
