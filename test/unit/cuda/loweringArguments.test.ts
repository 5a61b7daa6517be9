import assert from 'node:assert/strict';
import { CudaWorkspace, type Lowering } from '../../../src/cuda/workspace';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { ID, kernel } from './countedShape';
import { lowerText, those } from './loweringSupport';
import { testParser } from './support';

type Lowered = Extract<Lowering, { kind: 'lowered' }>;

describe('arguments that nobody gives', () => {
  let parser: CudaParser;

  before(async () => {
    parser = await testParser();
  });

  function loweredOf(body: string): Lowered {
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('k.cu', kernel('const float *a, float *b, int p, int n', `${ID} ${body}`));
    const lowered = workspace.lower(workspace.index().kernels[0]!.id, null, {
      grid: [512, 1, 1],
      block: [256, 1, 1],
      arguments: {},
    });
    assert.ok(lowered?.kind === 'lowered');
    return lowered;
  }

  const valuesOf = (body: string): Readonly<Record<string, number | null>> => loweredOf(body).values;

  it('leave most threads behind an edge, and cover the launch where they end it', () => {
    const window = 'float s = 0; for (int j = 0; j < p; j++) s += a[i - j]; b[i] = s;';
    assert.deepEqual(valuesOf(`if (i >= p - 1 && i < n) { ${window} }`), { p: 1024, n: 131072 });
    assert.deepEqual(valuesOf(`if (i < p || i >= n) return; b[i] = a[i - p];`), { p: 1, n: 131072 });
    assert.deepEqual(valuesOf(`if (i < p) b[i] = a[i + n];`), { p: 131072, n: 131072 });
  });

  it('divide the launch into as many rows as columns, so that guards on both have a form', () => {
    // 362² threads are the most of 131072; the margins of 4 are no part of p.
    const body = 'int y = i / (p + 4), x = i % (p + 4); if (y >= 2 && y < n && x < p) b[i] = a[i + x];';
    const lowered = loweredOf(body);
    assert.deepEqual(lowered.values, { p: 358, n: 363 });
    assert.deepEqual(
      lowered.assumptions.map(({ parameter }) => parameter),
      ['p', 'n'],
    );
    const conditions = those(lowered.program.body, 'if').map(({ condition }) => condition);
    const i = '256 * blockX + threadX';
    assert.deepEqual(conditions, [`floor((${i}) / 362) >= 2`, `((${i}) % 362) < 358`]);
  });

  it('that divide together are as large as each other', () => {
    const body = 'int z = i / (p * n), y = i / n % p, x = i % n; b[(x * p + y) * 8 + z] = a[i];';
    assert.deepEqual(valuesOf(body), { p: 50, n: 50 });
  });

  it('are tables as large as the launch where addresses wrap around in them', () => {
    assert.deepEqual(valuesOf('b[i] = a[(i * 7) % p];'), { p: 131072 });
    assert.deepEqual(valuesOf('if (i % p < p - 1) b[i] = a[i];'), { p: 362 });
  });

  it('whose product or multiple ends a guard cover the launch with it', () => {
    assert.deepEqual(valuesOf('if (i < p * n) b[i] = a[i];'), { p: 363, n: 363 });
    assert.deepEqual(valuesOf('if (i < n / 4 - 1) b[i] = a[i];'), { n: 524292 });
  });

  it('whose product bounds a loop are together as much as one that bounds it alone', () => {
    const step = 'k += blockDim.x * gridDim.x';
    assert.deepEqual(valuesOf(`for (int k = i; k < n; ${step}) b[k] = a[k];`), { n: 131072 });
    assert.deepEqual(valuesOf(`for (int k = i; k < p * n; ${step}) b[k] = a[k];`), { p: 363, n: 363 });
    assert.deepEqual(valuesOf(`for (int k = 0; k < p * n; k++) b[i] += a[k];`), { p: 32, n: 32 });
    // What a thread's number is divided by is taken before: 362 rows are left.
    assert.deepEqual(
      valuesOf(`if (i / n < 3) b[i] = 0; for (int k = i; k < (p + 1) * n; ${step}) b[k] = a[k];`),
      {
        n: 362,
        p: 362,
      },
    );
  });
});

describe('extents that nobody gives', () => {
  it('lie along the axes that a kernel asks for', async () => {
    const parser = await testParser();
    const extentsOf = (body: string) =>
      lowerText(
        parser,
        `${kernel('float *b, int w', body)}\nvoid f(float *b) { k<<<unknown_grid(), unknown_block()>>>(b, 640); }`,
      ).launch;
    assert.deepEqual(extentsOf(`${ID} b[i] = 1.f;`), {
      grid: [512, 1, 1],
      block: [256, 1, 1],
      sharedBytes: 0,
    });
    const plane = 'b[(blockIdx.y * 8 + threadIdx.y) * w + blockIdx.x * 8 + threadIdx.x] = 1.f;';
    assert.deepEqual(extentsOf(plane), { grid: [32, 16, 1], block: [16, 16, 1], sharedBytes: 0 });
  });
});
