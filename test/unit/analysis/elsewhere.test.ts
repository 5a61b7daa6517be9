import assert from 'node:assert/strict';
import type { KernelElsewhere } from '../../../src/analysis/applications/elsewhere';
import { applicationKey } from '../../../src/analysis/protocol';
import type { TriedMachine, WhatIfRequest } from '../../../src/analysis/results/whatIfResult';
import type { AnalysisSession } from '../../../src/analysis/session';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { told } from '../../support/told';
import { testSession } from './support';

const source = (launch: string): string => `
__global__ void scale(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= 2.0f; }
int main(int argc, char **argv) {
  const int n = 1 << 20;
  const int unknown = atoi(argv[1]);
  float *x;
  cudaMalloc(&x, n * sizeof(float));
  ${launch}
  cudaDeviceSynchronize();
  return 0;
}
`;

describe('kernels of a program on another machine', () => {
  let session: AnalysisSession;
  const request = async (launch: string, machine: TriedMachine): Promise<WhatIfRequest> => {
    const settings = { ...DEFAULT_SETTINGS, gpu: 'v100-sxm2' };
    const { applications } = await session.analyze({
      sources: new Map([['a.cu', source(launch)]]),
      settings,
    });
    const application = applicationKey(applications[0]!);
    return { application, moves: [], issued: [], pinned: false, blocks: [], machine };
  };
  const KNOWN = 'scale<<<n / 256, 256>>>(x, n);';

  before(async () => void (session = await testSession()));

  it('are simulated alone on both GPUs, there with the share that MPS leaves', async () => {
    const asked = await request(KNOWN, { gpu: 'h100-sxm', mpsPercentage: 50 });
    const [scale, ...others] = session.kernelsElsewhere(asked);
    assert.deepEqual([scale!.kernel, others], ['scale', []]);
    const { here, there } = scale!;
    assert.deepEqual([here.scenario.gpu, here.scenario.mode], ['v100-sxm2', undefined]);
    assert.deepEqual(
      [there.scenario.gpu, there.scenario.mode],
      ['h100-sxm', { kind: 'mps', percentages: [50] }],
    );
    assert.notEqual(here.key, there.key);
  });

  it('leave the program the times that were simulated for it', async () => {
    const asked = await request(KNOWN, { gpu: 'h100-sxm', mpsPercentage: null });
    const id = session.simulationPlan({ focus: [], maxKernels: 1 }).inputs!.kernels[0]!.kernelId;
    const time = { value: 5000, unit: 'ns', origin: 'simulated', from: 'made up' } as const;
    session.timedApplications({ [id]: { time, reason: null } });
    const [{ kernel }] = session.kernelsElsewhere(asked) as [KernelElsewhere];
    const { timeline, writtenNs } = session.whatIf(asked, [{ kernel, timeFactor: 0.5 }]);
    assert.ok(writtenNs >= 5000 && timeline.makespanNs < writtenNs, `${timeline.makespanNs} of ${writtenNs}`);
  });

  it('are not where a number of their launch is not known, nor where MPS has no shares', async () => {
    const open = await request('scale<<<unknown, 256>>>(x, unknown);', {
      gpu: 'h100-sxm',
      mpsPercentage: null,
    });
    assert.throws(
      () => session.kernelsElsewhere(open),
      told(/how long scale takes there is not known: the sources do not tell/),
    );
    const old = await request(KNOWN, { gpu: 'gtx-950', mpsPercentage: 50 });
    assert.throws(() => session.kernelsElsewhere(old), told(/has no active thread percentage/));
    assert.throws(
      () => session.kernelsElsewhere({ ...old, application: 'gone' }),
      told(/not in the workspace any more/),
    );
  });
});
