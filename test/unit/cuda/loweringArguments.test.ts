import assert from 'node:assert/strict';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { ID, kernel } from './countedShape';
import { testParser } from './support';

describe('arguments that nobody gives', () => {
  let parser: CudaParser;

  before(async () => {
    parser = await testParser();
  });

  function valuesOf(body: string): Readonly<Record<string, number | null>> {
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('k.cu', kernel('const float *a, float *b, int p, int n', `${ID} ${body}`));
    const lowered = workspace.lower(workspace.index().kernels[0]!.id, null, {
      grid: [512, 1, 1],
      block: [256, 1, 1],
      arguments: {},
    });
    assert.ok(lowered?.kind === 'lowered');
    return lowered.values;
  }

  it('leave most threads behind an edge, and cover the launch where they end it', () => {
    const window = 'float s = 0; for (int j = 0; j < p; j++) s += a[i - j]; b[i] = s;';
    assert.deepEqual(valuesOf(`if (i >= p - 1 && i < n) { ${window} }`), { p: 1024, n: 131072 });
    assert.deepEqual(valuesOf(`if (i < p || i >= n) return; b[i] = a[i - p];`), { p: 1, n: 131072 });
    assert.deepEqual(valuesOf(`if (i < p) b[i] = a[i + n];`), { p: 131072, n: 131072 });
  });
});
