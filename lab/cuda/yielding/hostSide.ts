import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withEdits } from '../../../src/cuda/edits/tryOut';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { YIELDING_TRANSFORMER } from '../../../src/predictors';
import { hostText } from '../../../src/predictors/gspace/transform/runtime';
import { YIELD_VARIANTS, type YieldVariant } from '../../../src/predictors/yieldingPort';
import { shortHash } from '../../shortHash';

/** A program that has a template launched with more shared memory than a kernel has without being allowed it. */
const PROGRAM = `template <typename T> __global__ void reversed(T *out, const T *in, int n) {
  extern __shared__ float tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : T(0);
  __syncthreads();
  if (i < n) out[i] = tile[blockDim.x - 1 - threadIdx.x];
}
int main() {
  cudaFuncSetAttribute(reversed<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  reversed<float><<<4, 256, 65536>>>(nullptr, nullptr, 0);
}
`;

/** Digits of a hash over what the host runs, by variant. */
export const hostHashes = (): Record<YieldVariant, string> => ({
  pair: shortHash(hostText('pair'), 12),
  array: shortHash(hostText('array'), 12),
});

/** Compiles host and device code of a launch of a yielding kernel; what nvcc says against it, empty where nothing. */
export function hostFaults(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-yield-host-'));
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', PROGRAM);
  const [kernel] = workspace.index().kernels;
  const [launch] = workspace.launchesOf(kernel!.id);
  try {
    return YIELD_VARIANTS.map((variant) => {
      const outcome = YIELDING_TRANSFORMER.edit(workspace, kernel!, { variant, launch: launch! });
      if (outcome.kind !== 'edit') return 'refused';
      const file = path.join(folder, `${variant}.cu`);
      withEdits(workspace, outcome.edits, () => fs.writeFileSync(file, workspace.text('a.cu')!));
      const flags = ['-std=c++14', '-arch=sm_80', '-c', '-o', path.join(folder, 'a.o')];
      const { status, stderr } = spawnSync('nvcc', [...flags, file], { encoding: 'utf8' });
      return status === 0 ? '' : `${variant}: ${stderr}`;
    }).join('');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
