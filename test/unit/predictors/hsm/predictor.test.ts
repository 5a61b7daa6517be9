import assert from 'node:assert/strict';
import path from 'node:path';
import { askPredictors } from '../../../../src/analysis/corun/askPredictors';
import { ScenarioEvidence } from '../../../../src/analysis/corun/scenarioEvidence';
import { readModel } from '../../../../src/analysis/models';
import { parseScenario } from '../../../../src/kernel/scenario';
import { hsm } from '../../../../src/predictors/hsm/predictor';
import { parseHsmModel, type HsmModelFile } from '../../../../src/predictors/hsm/modelFile';
import type { TrainedModel } from '../../../../src/predictors/port';
import { goalSearch } from '../../../../src/sharing/goal';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';
import { alu, launchOf, vecadd } from '../../simulator/programs';

const GPU = 'hsm-40sm-gddr5';
const shipped = (gpu: string): Promise<TrainedModel> => readModel(path.join('models/hsm', `${gpu}.json`));

const SCENARIO = parseScenario({
  gpu: GPU,
  apps: [
    { name: 'compute', program: alu, launch: { grid: 320, block: 256 }, arguments: { iterations: 400 } },
    { name: 'memory', program: vecadd, launch: launchOf(2 ** 20), arguments: { n: 2 ** 20 } },
  ],
});

describe('HSM behind the port', () => {
  let model: TrainedModel;
  before(async () => {
    model = await shipped(GPU);
  });

  it('says which GPU it has no line for', () => {
    const { ready, lacking } = hsm.availability(loadSpec('gtx-480'), [model]);
    assert.deepEqual(ready, []);
    assert.match(english(lacking[0]!.reason), /not fitted for gtx-480/);
    const tried = hsm.availability(loadSpec('v100-sxm2'), []).lacking;
    assert.match(english(tried[0]!.reason), /no line of .* fits v100-sxm2/);
  });

  it('answers in both forms of its classifier, with the fit of its line and its measures', () => {
    const asked = askPredictors(
      new ScenarioEvidence(SCENARIO, loadSpec(GPU), 20_000),
      [model],
      [[10, 30]],
      [hsm],
    );
    const labels = asked.map(({ prediction }) => prediction!.predictor);
    assert.deepEqual(labels.slice(0, 2), ['HSM', 'HSM (demand by mix)']);
    assert.match(labels[2]!, /^HSM from runs alone/);
    const { apps, others, system } = asked[0]!.prediction!;
    const [compute, memory] = apps;
    // A launch that the epoch's end cuts is judged without its latency: 20 of 40 SMs make it twice as slow.
    assert.equal(compute!.cause, 'fewer SMs');
    assert.equal(compute!.slowdown, 2);
    assert.equal(memory!.cause, 'DRAM bandwidth');
    assert.ok(memory!.inputs['demand']! > memory!.inputs['potential']!);
    assert.match(english(compute!.validOnly[1] as never), /fitted to \d+ runs alone, R²/);
    assert.ok(Math.abs(system.throughput - (1 / compute!.slowdown + 1 / memory!.slowdown)) < 1e-12);
    assert.equal(others[0]!.slowdowns[0], 4);
  });

  it('has its own way to alike weights and to a single target, and leaves other goals to the search', () => {
    const [ready] = hsm.availability(loadSpec(GPU), [model]).ready;
    const own = ready!.splits!.policies;
    const searchOf = (goal: Parameters<typeof goalSearch>[0]) => goalSearch(goal, SCENARIO, null, own).search;
    assert.ok(searchOf({ kind: 'fair', weights: [1, 1] }) !== undefined);
    assert.equal(searchOf({ kind: 'fair', weights: [1, 2] }), undefined);
    assert.ok(searchOf({ kind: 'qos', targets: [0.8, null] }) !== undefined);
    assert.equal(searchOf({ kind: 'qos', targets: [0.4, 0.4] }), undefined);
    assert.equal(goalSearch({ kind: 'fair', weights: [1, 1] }, SCENARIO, null, undefined).search, undefined);
  });

  it('refuses a model file with a field at fault', async () => {
    const file = (await shipped(GPU)).parameters as HsmModelFile;
    assert.throws(() => parseHsmModel({ ...file, line: { c1: 0.5 } }), told(/line\.c2/));
    assert.throws(() => parseHsmModel({ ...file, version: 2 }), told(/version/));
  });

  it('ships lines of both GPUs of the paper that deliver about half of DRAM to a fifth of row hits', async () => {
    for (const gpu of ['hsm-80sm-hbm', GPU]) {
      const { line, rSquared, points } = (await shipped(gpu)).parameters as HsmModelFile;
      const at = line.c1 * 0.2 + line.c2;
      assert.ok(Math.abs(at - 0.46) < 0.06, `${gpu}: ${at}`);
      assert.ok(rSquared > 0.85 && points.length >= 5);
    }
  });
});
