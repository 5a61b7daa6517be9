import { told } from '../../support/told';
import assert from 'node:assert/strict';
import { calibrateKernel } from '../../../src/analysis/fitting/calibrateKernel';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import { parseKernelProgram } from '../../../src/kernel/program';
import { testParser } from '../cuda/support';
import { profileWith } from '../fitting/profiles';

const SOURCE = `
__global__ void walk(const int* next, float* out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < steps; k++) sum += out[i] * 2.0f + (float)k;
  out[i] = sum;
}
void run(const int* a, float* b, int n) { walk<<<40, 128>>>(a, b, n); }
`;

describe('calibration of a source kernel to a profile', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const workspaceOf = (text: string): CudaWorkspace => {
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('walk.cu', text);
    return workspace;
  };
  const options = { refineCycles: 0, matchDuration: false, seed: 1 };
  const named = (name: string, metrics: Readonly<Record<string, number>>) => ({
    profile: { ...profileWith(metrics, { grid: [40, 1, 1], registers: 17 }), name },
    notes: [],
  });

  it('chooses the value of an argument that bounds a loop, keeping the structure of the source', () => {
    const workspace = workspaceOf(SOURCE);
    const kernel = workspace.index().kernels[0]!;
    const truth = workspace.lower(kernel.id, workspace.launchesOf(kernel.id)[0]!, {
      arguments: { steps: 300 },
    });
    assert.ok(truth?.kind === 'lowered');
    const totals = programTotals(truth.program, truth.launch);
    const found = calibrateKernel(
      named('walk(int const *, float*, int)', { inst_executed: totals.warpInstructions }),
      workspace,
      options,
    );
    const steps = found.parameters.find(({ name }) => name === 'steps')!;
    assert.ok(Math.abs(steps.value / 300 - 1) < 0.06, JSON.stringify(steps));
    assert.equal(steps.by, 'counts');
    assert.equal(found.registersPerThread, 17);
    assert.deepEqual(found.launch.grid, [40, 1, 1]);
    assert.deepEqual(found.source, { path: 'walk.cu', line: kernel.line });
    assert.equal(parseKernelProgram(found.program).name, truth.program.name);
    assert.ok(found.distance.after < 0.06 && found.distance.after < found.distance.before);
  });

  it('says which kernel is not in the sources', () => {
    assert.throws(
      () => calibrateKernel(named('other(float*)', { inst_executed: 1000 }), workspaceOf(SOURCE), options),
      told(/other.*no kernel of this name/),
    );
  });
});
