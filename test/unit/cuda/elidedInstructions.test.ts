import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { ID, itCounts, kernel, type Shape } from './countedShape';
import { testParser } from './support';

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  {
    name: 'a vector of which all lanes are written anew',
    source: kernel(
      'const float2 *a, float2 *b',
      `${ID} float2 v = a[i]; float2 w = b[i]; w.x = v.x * 2.f; w.y = v.y + 1.f; b[i] = w;`,
    ),
    grid: 64,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, fp32: 2 },
  },
  {
    name: 'numbers held between 0 and 1, where they are computed and where they are loaded',
    source: kernel(
      'const float *a, float *b, float *c, float *d',
      `${ID} b[i] = fminf(fmaxf(a[i] * 3.f, 0.f), 1.f); c[i] = min(max(a[i + 1] + 2.f, 0.f), 1.f); d[i] = fminf(fmaxf(a[i + 2], 0.f), 1.f);`,
    ),
    grid: 64,
    block: 256,
    expected: { globalLoad: 3, globalStore: 3, fp32: 3 },
  },
  {
    name: 'sums of a thread in shared memory, which it adds to under a condition and has begun itself',
    source: kernel(
      'const float *a, float *b, int n',
      '__shared__ float s[256]; int t = threadIdx.x; s[t] = 0.f; for (int r = 0; r < 4; r++) { int i = t + r * 256; if (i < n) s[t] += a[i]; } b[t] = s[t ^ 1];',
    ),
    grid: 1,
    block: 256,
    arguments: { n: 896 },
    // The sum goes from turn to turn in a register.
    expected: { globalLoad: 3.5, globalStore: 1, fp32: 3.5, sharedLoad: 1, sharedStore: 4.5 },
  },
  {
    name: 'constants that become halves, and an argument that does',
    source: kernel(
      'const half2 *a, half2 *b, const half *c, half *d, float m',
      `${ID} b[i] = __hfma2(a[i], __float2half2_rn(3.f), __float2half2_rn(m)); d[i] = __hadd(c[i], __float2half(6.f));`,
    ),
    grid: 64,
    block: 256,
    // By machine code: one conversion, packed into both halves.
    expected: { globalLoad: 2, globalStore: 2, fp16: 2, conversion: 1 },
  },
];

describe('counts of what compilers leave out', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  for (const shape of SHAPES) itCounts(shape, () => parser);
});
