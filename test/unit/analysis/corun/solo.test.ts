import assert from 'node:assert/strict';
import path from 'node:path';
import type { CoRunModel } from '../../../../src/predictors/themis/coRunModel';
import { readThemisModels } from '../../../../lab/themis/models';
import { predictSplit } from '../../../../src/predictors/themis/fromRunsAlone';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';
import type { TrainedModel } from '../../../../src/predictors/port';
import { shareGpu } from '../../../../src/analysis/corun/share';
import { soloCounters } from '../../../../src/sharing/soloCounters';
import { InputError } from '../../../../src/kernel/result';
import { parseScenario, type Scenario } from '../../../../src/kernel/scenario';
import { rangeWarning } from '../../../../src/predictors/themis/model/inputNames';
import type { ThemisModelFile } from '../../../../src/predictors/themis/model/modelFile';
import { unfairness } from '../../../../src/predictors/themis/allocation/policy';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu, launchOf, vecadd } from '../../simulator/programs';
import { lawful, predictCoRun, predictAlone, allocateAlone } from './lawfulModel';

/** Knows nothing of what it is asked, and says something impossible. */
const lost: CoRunModel = {
  ...lawful,
  predict: () => ({ scalability: 0.6, interference: 0.6 }),
  warnings: () => [
    rangeWarning('ipc', 0.4, [2.8, 104], 'themis-60sm'),
    rangeWarning('l2Accesses', 0.1, [0.2, 9], 'themis-60sm'),
  ],
};

const loaded = loadSpec('themis-60sm');
const apps = [
  { name: 'scales', program: alu, launch: { grid: 240, block: 128 }, arguments: { iterations: 1500 } },
  { name: 'saturates', program: vecadd, launch: launchOf(2 ** 20), arguments: { n: 2 ** 20 } },
];
const scenario = (more: Partial<Record<keyof Scenario, unknown>> = {}): Scenario =>
  parseScenario({ gpu: 'themis-60sm', apps, ...more });
const counters = soloCounters(scenario(), loaded);
/** Launches of the first application end within an epoch, one after the other. */
const shortLaunches = (): Scenario =>
  scenario({ apps: [{ ...apps[0], arguments: { iterations: 100 } }, apps[1]] });

const asModel = (file: ThemisModelFile): TrainedModel => ({
  predictor: 'themis',
  gpu: file.gpu,
  parameters: file,
});

describe('counters of runs alone', () => {
  it('are those of each application on the whole GPU, equal applications run once', () => {
    const [scales, saturates] = counters.events;
    assert.ok(scales!.memoryBandwidth < 0.05 && saturates!.memoryBandwidth > 0.2, JSON.stringify(counters));
    const twice = soloCounters(scenario({ apps: [apps[0], { ...apps[0], name: 'again' }] }), loaded);
    assert.deepEqual(twice.events[0], twice.events[1]);
    assert.deepEqual(twice.events[0], scales);
    assert.ok(twice.cycles < counters.cycles);
  });

  it('are of kernels alone, whatever an application copies and whenever it arrives', () => {
    const copies = [{ direction: 'HtoD', bytes: 2 ** 24 }];
    const late = scenario({
      apps: [
        { ...apps[0], copies },
        { ...apps[0], name: 'late', startCycle: 1e6 },
      ],
    });
    const { events } = soloCounters(late, loaded);
    assert.deepEqual(events, [counters.events[0], counters.events[0]]);
    const { warnings } = predictAlone(late, loaded, lawful, { ...counters, events });
    assert.match(warnings.map(english).join(), /late: its arrival at cycle 1000000 left out/);
  });

  it('say which launches stand for the others', () => {
    const kernels = Array.from({ length: 10 }, () => ({ program: alu, launch: { grid: 60, block: 64 } }));
    const { warnings } = soloCounters(scenario({ apps: [{ name: 'many', kernels }, apps[1]] }), loaded);
    assert.match(warnings.map(english).join(), /many: its first 8 of 10 launches/);
  });

  it('name what is at fault by its place in the scenario', () => {
    const wrong = { ...apps[0], name: 'wrong', launch: { grid: 240, block: 2000 } };
    assert.throws(
      () => soloCounters(scenario({ apps: [apps[0], wrong] }), loaded),
      told(/apps\[1\]\.launch\.block/),
    );
  });

  it('are of applications that fit the memory together', () => {
    // 10 GB each: 4 bytes for every thread.
    const large = { ...apps[0], launch: { grid: 2_500_000, block: 1024 } };
    const v100 = loadSpec('v100-sxm2');
    const both = scenario({ gpu: 'v100-sxm2', apps: [large, { ...large, name: 'second' }] });
    assert.throws(() => soloCounters(both, v100), told(/apps\[1\].* do not fit/));
  });
});

