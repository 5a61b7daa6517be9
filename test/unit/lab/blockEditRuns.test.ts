import assert from 'node:assert/strict';
import { generatedLaunches } from '../../../lab/cuda/edits/generatedLaunches';
import { differenceOf, runOnData, type RunOutcome } from '../../../lab/cuda/edits/runs';
import { sizeConstants, withSizes } from '../../../lab/cuda/edits/sizes';
import { parsePtx } from '../../../src/cuda/ptx/parsePtx';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { Dim3 } from '../../../src/kernel/symbolic';

/** `out[i] = x` for threads below n: with `%r4` for x the global number, with `%r3` that in the block. */
const ptx = (x: string): string => `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [n];
  setp.ge.s32 %p1, %r4, %r5;
  @%p1 bra END;
  ld.param.u64 %rd1, [out];
  mul.wide.s32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], ${x};
END:
  ret;
}
`;

function run(x: string, block: number, n = 101): RunOutcome {
  const grid: Dim3 = [Math.ceil(n / block), 1, 1];
  const parameters = [
    { type: 'int*', name: 'out' },
    { type: 'int', name: 'n' },
  ];
  const module = parsePtx(ptx(x), 'k.ptx');
  return runOnData({ module, entry: 'k', grid, block: [block, 1, 1], parameters, values: [null, n] }, 3);
}

function difference(x: string): string | null {
  const [before, after] = [run(x, 32), run(x, 64)];
  assert.ok(before.kind === 'ran' && after.kind === 'ran');
  return differenceOf(before.contents, after.contents);
}

describe('edited launches beside their originals', () => {
  it('leave the same where threads know their global number alone', () => {
    assert.equal(difference('%r4'), null);
  });

  it('differ where threads write their number in the block', () => {
    assert.equal(difference('%r3'), 'out');
  });

  it('fail where memory ends before the last thread', () => {
    assert.equal(run('%r4', 64, 300_000).kind, 'failed');
  });

  it('have the size of constants that the grid follows, and of no others', () => {
    const text =
      '#define N 4096\n#define OTHER 512\nconst int block = 128;\n__global__ void k(float* a) { a[0] = N; }\nvoid run(float* a) { k<<<(N + block - 1) / block, block>>>(a); }\n';
    const workspace = new CudaWorkspace();
    workspace.setFile('a.cu', text);
    const names = sizeConstants(workspace, workspace.index().launches[0]!).map(({ name }) => name);
    assert.deepEqual(names, ['N']);
    assert.equal(withSizes(text, names, [1009]), text.replace('4096', '1009'));
  });

  it('are generated with right and wrong grids, the same ones for a seed', () => {
    const files = generatedLaunches(60, 5);
    assert.deepEqual([...files], [...generatedLaunches(60, 5)]);
    const all = [...files.values()].join('');
    for (const grid of ['(n + block - 1) / block', 'n / block, block', '<<<16, block'])
      assert.ok(all.includes(grid), grid);
  });
});
