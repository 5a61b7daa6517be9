import assert from 'node:assert/strict';
import type { ScenarioApp } from '../../../../src/kernel/scenario';
import { fairPolicy } from '../../../../src/predictors/themis/allocation/policy';
import { Collector } from '../../../../lab/themis/reproduction/collector';
import type { EngineMethod } from '../../../../lab/themis/reproduction/engineMethods';
import { engineRun } from '../../../../lab/themis/reproduction/engineRun';
import type { EngineRow } from '../../../../lab/themis/reproduction/rows';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu, launchOf, vecadd } from '../../simulator/programs';

const EPOCH = 5000;
const EPOCHS = 4;
const loaded = loadSpec('themis-60sm');
const apps = [
  { name: 'scales', program: alu, launch: { grid: 480, block: 256 }, arguments: { iterations: 100 } },
  { name: 'saturates', program: vecadd, launch: launchOf(2 ** 18), arguments: { n: 2 ** 18 } },
] satisfies ScenarioApp[];
const programs = new Map(apps.map((app) => [app.name, { app, programs: 'test' }]));
const collector = new Collector(programs, loaded, { seed: 1, limitCycles: EPOCH, launchCycles: 20_000 });
const themis = {
  predict: (smFraction: number) => ({ scalability: smFraction > 0.4 ? 3 : 1 / smFraction, interference: 1 }),
};

const run = (method: EngineMethod): EngineRow =>
  engineRun(
    {
      at: { apps: ['scales', 'saturates'], sms: [30, 30] },
      method,
      policy: fairPolicy([0.3, 0.7]),
      policyText: 'fair 0.3 0.7',
      cycles: EPOCHS * EPOCH,
      epochCycles: EPOCH,
    },
    collector,
    loaded,
    { themis },
  );

describe('run under the allocation engine', () => {
  before(() => apps.forEach(({ name }) => collector.solo(name, 60)));

  for (const method of ['Themis', 'ASM'] as const)
    it(`tells the SMs at the end of each epoch with ${method}`, () => {
      const { cycles, allocations, repartitions } = run(method);
      assert.equal(cycles, EPOCHS * EPOCH);
      assert.equal(allocations.length, 1 + EPOCHS);
      assert.deepEqual(allocations[0], [30, 30]);
      assert.ok(repartitions > 0, String(allocations));
    });

  it('tells one split where nothing moves SMs', () => {
    const { allocations, repartitions } = run('Static');
    assert.deepEqual(allocations, [[30, 30]]);
    assert.equal(repartitions, 0);
  });
});
