import assert from 'node:assert/strict';
import { AllocationController } from '../../../../src/sharing/engine/controller';
import { AllocationEngine } from '../../../../src/sharing/engine/engine';
import { fairPolicy } from '../../../../src/predictors/themis/allocation/policy';
import { ProgressCurves } from '../../../../src/predictors/themis/allocation/progressCurves';
import { soloRound } from '../../../../src/predictors/counting/soloRound';
import { ThemisEstimator } from '../../../../src/predictors/themis/estimator';
import { coRunOf, cyclesAlone } from '../../../../lab/themis/reproduction/coRun';
import { CoRunTree } from '../../../../lab/themis/reproduction/coRunTree';
import type { ScenarioApp } from '../../../../src/kernel/scenario';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu, launchOf, vecadd } from '../../simulator/programs';

const EPOCH = 5000;
const loaded = loadSpec('themis-60sm');
const apps: ScenarioApp[] = [
  { name: 'scales', program: alu, launch: { grid: 480, block: 256 }, arguments: { iterations: 100 } },
  { name: 'saturates', program: vecadd, launch: launchOf(2 ** 18), arguments: { n: 2 ** 18 } },
];
const setting = { apps, sms: [30, 30], seed: 1, limitCycles: 4 * EPOCH };
const solos = apps.map((app) => soloRound(app, 60, loaded, { seed: 1, launchCycles: 20_000 }));
const model = {
  predict: (smFraction: number) => ({ scalability: smFraction > 0.4 ? 3 : 1 / smFraction, interference: 1 }),
};
const options = () => ({
  preemption: 'switch' as const,
  predictor: new ProgressCurves(new ThemisEstimator(model, 60), 60),
  policy: fairPolicy([0.3, 0.7]),
});

describe('co-run under every sequence of splits', () => {
  const tree = new CoRunTree(setting, solos, loaded, EPOCH, 'switch');

  it('goes as a run under the engine goes', () => {
    const run = coRunOf(setting, loaded, 0, false);
    const controller = new AllocationController(run, { ...options(), epochCycles: EPOCH });
    run.run(controller.hooks());
    const engine = new AllocationEngine(options(), 2);
    const splits: (readonly number[])[] = [[30, 30]];
    for (let epoch = 0; epoch < 4; epoch++) splits.push(engine.decide(tree.epoch(splits).phases));
    assert.deepEqual(engine.steps, controller.steps);
    assert.ok(new Set(splits.map(String)).size > 1, String(splits));
    assert.deepEqual(
      tree.epoch(splits.slice(0, -1)).alone,
      solos.map((solo, app) => cyclesAlone(run, app, solo)),
    );
  });

  it('is the same whatever was asked for before', () => {
    const [straight, turned] = [
      [
        [30, 30],
        [20, 40],
        [40, 20],
      ],
      [
        [30, 30],
        [25, 35],
      ],
    ];
    const fresh = new CoRunTree(setting, solos, loaded, EPOCH, 'switch');
    fresh.epoch(turned!);
    const again = fresh.epoch(straight!);
    const { alone, cycles, contextBytes } = tree.epoch(straight!);
    assert.deepEqual(again.alone, alone);
    assert.equal(again.cycles, cycles);
    assert.equal(again.contextBytes, contextBytes);
    assert.ok(contextBytes > 0);
  });
});