describe('prediction from runs alone', () => {
  it('scales the pressure of a co-runner with its share of the SMs', () => {
    const { events } = counters;
    const [narrow] = predictSplit(lawful, events, [45, 15], 60);
    const [wide] = predictSplit(lawful, events, [15, 45], 60);
    const whole = events[1]!.memoryBandwidth;
    assert.ok(Math.abs(narrow!.parts['interference']! - 1 - whole / 4) < 1e-12);
    assert.ok(Math.abs(wide!.parts['interference']! - 1 - (3 * whole) / 4) < 1e-12);
  });

  it('answers as the prediction from a shared epoch does, and says where it comes from', () => {
    const alone = predictAlone(scenario(), loaded, lawful, counters, [[10, 50]]);
    const shared = predictCoRun(scenario(), loaded, lawful, 60_000, [[10, 50]]);
    assert.deepEqual([alone.counters, shared.counters], ['solo', 'shared']);
    assert.deepEqual(alone.sms, shared.sms);
    alone.apps.forEach((app, at) => {
      assert.ok(Math.abs(app.slowdown / shared.apps[at]!.slowdown - 1) < 0.3, app.subject);
      assert.equal(app.cause, shared.apps[at]!.cause);
    });
    assert.ok(
      Math.abs(alone.others[0]!.slowdowns[0]! - 6 * (1 + (counters.events[1]!.memoryBandwidth * 5) / 6)) <
        1e-9,
    );
    assert.match(shared.others[0]!.warnings.map(english).join(), /20 SMs away from the simulated split/);
    assert.deepEqual(alone.others[0]!.warnings, []);
  });

  it('predicts another split from one epoch by the progress curve', () => {
    const { apps: seen, others } = predictCoRun(shortLaunches(), loaded, lawful, 40_000, [
      [30, 30],
      [20, 40],
    ]);
    others[0]!.slowdowns.forEach((slowdown, at) => assert.ok(Math.abs(slowdown - seen[at]!.slowdown) < 1e-9));
    // While its kernel runs, 20 SMs take half as long again as 30; the latency of a launch stays as it is.
    const [whole, kernel] = [seen[0]!.slowdown, seen[0]!.kernels[0]!.slowdown];
    const latency = (kernel / whole - 1) / (kernel - 1);
    assert.ok(latency > 0.1 && latency < 0.9, String(latency));
    const expected = whole * (latency + 1.5 * (1 - latency));
    assert.ok(Math.abs(others[1]!.slowdowns[0]! - expected) < 1e-9, `${others[1]!.slowdowns[0]} ${expected}`);
  });

  it('leaves the latency of a launch as it is on few SMs, as the network for other splits does', () => {
    const at = [[5, 55]];
    const [curve] = predictCoRun(shortLaunches(), loaded, lawful, 40_000, at).others;
    const elsewhere = { ...lawful, predict: lawful.predict };
    const [learned] = predictCoRun(shortLaunches(), loaded, { ...lawful, elsewhere }, 40_000, at).others;
    assert.ok(Math.abs(curve!.slowdowns[0]! / learned!.slowdowns[0]! - 1) < 1e-6, String(curve!.slowdowns));
  });

  it('warns of one SM with the number, and refuses splits and applications that do not fit', () => {
    const edge = predictAlone(
      scenario({ mode: { kind: 'spatial', sms: [1, 59] } }),
      loaded,
      lawful,
      counters,
    );
    assert.match(edge.apps[0]!.warnings.map(english).join(), /share of the SMs: 1\.67 %/);
    assert.throws(() => predictAlone(scenario(), loaded, lawful, counters, [[0, 60]]), told(/0 SMs/));
    assert.throws(
      () => predictAlone(scenario(), loaded, lawful, counters, [[40, 40]]),
      told(/the split 40:40 has 80 SMs, but the GPU has 60/),
    );
    assert.throws(
      () => predictAlone(scenario(), loaded, lawful, counters, [[60]]),
      told(/the split 60 has 1 parts, but there are 2 applications/),
    );
    const many = Array.from({ length: 61 }, (_, at) => ({ ...apps[0], name: `app ${at}` }));
    assert.throws(
      () => predictAlone(scenario({ apps: many }), loaded, lawful, counters),
      told(/61 applications are more than the 60 SMs/),
    );
  });

  it('refuses what cannot be, with the numbers that led there', () => {
    const refusal =
      /scales: no prediction: warp instructions: 0\.400 per cycle, below .* \(and 1 more\); what comes out, ×0\.[34]\d, cannot be/;
    assert.throws(() => predictAlone(scenario(), loaded, lost, counters), told(refusal));
    assert.throws(() => predictCoRun(scenario(), loaded, lost, 12_000), told(refusal));
    const goal = { kind: 'fair', weights: [1, 1] } as const;
    assert.throws(
      () => allocateAlone(scenario(), loaded, lost, counters, { goal, mechanism: null }),
      told(refusal),
    );
  });
});

