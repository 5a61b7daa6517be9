import { english } from '../../../../src/words';
import assert from 'node:assert/strict';
import { soloCounters } from '../../../../src/sharing/soloCounters';
import { startSplit } from '../../../../src/sharing/startSplit';
import { parseScenario, type Scenario } from '../../../../src/kernel/scenario';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu } from '../../simulator/programs';
import { lawful, predictCoRun, allocateAlone } from './lawfulModel';
import { told } from '../../../support/told';

const v100 = loadSpec('v100-sxm2');
const fair = { kind: 'fair', weights: [0.75, 0.25] } as const;

function scenarioIn(mode?: object): Scenario {
  const launch = { grid: 40, block: 64 };
  return parseScenario({
    gpu: 'v100-sxm2',
    ...(mode && { mode }),
    apps: [1, 2].map((at) => ({
      name: `app${at}`,
      program: alu,
      launch,
      arguments: { iterations: at * 50 },
    })),
  });
}

const start = (mode?: object) => startSplit(scenarioIn(mode), fair, 80);

describe('where the search for a split starts', () => {
  it('takes MPS percentages as SMs where they fit the GPU together', () => {
    const { sms, assumptions } = start({ kind: 'mps', percentages: [56, 44] });
    assert.deepEqual(sms, [44, 34]);
    assert.match(assumptions.map(english).join(), /caps reserve none/);
  });

  it('goes by the weights where MPS percentages are more than the GPU, or are not given', () => {
    assert.deepEqual(start({ kind: 'mps', percentages: [100, 100] }).sms, [60, 20]);
    assert.deepEqual(start({ kind: 'mps' }).sms, [60, 20]);
    assert.match(
      start({ kind: 'mps', percentages: [100, 100] })
        .assumptions.map(english)
        .join(),
      /more than the GPU/,
    );
  });

  it('takes the SMs of MIG instances', () => {
    const instances = [30, 40].map((sms) => ({ sms, memoryChannels: 8 }));
    assert.deepEqual(start({ kind: 'mig', instances }).sms, [30, 40]);
  });

  it('refuses modes in which SMs have no owner', () => {
    for (const kind of ['streams', 'time-slice', 'intra-sm'])
      assert.throws(() => start({ kind }), told(new RegExp(`mode\\.kind: .*not in '${kind}'`)));
  });
});

describe('MPS', () => {
  it('is advised on, with percentages to copy and what they do not do', () => {
    const scenario = scenarioIn({ kind: 'mps', percentages: [100, 100] });
    const counters = soloCounters(scenario, v100);
    const goal = { kind: 'fair', weights: [1, 1] } as const;
    const advice = allocateAlone(scenario, v100, lawful, counters, { goal, mechanism: 'mps' });
    assert.equal(advice.notApplied, null);
    const { settings, isCap, shared, apply } = advice.applied!;
    assert.ok(isCap && shared.includes('SMs') && shared.includes('DRAM bandwidth'));
    settings.forEach((setting, app) =>
      assert.match(apply[0]!.code, new RegExp(`PERCENTAGE=${parseInt(setting)} \\./app${app + 1} &`)),
    );
    assert.match(advice.warnings.join(), /mode\.percentages: more than the GPU together/);
  });

  it('is predicted where its percentages fit the GPU together, to the whole GPU', () => {
    const { sms } = predictCoRun(scenarioIn({ kind: 'mps', percentages: [50, 50] }), v100, lawful, 8000);
    assert.deepEqual(sms, [40, 40]);
    assert.throws(
      () => predictCoRun(scenarioIn({ kind: 'mps', percentages: [60, 50] }), v100, lawful, 8000),
      told(/mode\.percentages: more than the GPU together/),
    );
    assert.throws(() => predictCoRun(scenarioIn({ kind: 'mps' }), v100, lawful, 8000), told(/missing/));
  });
});
