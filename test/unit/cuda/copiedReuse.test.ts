import assert from 'node:assert/strict';
import { loweredCounts } from '../../../lab/cuda/lowering/classErrors';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { lowerText, timesLoaded } from './loweringSupport';
import { testParser } from './support';

/** Loads of `p` in PTX of nvcc 13.0, which repeats these bodies four times, for 100 turns. */
const LOOPS: readonly (readonly [name: string, loop: string, loads: number])[] = [
  ['sums down a column', 'for (int i = 1; i < n - 1; i++) p[i * w + c] += p[(i - 1) * w + c];', 125],
  ['sums up a row', 'for (int i = n - 2; i > 0; i--) p[c * n + i] += p[c * n + i + 1];', 125],
  [
    'three rows of which two were read before',
    'for (int i = 1; i < n - 1; i++) q[i * w + c] = r[(i - 1) * w + c] + r[i * w + c] + r[(i + 1) * w + c];',
    150,
  ],
  [
    'three rows in a loop of its own',
    'for (int i = 1; i < n - 1; i++) { float s = 0; for (int k = -1; k <= 1; k++) s += r[(i + k) * w + c]; p[i * w + c] = s; }',
    150,
  ],
  [
    'two rows before, one of them stored last',
    'for (int i = 2; i < n; i++) p[c * n + i] = p[c * n + i - 1] + p[c * n + i - 2];',
    50,
  ],
  [
    'the row before the last one, beside stores to the next',
    'float *s = p + c * n; for (int i = 2; i < n; i++) s[i] += s[i - 2];',
    150,
  ],
  [
    'neighbours above and below a place',
    'for (int i = 1; i < n - 1; i++) { int x = i * w + c; q[x] = r[x - w] + r[x] + r[x + w]; }',
    225,
  ],
  [
    'rows behind stores to what may be the same memory',
    'for (int i = 1; i < n - 1; i++) q[i * w + c] = p[(i - 1) * w + c] + p[i * w + c] + p[(i + 1) * w + c];',
    300,
  ],
];

describe('loads that copies of a repeated loop share', () => {
  let parser: CudaParser;

  before(async () => {
    parser = await testParser();
  });

  for (const [name, loop, loads] of LOOPS)
    it(`are made once: ${name}`, () => {
      const source = `__global__ void k(float *p, const float *__restrict__ r, float *q, int n, int w) {
          int c = threadIdx.x;
          ${loop}
        }
        void run(float *p, float *r, float *q) { k<<<1, 64>>>(p, r, q, 102, 64); }`;
      const { body } = lowerText(parser, source).program;
      assert.equal(timesLoaded(body, 'p') + timesLoaded(body, 'r'), loads);
    });

  it('are converted once where copies of two loops around share them', () => {
    // PTX of nvcc 13.0: 28 bytes for 64 taps, with a conversion each.
    const source = `__global__ void k(const unsigned char *a, const float *m, float *o) {
        __shared__ unsigned char t[64];
        int x = threadIdx.x;
        t[x] = a[x]; t[x + 32] = a[x + 32];
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < 4; i++) {
          float s = 0;
          #pragma unroll
          for (int j = 0; j < 16; j++) s += m[j] * t[x + i * 4 + j];
          o[x + i * 32] = s;
        }
      }
      void run(unsigned char *a, float *m) { k<<<1, 32>>>(a, m, m); }`;
    const counts = loweredCounts(lowerText(parser, source));
    assert.equal(counts['sharedLoad'], 28);
    assert.equal(counts['conversion'], 28);
  });
});
