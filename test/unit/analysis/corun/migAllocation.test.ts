import assert from 'node:assert/strict';
import { english } from '../../../../src/words';
import type { AllocationGoal } from '../../../../src/sharing/goal';
import { appliedAllocation } from '../../../../src/sharing/allocate/appliedAllocation';
import type { AppliedAllocation, SplitRequest } from '../../../../src/sharing/allocate/splitRequest';
import { migAllocation } from '../../../../src/sharing/allocate/migAllocation';
import { MigInstances } from '../../../../src/sharing/allocate/migInstances';
import { parseScenario } from '../../../../src/kernel/scenario';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu } from '../../simulator/programs';

const a100 = loadSpec('a100-80gb');
// One block fits an SM at a time: the first kernel needs all 108, the second 14.
const scenario = parseScenario({
  gpu: 'a100-80gb',
  apps: [
    {
      name: 'wide',
      program: alu,
      launch: { grid: 108, block: 32, sharedBytes: 90_000 },
      arguments: { iterations: 1000 },
    },
    {
      name: 'narrow',
      program: alu,
      launch: { grid: 14, block: 32, sharedBytes: 90_000 },
      arguments: { iterations: 1000 },
    },
  ],
});

const wish = (goal: AllocationGoal): SplitRequest => ({
  goal,
  scenario,
  loaded: a100,
  sms: [54, 54],
  apps: [],
  guard: null,
});
const instances = new MigInstances(scenario, a100);
const best = (goal: AllocationGoal): AppliedAllocation => migAllocation(wish(goal), instances);

describe('MIG instances for a goal', () => {
  it('keep a target where any can, and leave the others as much as they can use', () => {
    const { settings, targetsMet, origin, notes } = best({ kind: 'qos', targets: [0.45, null] });
    assert.equal(settings[0], '4g.40gb');
    assert.equal(targetsMet, true);
    assert.equal(origin, 'simulated');
    assert.doesNotMatch(notes.map(english).join(), /No MIG instances/);
  });

  it('give a batch application the most when the target needs little', () => {
    const { settings, targetsMet } = best({ kind: 'qos', targets: [null, 0.9] });
    assert.equal(targetsMet, true);
    assert.equal(settings[0], '4g.40gb');
  });

  it('say that none keeps a target that none keeps, and miss it by least', () => {
    const { settings, targetsMet, notes } = best({ kind: 'qos', targets: [0.9, null] });
    assert.equal(targetsMet, false);
    assert.equal(settings[0], '4g.40gb');
    assert.match(english(notes[0]!), /^No MIG instances that fit side by side keep every target/);
  });

  it('follow the weights of a fair split', () => {
    const wide = best({ kind: 'fair', weights: [0.6, 0.4] });
    const narrow = best({ kind: 'fair', weights: [0.1, 0.9] });
    assert.ok(wide.sms[0]! > narrow.sms[0]!, `${String(wide.settings)} ${String(narrow.settings)}`);
    assert.ok(narrow.unfairness! < 0.2, String(narrow.unfairness));
  });

  it('are chosen for kernels, whatever applications copy and whenever they arrive', () => {
    const goal = { kind: 'fair', weights: [0.5, 0.5] } as const;
    const [wide, narrow] = scenario.apps;
    const copies = [{ direction: 'HtoD', bytes: 2 ** 26 }] as const;
    const apps = [
      { ...wide!, copies: [...copies] },
      { ...narrow!, startCycle: 1e6 },
    ];
    const late = migAllocation({ ...wish(goal), scenario: { ...scenario, apps } });
    assert.deepEqual(late.slowdowns, best(goal).slowdowns);
  });

  it('are not told for an application that gets nowhere while it is looked at', () => {
    const slow = { ...a100.spec, launch: { ...a100.spec.launch, kernelCycles: 50_000 } };
    const goal = { kind: 'fair', weights: [0.5, 0.5] } as const;
    const { applied, notApplied } = appliedAllocation(
      { ...wish(goal), loaded: { ...a100, spec: slow } },
      'mig',
    );
    assert.equal(applied, null);
    assert.match(english(notApplied!), /^wide gets nowhere within 40000 simulated cycles, /);
  });
});
