import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { ID, itCounts, kernel, type Shape } from './countedShape';
import { lowerText } from './loweringSupport';
import { testParser } from './support';

const SHAPES: readonly Shape[] = [
  {
    name: 'a tile that most turns load into registers ahead of their use',
    source: kernel(
      'const float *a, float4 *b, int n',
      `int t = threadIdx.x; float p[4]; *(float4 *)&p[0] = *(const float4 *)&a[4 * t]; for (int k = 0; k < n; k++) { if (k + 8 < n) *(float4 *)&p[0] = *(const float4 *)&a[4 * t + 64 * k]; b[t + 128 * k] = *(float4 *)&p[0]; }`,
    ),
    grid: 4,
    block: 128,
    arguments: { n: 64 },
    expected: { globalLoad: 57, globalStore: 64 },
  },
  {
    name: 'rows of a tile in registers that are stored as vectors and handed to a function',
    source: `__device__ void addRow(float *r, const float *a) { for (int j = 0; j < 4; j++) r[j] += a[j * 16]; }
      ${kernel(
        'const float *a, float *b, int n',
        'float m[2][4] = {0.f}; int t = threadIdx.x; for (int k = 0; k < n; k++) for (int i = 0; i < 2; i++) addRow(m[i], a + t + i + k * 64); for (int i = 0; i < 2; i++) reinterpret_cast<float4 *>(&b[(t * 2 + i) * 4])[0] = reinterpret_cast<float4 *>(&m[i][0])[0];',
      )}`,
    grid: 4,
    block: 64,
    arguments: { n: 64 },
    expected: { globalLoad: 512, globalStore: 2, fp32: 512 },
  },
  {
    name: 'copies whose counter doubles, which lie ever farther apart',
    source: kernel(
      'const float *a, float *b, int n',
      '__shared__ float s[512]; int t = threadIdx.x; s[t] = a[t]; s[t + 256] = 0; __syncthreads(); float v = 0; for (int d = 1; d < 256; d *= 2) v += s[t + d]; b[t] = v;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 2, sharedLoad: 8, fp32: 8 },
  },
  {
    name: 'copies whose counter goes in steps of two',
    source: kernel(
      'const float *a, float *b, int n',
      '__shared__ float s[512]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); float v = 0; for (int d = 0; d < 16; d += 2) v += s[4 * t % 256 + d]; b[t] = v;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 8, fp32: 8 },
  },
  {
    name: 'bytes side by side in shared memory, which are loaded one by one',
    source: kernel(
      'const unsigned char *a, float *b',
      '__shared__ unsigned char s[512]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); int v = 0; for (int d = 0; d < 16; d++) v = v * 3 + s[16 * (t & 15) + d]; b[t] = v;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 16, conversion: 1 },
  },
  {
    name: 'whole numbers of 16 bits, which are, too',
    source: kernel(
      'const short *a, float *b',
      '__shared__ short s[512]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); int v = 0; for (int d = 0; d < 16; d++) v = v * 3 + s[16 * (t & 15) + d]; b[t] = v;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 16, conversion: 1 },
  },
  {
    name: 'bytes of an array that is declared aligned',
    source: kernel(
      'const unsigned char *a, float *b',
      '__shared__ __align__(16) unsigned char s[512]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); int v = 0; for (int d = 0; d < 16; d++) v = v * 3 + s[16 * (t & 15) + d]; b[t] = v;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 1, conversion: 1 },
  },
  {
    name: 'doubles, of which two are one load',
    source: kernel(
      'const double *a, float *b',
      '__shared__ double s[512]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); double v = 0; for (int d = 0; d < 16; d++) v = v * 3 + s[16 * (t & 15) + d]; b[t] = v;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 8, fp64: 16, conversion: 1 },
  },
  {
    name: 'the neighbours of a cell, of which the one in the middle is left out',
    source: kernel(
      'const int *a, int *b, int n',
      'int x = threadIdx.x, y = blockIdx.x, c = 0; for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) { if (dx == 0 && dy == 0) continue; c += a[(y + dy + n) % n * n + (x + dx + n) % n]; } b[y * n + x] = c;',
    ),
    grid: 64,
    block: 64,
    arguments: { n: 64 },
    // Three remainders of x and three of y, of two conversions each.
    expected: { globalLoad: 8, globalStore: 1, conversion: 12, special: 6 },
  },
  {
    name: 'steps from a table of constants',
    source: kernel(
      'const float *a, float *b',
      'const int dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1}; int x = threadIdx.x, y = blockIdx.x; float u = 0; for (int k = 0; k < 4; k++) { int p = x + dx[k], q = y + dy[k]; if (p >= 0 && p < 64 && q >= 0 && q < 64) u += a[q * 64 + p]; } b[y * 64 + x] = u;',
    ),
    grid: 64,
    block: 64,
    expected: { globalLoad: 4 - 1 / 16, globalStore: 1, fp32: 4 - 1 / 16 },
  },
  {
    name: 'whole numbers of a table of two dimensions as factors',
    source: kernel(
      'const float *a, float *b',
      `const int w[2][2] = {{2, 3}, {4, 5}}; ${ID} float s = 0; for (int r = 0; r < 2; r++) for (int c = 0; c < 2; c++) s += w[r][c] * a[i + r * 256 + c]; b[i] = s;`,
    ),
    grid: 16,
    block: 256,
    expected: { globalLoad: 4, globalStore: 1, fp32: 4 },
  },
  {
    name: 'products with 1 and -1 from a table',
    source: kernel(
      'const float *a, float *b',
      `const int w[4] = {1, -1, 3, 5}; ${ID} float v = a[i]; for (int k = 0; k < 4; k++) b[i + k * 4096] = (w[k] * v) * (v + k);`,
    ),
    grid: 16,
    block: 256,
    // Products with 3 and 5, three sums (one with 0 stays), and four products.
    expected: { globalLoad: 1, globalStore: 4, fp32: 10 },
  },
  {
    name: 'loads of unrolled copies that the loop around them does not change',
    source: kernel(
      'const float *__restrict__ w, const float *__restrict__ x, float *y, int n',
      `${ID} for (int r = 0; r < n; r++) { float s = 0; for (int k = 0; k < 8; k++) s += w[k] * x[r * 4096 + i + k]; y[r * 4096 + i] = s; }`,
    ),
    grid: 16,
    block: 256,
    arguments: { n: 20 },
    // The eight weights are loaded once.
    expected: { globalLoad: 8 + 20 * 8, globalStore: 20, fp32: 160 },
  },
  {
    name: 'loads of copies that memory may have changed between two turns',
    source: kernel(
      'float *w, float *y, int n',
      `${ID} for (int r = 0; r < n; r++) { float s = 0; for (int k = 0; k < 8; k++) s += w[k]; y[r * 4096 + i] = s; }`,
    ),
    grid: 16,
    block: 256,
    arguments: { n: 20 },
    expected: { globalLoad: 160, globalStore: 20, fp32: 160 },
  },
  {
    name: 'sums in memory that unrolled copies add to',
    source: kernel(
      'const float *__restrict__ a, const float *__restrict__ b, float *c, int n',
      `${ID} for (int k = 0; k < n; k++) for (int j = 0; j < 4; j++) c[i * 4 + j] += a[i * n + k] * b[k * 4 + j];`,
    ),
    grid: 16,
    block: 256,
    arguments: { n: 20 },
    // Four sums are loaded in front of the loop and stored behind it.
    expected: { globalLoad: 4 + 20 * 5, globalStore: 4, fp32: 80 },
  },
  {
    name: 'shared loads side by side in straight code',
    source: kernel(
      'const float *in, float *out',
      '__shared__ float s[512]; int t = threadIdx.x; s[t] = in[t]; s[t + 256] = in[t + 256]; __syncthreads(); out[t] = s[2 * t] - s[2 * t + 1]; out[t + 256] = s[(t & 63) * 4] + s[(t & 63) * 4 + 1] + s[(t & 63) * 4 + 2] * s[(t & 63) * 4 + 3];',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 2, globalStore: 2, sharedLoad: 2, sharedStore: 2, fp32: 3 },
  },
  {
    name: 'neighbours that lie at no even place',
    source: kernel(
      'const float *in, float *out',
      '__shared__ float s[512]; int t = threadIdx.x; s[t] = in[t]; s[t + 256] = in[t + 256]; __syncthreads(); out[t] = s[t] - s[t + 1];',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 2, globalStore: 1, sharedLoad: 2, sharedStore: 2, fp32: 1 },
  },
  {
    name: 'stores side by side to shared memory that the launch sizes',
    source: kernel(
      'float *a',
      'extern __shared__ float s[]; int t = threadIdx.x; s[t * 2] = a[t]; s[t * 2 + 1] = a[t + 256]; __syncthreads(); a[t] = s[511 - t];',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 2, globalStore: 1, sharedLoad: 1, sharedStore: 1 },
  },
  {
    name: 'a sum in shared memory that the thread has set before the loop',
    source: kernel(
      'const float *in, float *out',
      '__shared__ float s[256]; int t = threadIdx.x; s[t] = 0; for (int i = t; i < 2560; i += 256) s[t] += in[i]; __syncthreads(); out[t] = s[255 - t];',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 10, globalStore: 1, sharedLoad: 1, sharedStore: 2, fp32: 10 },
  },
  {
    name: 'local arrays that are filled and stored as vectors',
    source: kernel(
      'const float *__restrict__ a, float *o, int n',
      `${ID} float v[4], c[4] = {0}; for (int r = 0; r < n; r++) { *(float4 *)&v[0] = *(const float4 *)(a + r * 4096 + i * 4); for (int k = 0; k < 4; k++) c[k] += v[k] * 2.f + 1.f; } reinterpret_cast<float4 *>(o)[i] = *reinterpret_cast<float4 *>(c);`,
    ),
    grid: 16,
    block: 256,
    arguments: { n: 20 },
    expected: { globalLoad: 20, globalStore: 1, fp32: 160 },
  },
  {
    name: 'local arrays that an unrolled loop fills by vectors',
    source: kernel(
      'const float *a, float *o',
      `${ID} float v[8]; for (int k = 0; k < 8; k += 4) *(float4 *)&v[k] = *(const float4 *)(a + i * 8 + k); for (int k = 0; k < 8; k++) v[k] = v[k] * 2.f + 1.f; for (int k = 0; k < 8; k += 4) reinterpret_cast<float4 *>(o + i * 8 + k)[0] = reinterpret_cast<float4 *>(&v[k])[0];`,
    ),
    grid: 16,
    block: 256,
    expected: { globalLoad: 2, globalStore: 2, fp32: 8 },
  },
  {
    name: 'tiles of registers that are loaded from one of two buffers in shared memory',
    source: kernel(
      'const float *a, float *o, int n',
      `__shared__ float s[2][8][64]; float acc[4] = {}; int t = threadIdx.x, buffer = 0;
for (int j = 0; j < n; j++) {
  s[buffer ^ 1][j & 7][t] = a[j * 64 + t]; __syncthreads();
#pragma unroll
  for (int k = 0; k < 8; k++) { float r[4];
#pragma unroll
    for (int i = 0; i < 4; i++) r[i] = s[buffer][k][(t & 15) * 4 + i];
#pragma unroll
    for (int i = 0; i < 4; i++) acc[i] += r[i] * r[i]; }
  __syncthreads(); buffer ^= 1; }
o[t] = acc[0] + acc[1] + acc[2] + acc[3];`,
    ),
    grid: 1,
    block: 64,
    arguments: { n: 20 },
    expected: { globalLoad: 20, globalStore: 1, sharedLoad: 160, sharedStore: 20, fp32: 643 },
  },
  {
    name: 'a test that multiplies what the body multiplies again, over blocks that differ',
    source: kernel(
      'int *o, int n',
      `int x = blockIdx.x * blockDim.x + threadIdx.x; float cr = x * 2.f / 16384.f - 1.5f, ci = blockIdx.x * 0.003f, zr = 0, zi = 0; int k;
for (k = 0; k < n && zr * zr + zi * zi < 4.f; ++k) { float t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; }
o[x] = k;`,
    ),
    grid: 256,
    block: 64,
    arguments: { n: 100 },
    expected: { globalStore: 1, fp32: 534, conversion: 2 },
  },
  {
    name: 'selections that are the larger or the smaller number',
    source: kernel(
      'const float *a, float *o',
      `${ID} float v = a[i]; o[i] = (v > 0 ? v : 0) + (v < 1.f ? v : 1.f); o[i + 4096] = v >= 0.f ? v : 0.f;`,
    ),
    grid: 16,
    block: 256,
    expected: { globalLoad: 1, globalStore: 2, fp32: 5 },
  },
  {
    name: 'a turn that some counters skip, and code that one thread leaves',
    source: kernel(
      'const float *a, float *o, int n',
      `${ID} float s = a[i]; for (int j = 0; j < n; j++) { if (j % 3 == 0) continue; s += (float)j * 0.25f; }
do { if (threadIdx.x == 17) break; s += 2.f; } while (0); o[i] = s;`,
    ),
    grid: 1,
    block: 64,
    arguments: { n: 17 },
    // All convert, add and select.
    expected: { globalLoad: 1, globalStore: 1, fp32: 36, conversion: 17 },
  },
  {
    name: 'a counter of fractions, which no compiler unrolls',
    source: kernel(
      'float *a',
      'float s = 0; for (float x = 0; x < 1.0f; x += 0.01f) s += a[(int)(x * 1000)]; a[threadIdx.x] = s;',
    ),
    grid: 1,
    block: 32,
    // 101 turns: a hundred rounded steps stay below one. Sum, product, step and comparison in each.
    expected: { globalLoad: 101, globalStore: 1, fp32: 404, conversion: 101 },
  },
];

describe('counts of unrolled copies and of what lies side by side', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  for (const shape of SHAPES) itCounts(shape, () => parser);

  it('keep all sums of a tile in registers, whose number is made of template parameters', () => {
    const registers = (rows: number): number =>
      lowerText(
        parser,
        `template <int TM, int TN, int W> __global__ void k(const float *a, float *o) {
constexpr int WM = W / (TM * TN); float r[WM * TM] = {0.f}; int t = threadIdx.x;
for (int w = 0; w < WM; w++) for (int k = 0; k < 40; k++, __syncthreads()) for (int i = 0; i < TM; i++) r[w * TM + i] += a[k * 256 + i];
for (int i = 0; i < WM * TM; i++) o[t * 64 + i] = r[i]; }
void f(float *a, float *b) { k<${rows}, 4, ${4 * rows}><<<1, 64>>>(a, b); }`,
      ).program.registersPerThread;
    assert.ok(registers(16) - registers(8) >= 6);
  });
});