describe('allocation from runs alone', () => {
  const goal = { kind: 'fair', weights: [0.5, 0.5] } as const;

  it('finds a fair split without simulating a co-run', () => {
    const advice = allocateAlone(scenario(), loaded, lawful, counters, { goal, mechanism: 'green-contexts' });
    const [scales, saturates] = advice.apps;
    assert.equal(advice.counters, 'solo');
    assert.equal(scales!.sms + saturates!.sms, 60);
    assert.ok(scales!.sms > 34, String(scales!.sms));
    assert.ok(advice.unfairness! < 0.15, String(advice.unfairness));
    assert.equal(advice.simulatedCycles, counters.cycles);
    assert.deepEqual(scales!.tried, []);
    const [predicted] = predictSplit(lawful, counters.events, advice.sms, 60);
    assert.ok(Math.abs(scales!.slowdown - predicted!.slowdown) < 0.02 * predicted!.slowdown);
  });

  it('keeps a progress target when it can', () => {
    const qos = { kind: 'qos', targets: [0.6, null] } as const;
    const advice = allocateAlone(scenario(), loaded, lawful, counters, { goal: qos, mechanism: null });
    assert.equal(advice.targetsMet, true, JSON.stringify(advice.sms));
    assert.ok(advice.apps[0]!.sms > 30);
  });
});

describe('how kernels share a GPU, for the share view', () => {
  const request = {
    kernelIds: ['a', 'b'],
    goal: { kind: 'fair', weights: [0.5, 0.5] },
    mechanism: null,
  } as const;
  let models: ThemisModelFile[];
  /** Of a small GPU: what is asked is who answers, not how well. */
  const small = (): Scenario =>
    scenario({ gpu: 'gtx-950', apps: [{ ...apps[0], launch: { grid: 48, block: 128 } }, apps[1]] });
  before(async () => {
    models = await readThemisModels(path.join(process.env['CORUN_ROOT']!, 'models/themis'));
  });

  it('is answered from runs alone, or from a co-run with runs alone beside it', () => {
    // With an error that explains whatever comes out, no number is refused.
    const unsure = models.map((file) => ({
      ...file,
      variants: file.variants.map((one) => ({
        ...one,
        heldOut: { ...one.heldOut, slowdown: { ...one.heldOut.slowdown, mean: 1 } },
      })),
    }));
    const quick = shareGpu(small(), request, unsure.map(asModel), 'solo');
    const whole = shareGpu(small(), request, unsure.map(asModel), 'shared');
    assert.deepEqual([quick.even.counters, quick.advice.counters, quick.alone], ['solo', 'solo', null]);
    assert.deepEqual([whole.even.counters, whole.advice.counters], ['shared', 'shared']);
    for (const { even, evenOutcome } of [quick, whole]) {
      const slowdowns = even.apps.map(({ slowdown }) => slowdown);
      assert.equal(evenOutcome.unfairness, unfairness(slowdowns, request.goal.weights));
    }
    assert.equal(whole.aloneRefused, null);
    assert.deepEqual(
      whole.alone!.apps.map(({ slowdown }) => slowdown),
      quick.even.apps.map(({ slowdown }) => slowdown),
    );
    assert.ok(quick.advice.simulatedCycles < whole.advice.simulatedCycles + whole.even.epoch.cycles);
  });

  it('is answered from a co-run where runs alone are refused, with the reason', () => {
    const withoutAlone = models.map((file) => ({
      ...file,
      variants: file.variants.filter(({ events }) => events !== 'solo'),
    }));
    assert.throws(() => shareGpu(small(), request, withoutAlone.map(asModel), 'solo'), InputError);
    const { even, alone, aloneRefused } = shareGpu(small(), request, withoutAlone.map(asModel), 'shared');
    assert.equal(even.counters, 'shared');
    assert.equal(alone, null);
    assert.match(english(aloneRefused!), /model for gtx-950 has no variant for solo events/);
  });

  it('is refused for a GPU without a model, with what there is', () => {
    const other = parseScenario({ gpu: 'k40', apps });
    for (const counters of ['solo', 'shared'] as const)
      assert.throws(
        () => shareGpu(other, request, models.map(asModel), counters),
        told(/no model for k40 \(trained: .*themis-60sm.*corun\.models\.folder/),
      );
  });
});
