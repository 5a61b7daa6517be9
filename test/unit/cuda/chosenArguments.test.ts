import assert from 'node:assert/strict';
import { loweredCounts } from '../../../lab/cuda/lowering/classErrors';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { testParser } from './support';

/** Special instructions of a thread of `k`, and what is taken for arguments of which nothing is known. */
function specials(parser: CudaParser, body: string, given: Readonly<Record<string, number>> = {}) {
  const workspace = new CudaWorkspace({ parser });
  const source = `__global__ void k(float *x, int mode, bool fast) { int i = threadIdx.x; float v = x[i]; ${body} x[i] = v; }`;
  workspace.setFile('k.cu', source);
  const launch = { grid: [4, 1, 1], block: [64, 1, 1] } as const;
  const lowered = workspace.lower(workspace.index().kernels[0]!.id, null, { ...launch, arguments: given });
  assert.ok(lowered?.kind === 'lowered');
  const taken = lowered.assumptions.map(({ parameter, value }) => `${parameter} ${value}`);
  return { count: loweredCounts(lowered)['special'] ?? 0, taken };
}

describe('arguments that only choose a branch', () => {
  let parser: CudaParser;

  before(async () => {
    parser = await testParser();
  });

  it('lead all threads into the first one, whichever way it asks', () => {
    const root = 'v = __fsqrt_rn(v);';
    const cases: readonly (readonly [string, string])[] = [
      [`if (mode == 3) v = __sinf(v); else v += 1.f;`, 'mode 3'],
      [`if (mode != 3) v = __sinf(v); else v += 1.f;`, 'mode 0'],
      [`if (mode != 0) v = __sinf(v); else v += 1.f;`, 'mode 1'],
      [`if (mode) v = __sinf(v);`, 'mode 1'],
      [`if (!mode) v = __sinf(v);`, 'mode 0'],
      [`if (fast) v = __sinf(v); else ${root}`, 'fast 1'],
      [`if (!fast) v = __sinf(v); else ${root}`, 'fast 0'],
      [`switch (mode) { case 2: v = __sinf(v); break; default: v += 1.f; }`, 'mode 2'],
    ];
    for (const [body, taken] of cases) assert.deepEqual(specials(parser, body), { count: 1, taken: [taken] });
  });

  it('go one way in all branches on them', () => {
    const body = 'if (mode == 1) v = __sinf(v); if (mode == 2) v = __cosf(v); if (mode == 1) v = __sinf(v);';
    assert.deepEqual(specials(parser, body), { count: 2, taken: ['mode 1'] });
    assert.deepEqual(specials(parser, body, { mode: 2 }), { count: 1, taken: [] });
  });

  it('leave both sides to who sets the share of one', () => {
    const body = 'if (mode == 1) v = __sinf(v);';
    assert.deepEqual(specials(parser, body, { share_mode: 0.25 }).taken, ['share_mode 0.25']);
  });
});
