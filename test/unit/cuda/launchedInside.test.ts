import assert from 'node:assert/strict';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { english } from '../../../src/words';
import { testParser } from './support';

describe('a kernel that launches kernels', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  function assumptionsOf(launch: string) {
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile(
      'k.cu',
      `template <int N> __global__ void child(float *x, int n) { x[n] = N; }
       __global__ void parent(float *x, int n) { x[threadIdx.x] += 1; if (threadIdx.x == 0) ${launch} }`,
    );
    const parent = workspace.index().kernels.find(({ name }) => name === 'parent')!;
    const lowered = workspace.lower(parent.id, null, { grid: [1, 1, 1], block: [32, 1, 1], arguments: {} });
    assert.ok(lowered?.kind === 'lowered');
    return lowered.assumptions.map(({ text, omits }) => [english(text), omits]);
  }

  it('is said to leave out their work, and not that their code is not at hand', () => {
    for (const launch of ['child<2><<<dim3(n, 1), 64>>>(x, n);', 'child<2> <<< 4, 64 >>> (x, n);'])
      assert.deepEqual(assumptionsOf(launch), [
        ['child is launched by the kernel, which is not simulated: its work is not counted', 'child'],
      ]);
  });

  it('is another thing than one that calls what is not at hand, and compares', () => {
    assert.deepEqual(assumptionsOf('if (n << 3 < 7) other(x, n);'), [
      ['other is not at hand: its instructions are not counted', 'other'],
    ]);
  });
});
