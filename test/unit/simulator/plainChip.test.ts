import assert from 'node:assert/strict';
import { parseScenario, type Scenario } from '../../../src/kernel/scenario';
import { ChipInput } from '../../../src/simulator/chip/chipInput';
import { chipParcels } from '../../../src/simulator/chip/chipParcels';
import type { ChipPort } from '../../../src/simulator/chip/chipPort';
import { save } from '../../../src/simulator/core/snapshot';
import { Machine } from '../../../src/simulator/run/machine';
import type { MachinePlan } from '../../../src/simulator/run/machinePlan';
import { planMachine } from '../../../src/simulator/run/plan';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { PEER_KERNELS, peerScenario } from '../../../lab/simulator/peerKernels';
import { PlainChip } from '../../support/chipParts';

const CYCLES = 6000;

function stateAfter(plan: MachinePlan, makeChip?: (plan: MachinePlan) => ChipPort): Buffer {
  const machine = new Machine(plan, makeChip);
  machine.run(CYCLES, () => false);
  machine.settleCounters();
  return Buffer.from(save(machine.state));
}

/** Two kernels beside each other on a small piece of a GPU. */
function pair(gpu: string, names: readonly string[]): { scenario: Scenario; plan: MachinePlan } {
  const apps = names.flatMap((name) => {
    const kernel = PEER_KERNELS.find(({ run }) => run.startsWith(name))!;
    return (peerScenario(kernel, gpu) as { apps: readonly object[] }).apps.map((app) => ({ ...app, name }));
  });
  const scenario = parseScenario({ gpu, mode: { kind: 'mps' }, apps });
  const loaded = loadSpec(gpu);
  const { spec } = loaded;
  const memory = { ...spec.memory, channels: 2 };
  const l2 = { ...spec.l2, slices: (2 * spec.l2.slices) / spec.memory.channels };
  return { scenario, plan: planMachine(scenario, { ...loaded, spec: { ...spec, sms: 4, memory, l2 } }) };
}

describe('what a chip is built from', () => {
  it('has the columns of the image under their names', () => {
    const { plan } = pair('gtx-480', ['mm', 'tgather']);
    const { names, ...image } = plan.image;
    assert.ok(names.length > 0);
    const { image: taken } = new ChipInput(chipParcels(plan));
    for (const [name, table] of Object.entries(image))
      assert.deepEqual({ ...taken[name as keyof typeof image] }, { ...table }, name);
  });
});

describe('the chip as WebAssembly and as JavaScript', () => {
  for (const [gpu, names] of [
    ['gtx-480', ['mm', 'tgather']],
    ['v100-sxm2', ['vecadd', 'alu']],
    ['h100-sxm', ['wgather', 'mm']],
  ] as const)
    it(`is the same to the last word of its state: ${names.join(' beside ')} on ${gpu}`, () => {
      const { plan } = pair(gpu, names);
      const plain = stateAfter(plan, (own) => new PlainChip(own));
      assert.ok(plain.length > 100_000);
      assert.ok(stateAfter(plan).equals(plain));
    });
});
