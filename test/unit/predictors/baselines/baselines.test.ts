import { betterAllocation } from '../../../../src/sharing/search';
import assert from 'node:assert/strict';
import { parseScenario, type Scenario } from '../../../../src/kernel/scenario';
import { AsmEstimator } from '../../../../src/predictors/baselines/asm/asmEstimator';
import { PRIORITY_TURN_CYCLES } from '../../../../src/predictors/counting/priorityRotation';
import { BubbleFlux } from '../../../../src/predictors/baselines/bubbleFlux/bubbleFlux';
import { ProgressCurves } from '../../../../src/predictors/themis/allocation/progressCurves';
import { AllocationController } from '../../../../src/sharing/engine/controller';
import { readModel } from '../../../../src/analysis/models';
import { askPredictors } from '../../../../src/analysis/corun/askPredictors';
import { ScenarioEvidence } from '../../../../src/analysis/corun/scenarioEvidence';
import { CO_RUN_PREDICTORS } from '../../../../src/predictors';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { told } from '../../../support/told';
import { fairPolicy } from '../../../../src/predictors/themis/allocation/policy';
import { parseGpmModel } from '../../../../src/predictors/baselines/gpm/modelFile';
import { createRun, createSoloRun } from '../../../../src/simulator/simulate';
import { alu, launchOf, vecadd } from '../../simulator/programs';

const compute = {
  name: 'compute',
  program: alu,
  launch: { grid: 480, block: 256 },
  arguments: { iterations: 400 },
  repeat: 'always',
};
const memory = {
  name: 'memory',
  program: vecadd,
  launch: launchOf(2 ** 20),
  arguments: { n: 2 ** 20 },
  repeat: 'always',
};

const pair = (apps: unknown[], cycles: number): Scenario =>
  parseScenario({ gpu: 'themis-60sm', mode: { kind: 'spatial', sms: [30, 30] }, apps, limits: { cycles } });

function asmOf(apps: unknown[], cycles: number): readonly number[] {
  const run = createRun(pair(apps, cycles), undefined, { sampleEvery: 1 });
  const estimator = new AsmEstimator(run.loaded.spec);
  const controller = new AllocationController(run, {
    predictor: new ProgressCurves(estimator, 60),
    policy: { isSatisfied: () => true, score: () => 0 },
    epochCycles: cycles,
    rotationCycles: PRIORITY_TURN_CYCLES,
  });
  run.run(controller.hooks());
  controller.series.cut();
  assert.ok(new Set(controller.series.phases.map((phase) => phase.favoured)).size === 2);
  return estimator.estimate(controller.series.phases).map(({ interference }) => interference);
}

describe('ASM (reconstruction)', () => {
  it('sees interference between two memory-bound applications, and ignores what fewer SMs cost', () => {
    const [first, second] = asmOf([memory, { ...memory, name: 'memory 2' }], 40000);
    assert.ok(first! > 1.1 && second! > 1.1, `${first} ${second}`);
    const [alone] = asmOf([compute, { ...compute, name: 'compute 2' }], 40000);
    assert.ok(Math.abs(alone! - 1) < 0.15, String(alone));
  });
});

/** Short kernels, so that a stage sees many of them. */
const light = { ...compute, launch: { grid: 240, block: 128 }, arguments: { iterations: 30 } };
const lightMemory = { ...memory, launch: launchOf(2 ** 17), arguments: { n: 2 ** 17 } };

describe('Bubble-Flux (reconstruction)', () => {
  it('measures slowdown by running each application alone in turn, at a cost', () => {
    const scenario = pair([light, lightMemory], 205000);
    const run = createRun(scenario);
    const bubble = new BubbleFlux(run, { stageCycles: 50000 });
    run.run(bubble.hooks());
    const [scaling, saturating] = bubble.slowdowns;
    assert.ok(scaling! > 1.3 && scaling! < 2.6, String(scaling));
    assert.ok(saturating! > 0.9 && saturating! < 2.6, String(saturating));
    const undisturbed = createRun(scenario);
    undisturbed.run();
    assert.ok(run.warpInstructions < undisturbed.warpInstructions);
  });

  it('moves SMs after every round of profiles when a policy is given', () => {
    const run = createRun(pair([light, lightMemory], 110000));
    const bubble = new BubbleFlux(run, {
      stageCycles: 25000,
      reallocation: { policy: fairPolicy([0.5, 0.5]), search: betterAllocation },
    });
    run.run(bubble.hooks());
    const [first, second] = [0, 1].map((app) => run.machine.partition.smCount(app));
    assert.equal(first! + second!, 60);
    const [scaling, saturating] = bubble.slowdowns;
    assert.equal(Math.sign(first! - 30), Math.sign(scaling! - saturating!));
    assert.ok(Math.abs(first! - 30) <= 5 && first !== 30);
  });

  it('finds no slowdown of an application that has the GPU for itself', () => {
    const solo = createSoloRun(pair([light, lightMemory], 110000), 0);
    const bubble = new BubbleFlux(solo, { stageCycles: 25000 });
    solo.run(bubble.hooks());
    assert.ok(Math.abs(bubble.slowdowns[0]! - 1) < 0.1, String(bubble.slowdowns[0]));
  });
});

describe('rivals behind the port', () => {
  it('read trained scaling curves, and refuse those that do not fit their classifier', async () => {
    const model = await readModel('models/gpm/themis-60sm.json');
    assert.equal(model.predictor, 'asm-gpm');
    const file = structuredClone(model.parameters) as { model: { curves: number[][] } };
    file.model.curves.pop();
    assert.throws(() => parseGpmModel(file), told(/curves and classifier do not fit/));
  });

  it('multiply GPM and ASM, on the same epoch', async () => {
    const models = [await readModel('models/gpm/themis-60sm.json')];
    const rivals = CO_RUN_PREDICTORS.filter(({ id }) => id.startsWith('asm'));
    const evidence = new ScenarioEvidence(pair([compute, memory], 1), loadSpec('themis-60sm'), 20_000);
    const [asm, both] = askPredictors(evidence, models, [], rivals).map(({ prediction }) => prediction!);
    both!.apps.forEach(({ slowdown, parts }, app) => {
      assert.equal(parts['interference'], asm!.apps[app]!.slowdown);
      assert.ok(parts['scalability']! >= 1);
      assert.ok(Math.abs(slowdown - parts['scalability']! * parts['interference']!) < 1e-9);
    });
  });
});
