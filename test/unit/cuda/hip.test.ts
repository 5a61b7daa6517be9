import assert from 'node:assert/strict';
import { isSourceName, mayHoldCuda } from '../../../src/analysis/sourceKinds';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { resolveDim3 } from '../../../src/kernel/symbolic';
import { testParser } from './support';

const HIP = `#include <hip/hip_runtime.h>
__global__ void scale(float* a, int n) {
  int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i < n) a[i] *= 2.0f;
}
template <int N> __global__ void tiles(float* a) { HIP_DYNAMIC_SHARED(float, s) s[threadIdx.x] = a[N]; }
int main() {
  float* a; hipStream_t stream;
  hipMalloc(&a, 4096);
  hipStreamCreate(&stream);
  hipLaunchKernelGGL(scale, dim3(4), dim3(256), 0, stream, a, 1000);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(tiles<4>), dim3(2, 3), 64, 1024, 0, a);
  scale<<<7, 128>>>(a, 896);
}
`;

describe('HIP sources', () => {
  it('are recognised by their names and by their calls', () => {
    assert.ok(isSourceName('a.hip') && mayHoldCuda('a.hip', ''));
    assert.ok(isSourceName('advection.cuknl'));
    assert.ok(mayHoldCuda('host.cpp', 'hipLaunchKernelGGL(k, 1, 32, 0, 0);'));
    assert.ok(!mayHoldCuda('host.cpp', 'int hip = 1;'));
  });

  it('have their launches with grid, block, shared memory and stream', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile('a.hip', HIP);
    const { launches, kernels } = workspace.index();
    assert.deepEqual(
      kernels.map(({ name, line }) => [name, line]),
      [
        ['scale', 2],
        ['tiles', 6],
      ],
    );
    assert.deepEqual(
      launches.map(({ kernelIds, line, grid, block, sharedBytes, stream }) => [
        kernelIds[0],
        line,
        resolveDim3(grid),
        resolveDim3(block),
        sharedBytes.value,
        stream.text,
      ]),
      [
        ['a.hip#scale', 11, [4, 1, 1], [256, 1, 1], 0, 'stream'],
        ['a.hip#tiles', 12, [2, 3, 1], [64, 1, 1], 1024, '0'],
        ['a.hip#scale', 13, [7, 1, 1], [128, 1, 1], 0, '0'],
      ],
    );
    assert.deepEqual(
      kernels[1]!.shared.map(({ name, dynamic }) => [name, dynamic]),
      [['s', true]],
    );
  });

  it('have the counts of the same kernel in CUDA', async () => {
    const parser = await testParser();
    const cuda = HIP.replace(
      /hip(Block|Thread)(Idx|Dim)_x/g,
      (_, what: string, kind: string) => `${what.toLowerCase()}${kind}.x`,
    );
    const [mine, theirs] = [HIP, cuda].map((text) => {
      const workspace = new CudaWorkspace({ parser });
      workspace.setFile('a.hip', text);
      return workspace.index().kernels[0]!.mix!.perThread;
    });
    assert.deepEqual(mine, theirs);
    assert.ok(mine!.globalLoad > 0.9 && mine!.globalStore > 0.9);
  });
});
