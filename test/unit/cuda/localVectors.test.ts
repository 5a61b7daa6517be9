import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { message } from '../../../src/kernel/message';
import { itCounts, kernel, type Shape } from './countedShape';
import { testParser } from './support';

/** A local array that loops of unknown length go through; counts of PTX by nvcc 13.0 for sm_80. */
const overRow = (name: string, body: string, expected: Shape['expected'], element = 'float'): Shape => ({
  name,
  source: kernel(
    'const float *q, const float *w, float *o, int d, int n',
    `${element} a[64]; int i = blockIdx.x * blockDim.x + threadIdx.x; ${body}`,
  ),
  grid: 4,
  block: 64,
  arguments: { d: 32, n: 16 },
  expected,
});

const FILL = 'for (int x = 0; x < d; x++) a[x] = q[i + x * 64];';

const SHAPES: readonly Shape[] = [
  overRow(
    'elements that are filled once and read in each turn of another loop',
    `${FILL} float s = 0;
    for (int j = 0; j < n; j++) for (int x = 0; x < d; x++) s += a[x] * w[j * d + x];
    o[i] = s;`,
    { globalLoad: 544, fp32: 512, localStore: 8, localLoad: 128, globalStore: 1 },
  ),
  overRow(
    'elements that are updated in place',
    `for (int x = 0; x < d; x++) a[x] = 0;
    for (int j = 0; j < n; j++) { float p = q[j]; for (int x = 0; x < d; x++) a[x] = a[x] * p + w[j * d + x]; }
    for (int x = 0; x < d; x++) o[i * d + x] = a[x];`,
    { globalLoad: 528, fp32: 512, localStore: 136, localLoad: 136, globalStore: 32 },
  ),
  overRow(
    'numbers of double precision, two at a time',
    `${FILL} double t = 0; for (int x = 0; x < d; x++) t += a[x] * a[x]; o[i] = t;`,
    { globalLoad: 32, fp64: 32, conversion: 33, localStore: 16, localLoad: 16, globalStore: 1 },
    'double',
  ),
  overRow(
    'elements under a condition, one by one',
    `${FILL} for (int x = 0; x < d; x++) { if (x % 5 == 1) a[x] += 1; } for (int x = 0; x < d; x++) o[i * d + x] = a[x];`,
    { globalLoad: 32, fp32: 7, localStore: 15, localLoad: 15, globalStore: 32 },
  ),
];

describe('counts of local arrays in loops of unknown length', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  for (const shape of SHAPES) itCounts(shape, () => parser);

  it('are marked at the line of an array that lies in local memory, and of no other', () => {
    const workspace = new CudaWorkspace({ parser });
    const body = `float kept[4];
      float indexed[8];
      for (int x = 0; x < 4; x++) kept[x] = q[x];
      for (int x = 0; x < 8; x++) indexed[x] = q[x];
      o[0] = indexed[d] + kept[0] * kept[3];`;
    workspace.setFile('k.cu', kernel('const float *q, float *o, int d', body));
    const { id } = workspace.index().kernels[0]!;
    const lowered = workspace.lower(id, null, { grid: [1, 1, 1], block: [32, 1, 1], arguments: { d: 2 } });
    assert.ok(lowered?.kind === 'lowered');
    const marks = lowered.assumptions.filter(
      ({ text }) => typeof text !== 'string' && text.say === 'cuda.localMemory',
    );
    assert.deepEqual(
      marks.map(({ line, text }) => ({ line, text })),
      [{ line: 2, text: message('cuda.localMemory', { name: 'indexed' }) }],
    );
  });
});
