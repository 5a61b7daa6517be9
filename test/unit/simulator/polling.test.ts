import assert from 'node:assert/strict';
import { parseScenario } from '../../../src/kernel/scenario';
import { ComponentMap } from '../../../src/simulator/chip/components';
import { resultOf } from '../../../src/simulator/run/result';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { chipSpecOf } from '../../support/chipParts';
import { PEER_KERNELS, peerScenario } from '../../../lab/simulator/peerKernels';

/** Four SMs and two channels of a GPU. */
function piece(gpu: string): LoadedSpec {
  const loaded = loadSpec(gpu);
  const { spec } = loaded;
  return {
    ...loaded,
    spec: {
      ...spec,
      sms: 4,
      l2: { ...spec.l2, slices: (2 * spec.l2.slices) / spec.memory.channels },
      memory: { ...spec.memory, channels: 2 },
    },
  };
}

describe('waking components', () => {
  for (const gpu of ['gtx-480', 'v100-sxm2'])
    for (const name of ['vecadd', 'mm', 'tgather'])
      it(`more often than needed changes nothing: ${name} on a piece of ${gpu}`, () => {
        const kernel = PEER_KERNELS.find(({ run }) => run.startsWith(name))!;
        const scenario = parseScenario({
          ...(peerScenario(kernel, gpu) as object),
          limits: { cycles: 7500 },
        });
        const loaded = piece(gpu);
        const once = createRun(scenario, loaded);
        const end = once.run();
        const often = createRun(scenario, loaded);
        wakeAllEveryCycle(often, loaded, once.cycles);
        assert.deepEqual(resultOf(often, end, []), resultOf(once, end, []));
      });
});

function wakeAllEveryCycle(run: ReturnType<typeof createRun>, { spec }: LoadedSpec, end: number): void {
  const { replyArbiters, dram, l2, requestArbiters, sms } = new ComponentMap(chipSpecOf(spec));
  const chip = run.machine['chip'];
  const ranges = [
    [replyArbiters, spec.sms],
    [dram, spec.memory.channels],
    [l2, spec.l2.slices],
    [requestArbiters, spec.l2.slices],
    [sms, spec.sms],
  ] as const;
  while (run.cycles < end) {
    for (const [range, count] of ranges)
      for (let i = 0; i < count; i++) chip.schedule(range.first + i, run.cycles + 1);
    run.machine.run(run.cycles + 1, () => false);
  }
}
