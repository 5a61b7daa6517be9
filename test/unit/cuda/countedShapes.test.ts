import { ID, describeCounts, kernel, type Shape } from './countedShape';

const SHAPES: readonly Shape[] = [
  {
    name: 'remainders by a counter of 64 bits that doubles in each copy of a loop',
    source: kernel(
      'const float *a, float *b',
      'int t = threadIdx.x; float v = a[t]; for (size_t step = 1; step < 64; step *= 2) if (t % (step * 2) == 0) v += 1.f; b[t] = v;',
    ),
    grid: 1,
    block: 64,
    expected: { globalLoad: 1, globalStore: 1, fp32: 12 },
  },
  {
    name: 'a load behind four conditions of an expression',
    source: kernel(
      'const float *a, float *b, int w, int h',
      'int x = threadIdx.x, y = blockIdx.x; b[x + 256 * y] = (x >= 0 && x < w && y >= 0 && y < h) ? a[x + y * w] : 0.f;',
    ),
    grid: 4,
    block: 256,
    arguments: { w: 128, h: 2 },
    expected: { globalLoad: 0.25, globalStore: 1 },
  },
  {
    name: 'updates of the lanes of a vector',
    source: kernel(
      'const float4 *a, float4 *b',
      `${ID} float4 v = a[i]; v.x += 1.f; v.y += 1.f; v.z += 1.f; v.w += 1.f; b[i] = v;`,
    ),
    grid: 64,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, fp32: 4 },
  },
  {
    name: 'an update of one lane on one side of a branch',
    source: kernel(
      'const float4 *a, float4 *b, int n',
      `${ID} float4 v = a[i]; if (threadIdx.x < 64) v.x *= 3.f; b[i] = v;`,
    ),
    grid: 64,
    block: 256,
    // All threads multiply, and select.
    expected: { globalLoad: 1, globalStore: 1, fp32: 2 },
  },
  {
    name: 'members that a store to another one leaves as they are',
    source: `struct P { float x, y, z, m; };\n${kernel('P *p', `${ID} p[i].x += p[i].m; p[i].y += p[i].m; p[i].z += p[i].m;`)}`,
    grid: 64,
    block: 256,
    expected: { globalLoad: 4, globalStore: 3, fp32: 3 },
  },
  {
    name: 'what the cases of a switch assign',
    source: kernel(
      'const float *a, float *b, int m',
      'int i = threadIdx.x; float v; switch (m) { case 0: v = a[i]; break; case 1: v = a[i] * 2.f; break; default: v = a[i] * 3.f + 1.f; } b[i] = v;',
    ),
    grid: 1,
    block: 256,
    arguments: { m: 1 },
    expected: { globalLoad: 1, globalStore: 1, fp32: 1 },
  },
  {
    name: 'what the cases of a switch update by thread',
    source: kernel(
      'const float *a, float *b',
      'int i = threadIdx.x; float v = a[i]; switch (i & 3) { case 0: v = v * 2.f; break; case 1: v = v * 3.f; break; case 2: v = v * 4.f; break; default: v = v * 5.f; } b[i] = v;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, fp32: 1 },
  },
  {
    name: 'a store in one branch and a load of the same element in another',
    source: kernel(
      'float *b',
      'int i = threadIdx.x; if ((i & 3) == 0) b[i] = 1.f; else if ((i & 3) == 1) b[i] = b[i] * 2.f; else b[i] = b[i] * 3.f;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 0.75, globalStore: 1, fp32: 0.75 },
  },
  {
    name: 'a return of all blocks but the first two',
    source: kernel(
      'float *a',
      'if (blockIdx.x >= 2) return; for (int j = 0; j < 1000; j++) a[threadIdx.x + j * 256] += 1.f;',
    ),
    grid: 1000,
    block: 256,
    expected: { globalLoad: 2, globalStore: 2, fp32: 2 },
  },
  {
    name: 'work of the last block alone',
    source: kernel(
      'float *a',
      'if (blockIdx.x == gridDim.x - 1) { for (int j = 0; j < 100; j++) a[threadIdx.x + 256 * j] *= 2.f; }',
    ),
    grid: 1000,
    block: 256,
    expected: { globalLoad: 0.1, globalStore: 0.1, fp32: 0.1 },
  },
  {
    name: 'a bound on the square of the counter',
    source: kernel(
      'float *a, int n',
      'float s = 0; for (int i = 0; i * i < n; i++) s += a[i * 32 + threadIdx.x]; a[threadIdx.x] = s;',
    ),
    grid: 1,
    block: 32,
    arguments: { n: 1000 },
    expected: { globalLoad: 32, fp32: 32, globalStore: 1 },
  },
  {
    name: 'an unsigned counter that leaves below zero',
    source: kernel(
      'float *a, int n',
      'float s = 0; for (size_t i = n - 1; i < n; --i) s += a[i * 32 + threadIdx.x]; a[threadIdx.x] = s;',
    ),
    grid: 1,
    block: 32,
    arguments: { n: 1000 },
    expected: { globalLoad: 1000, fp32: 1000, globalStore: 1 },
  },
  {
    name: 'a counter that ends at the largest number',
    source: kernel('float *a', 'float s = 0; for (unsigned i = 99; i != ~0u; i--) s += a[i * 32]; a[0] = s;'),
    grid: 1,
    block: 32,
    expected: { globalLoad: 100, fp32: 100, globalStore: 1 },
  },
  {
    name: 'a test that moves its counter',
    source: kernel(
      'float *a',
      'float s = 0; for (unsigned i = 100; i-- > 0;) s += a[i * 32 + threadIdx.x]; a[threadIdx.x] = s;',
    ),
    grid: 1,
    block: 32,
    expected: { globalLoad: 100, fp32: 100, globalStore: 1 },
  },
  {
    name: 'a test behind the body that moves its counter',
    source: kernel(
      'float *a, int n',
      'float s = 0; int i = n; do s += a[i * 32 + threadIdx.x]; while (--i > 0); int j = 8; do s += a[j * 32]; while (j-- > 0); a[threadIdx.x] = s;',
    ),
    grid: 1,
    block: 32,
    arguments: { n: 100 },
    expected: { globalLoad: 109, fp32: 109, globalStore: 1 },
  },
  {
    name: 'an endless loop with a break in front',
    source: kernel(
      'float *a, int n',
      'float s = 0; int i = 0; while (true) { if (i >= n) break; s += a[i * 32 + threadIdx.x]; i += 2; } a[threadIdx.x] = s;',
    ),
    grid: 1,
    block: 32,
    arguments: { n: 1000 },
    expected: { globalLoad: 500, fp32: 500, globalStore: 1 },
  },
  {
    name: 'a pointer that counts',
    source: kernel(
      'float *a, int n',
      'float s = 0; float *e = a + n; for (float *p = a; p != e; ++p) s += *p; a[threadIdx.x] = s;',
    ),
    grid: 1,
    block: 32,
    arguments: { n: 1000 },
    expected: { globalLoad: 1000, fp32: 1000, globalStore: 1 },
  },
  {
    name: 'a list that is looped over',
    source: kernel('float *a', 'float s = 0; for (auto i : {1, 2, 3, 4, 5}) s += a[i]; a[threadIdx.x] = s;'),
    grid: 1,
    block: 32,
    expected: { globalLoad: 5, fp32: 5, globalStore: 1 },
  },
  {
    name: 'an explicit unroll factor, which keeps conversions of the counter',
    source: kernel(
      'float *a',
      'float s = 0;\n#pragma unroll 16\nfor (int t = 0; t < 128; ++t) s += 0.0001f * t;\na[threadIdx.x] = s;',
    ),
    grid: 1,
    block: 32,
    expected: { conversion: 128, fp32: 128, globalStore: 1 },
  },
  {
    name: 'a tile of registers that an 8 × 8 product is added to',
    source: kernel(
      'const float *a, const float *b, float *c, int n',
      'float t[64] = {0.f}, u[8], v[8]; for (int j = 0; j < n; ++j) { for (int x = 0; x < 8; ++x) { u[x] = a[j * 8 + x]; v[x] = b[j * 8 + x]; } for (int x = 0; x < 8; ++x) for (int y = 0; y < 8; ++y) t[x * 8 + y] += u[x] * v[y]; } for (int x = 0; x < 8; ++x) for (int y = 0; y < 8; y += 4) { float4 w = reinterpret_cast<float4 *>(&c[(threadIdx.x * 8 + x) * 8 + y])[0]; w.x = 2.f * t[x * 8 + y] + 3.f * w.x; w.y = 2.f * t[x * 8 + y + 1] + 3.f * w.y; w.z = 2.f * t[x * 8 + y + 2] + 3.f * w.z; w.w = 2.f * t[x * 8 + y + 3] + 3.f * w.w; reinterpret_cast<float4 *>(&c[(threadIdx.x * 8 + x) * 8 + y])[0] = w; }',
    ),
    grid: 1,
    block: 32,
    arguments: { n: 100 },
    // 64 multiply-adds a step; at the end a product and a multiply-add for each of the 64 elements, 4 by 4.
    expected: { globalLoad: 1616, globalStore: 16, fp32: 6528 },
  },
  {
    name: 'work of the first thread of each tile and block, by groups',
    source: `namespace cg = cooperative_groups;\n${kernel('float *a', 'cg::thread_block b = cg::this_thread_block(); cg::thread_block_tile<32> t = cg::tiled_partition<32>(b); if (t.thread_rank() == 0) a[b.group_index().x * 8 + t.meta_group_rank()] = 1.f; if (b.thread_rank() == 0) a[blockIdx.x] *= 2.f; b.sync(); cg::sync(b);')}`,
    grid: 64,
    block: 256,
    // One thread of 32 stores; one of 256 loads, multiplies and stores.
    expected: { globalStore: 1 / 32 + 1 / 256, globalLoad: 1 / 256, fp32: 1 / 256 },
  },
  {
    name: 'a reduction over a tile',
    source: `namespace cg = cooperative_groups;\n${kernel('float *a', 'auto g = cg::this_grid(); auto t = cg::tiled_partition<32>(cg::this_thread_block()); float v = cg::reduce(t, a[g.thread_rank()], cg::plus<float>()); a[g.thread_rank()] = v;')}`,
    grid: 64,
    block: 256,
    expected: { globalStore: 1, globalLoad: 1, fp32: 5, special: 5 },
  },
  {
    name: 'a measured number that is compared for equality',
    source: kernel('const double *a, double *b', `${ID} double v = a[i]; if (v == 123.0) b[i] = v;`),
    grid: 64,
    block: 256,
    expected: { globalLoad: 1 },
  },
  {
    name: 'operators that a program defines for its own struct',
    source: `struct V3 { float x, y, z; __device__ V3 operator+(const V3 &o) const { return {x + o.x, y + o.y, z + o.z}; } __device__ float dot(const V3 &o) const { return x * o.x + y * o.y + z * o.z; } };
${kernel('const V3 *a, const V3 *b, float *o', `${ID} V3 c = a[i] + b[i]; o[i] = c.dot(a[i]);`)}`,
    grid: 16,
    block: 256,
    expected: { globalLoad: 6, globalStore: 1, fp32: 6 },
  },
  {
    name: 'a free operator and a vector made by a function',
    source: `__device__ float4 operator*(const float4 &v, float s) { return make_float4(v.x * s, v.y * s, v.z * s, v.w * s); }
struct C { float re, im; };
__device__ C operator*(const C &a, const C &b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
${kernel('const C *a, float2 *o', `${ID} C c = a[i] * a[i + 32]; o[i] = make_float2(c.re, c.im);`)}`,
    grid: 16,
    block: 256,
    expected: { globalLoad: 4, globalStore: 1, fp32: 4 },
  },
  {
    name: 'a recursion that a constant ends',
    source: `__device__ float rec(float x, int d) { return d == 0 ? x : rec(x * 1.5f, d - 1) + 1.f; }
${kernel('float *a', 'a[threadIdx.x] = rec(a[threadIdx.x], 12);')}`,
    grid: 1,
    block: 256,
    // The inmost sum takes the product in.
    expected: { globalLoad: 1, globalStore: 1, fp32: 23 },
  },
  {
    name: 'volatile elements, which are read each time',
    source: kernel(
      'volatile float *v',
      'int t = threadIdx.x; v[t] += v[t + 32]; v[t] += v[t + 16]; v[t] = v[t] + v[t];',
    ),
    grid: 1,
    block: 32,
    expected: { globalLoad: 6, globalStore: 3, fp32: 3 },
  },
  {
    name: 'volatile elements through a pointer to plain ones, as the last warp of a reduction reads them',
    source: kernel(
      'float *g',
      `float *p = g + blockIdx.x * 32; volatile float *v = p; int t = threadIdx.x;
      v[t] += v[t + 16]; v[t] += v[t + 8];`,
    ),
    grid: 4,
    block: 32,
    expected: { globalLoad: 4, globalStore: 2, fp32: 2 },
  },
  {
    name: 'volatile elements of a shared array that is not',
    source: kernel(
      'float *g',
      `__shared__ float s[64]; int t = threadIdx.x; s[t] = g[t]; __syncthreads();
      volatile float *v = s; v[t] += v[t + 16]; v[t] += v[t + 8]; g[t] = s[t + 1];`,
    ),
    grid: 1,
    block: 32,
    expected: { globalLoad: 1, sharedLoad: 5, sharedStore: 3, globalStore: 1, fp32: 2 },
  },
  {
    name: 'a place that is read under two types, which is loaded once',
    source: kernel(
      'const float *a, float *b',
      `${ID} int m = ((const int *)a)[i] & 255; float s = m; if (threadIdx.x < 48) s += a[i]; b[i] = s;`,
    ),
    grid: 4,
    block: 64,
    // The second type is at hand: all threads add, and select.
    expected: { globalLoad: 1, globalStore: 1, fp32: 2, conversion: 1 },
  },
  {
    name: 'a load that some threads have made in a branch before',
    source: kernel(
      'const float *a, float *b',
      `${ID} float s = 1.f; if (threadIdx.x < 16) s *= a[i]; if (threadIdx.x >= 32) s += a[i]; b[i] = s;`,
    ),
    grid: 4,
    block: 64,
    expected: { globalLoad: 0.75, globalStore: 1, fp32: 0.5 },
  },
  {
    name: 'a load that the first case of a switch makes, too, and code behind it',
    source: kernel(
      'const float *a, float *b',
      `${ID} float s = 1.f; switch (threadIdx.x % 4) { case 0: s += a[i]; case 1: s += a[i + 64]; case 2: s += a[i + 128]; } b[i] = s * a[i];`,
    ),
    grid: 4,
    block: 64,
    expected: { globalLoad: 2.5, globalStore: 1, fp32: 2.5 },
  },
  {
    name: 'a sum that one arm makes, and code behind both',
    source: kernel(
      'const float *a, float *b',
      `${ID} float s = a[i]; if (threadIdx.x < 16) b[i + 512] = s * s; else b[i + 256] = a[i + 64]; b[i] = s * s + 1.f;`,
    ),
    grid: 4,
    block: 64,
    // The product is there behind both, and no part of a sum.
    expected: { globalLoad: 1.75, globalStore: 2, fp32: 2 },
  },
  {
    name: 'what a loop does not change, made by the threads that enter it',
    source: kernel(
      'const float *a, float *b',
      `${ID} float s = 0.f; for (int j = 0; j < (i & 3); j++) s += a[j] * a[i + 64]; b[i] = s;`,
    ),
    grid: 4,
    block: 64,
    expected: { globalLoad: 2.25, globalStore: 1, fp32: 1.5 },
  },
  {
    name: 'what loops use that some threads enter: made by all where two loops use it, by those where one does',
    source: kernel(
      'const float *a, float *b, int n',
      '__shared__ float t[256]; int i = threadIdx.x; t[i] = a[i]; __syncthreads(); float m = t[0] / n; float s = 0; for (int c = i; c < n; c += blockDim.x) { float d = t[c] - m; s += d * d; } t[i] = s; __syncthreads(); float v = t[1] / n; float r = sqrtf(v + 1e-5f); for (int c = i; c < n; c += blockDim.x) b[c] = (a[c] - m) / r;',
    ),
    grid: 1,
    block: 256,
    arguments: { n: 100 },
    // 100 of 256 threads make a turn: the mean is of two loops, the deviation of one.
    expected: {
      ...{ globalLoad: 1.39, globalStore: 0.39, sharedLoad: 1.78, sharedStore: 2 },
      ...{ fp32: 13.81, special: 2.17, conversion: 1 },
    },
  },
  {
    name: 'a sine and a cosine of one angle, which share its reduction',
    source: kernel('const float *a, float *b', `${ID} b[i] = sinf(a[i]) * cosf(a[i]);`),
    grid: 4,
    block: 64,
    expected: { globalLoad: 1, globalStore: 1, fp32: 26, conversion: 2 },
  },
  {
    name: 'places that 64 bits and 32 bits add up, which are two',
    source: kernel(
      'const float *a, float *b',
      `${ID} size_t p = (size_t)blockIdx.x * blockDim.x + threadIdx.x; b[i] = a[p] + a[i];`,
    ),
    grid: 4,
    block: 64,
    expected: { globalLoad: 2, globalStore: 1, fp32: 1 },
  },
  {
    name: 'the counter of a loop that is unrolled around one that is',
    source: kernel(
      'const float *a, float *b',
      `${ID} float s = a[i]; for (int j = 0; j < 5; j++) for (int k = 0; k < 12; k++) { s *= 1.5f; s += j; } b[i] = s;`,
    ),
    grid: 4,
    block: 64,
    expected: { globalLoad: 1, globalStore: 1, fp32: 60 },
  },
  {
    name: 'stores to the lanes of vectors in memory, which are one where they are aligned',
    source: kernel(
      'float4 *v, uchar4 *c, float t',
      `${ID} v[i].x += t * 3.f; v[i].y += t * 5.f; v[i].z += t * 7.f; c[i].x = i; c[i].y = i; c[i].z = i; c[i].w = 255;`,
    ),
    grid: 4,
    block: 64,
    expected: { globalLoad: 1, globalStore: 3, fp32: 3 },
  },
  {
    name: 'shared words that the copies of a loop read side by side',
    source: kernel(
      'const float *a, float *b, int n',
      `${ID} __shared__ float t[256]; t[threadIdx.x] = a[i]; __syncthreads(); float s = 0.f; for (int j = 0; j < n; j++) s += t[j]; b[i] = s;`,
    ),
    grid: 4,
    block: 256,
    arguments: { n: 200 },
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 50, fp32: 200 },
  },
  {
    name: 'shared vectors of three words that the copies of a loop read',
    source: kernel(
      'const float *a, float *b',
      `${ID} __shared__ float3 t[256]; t[threadIdx.x] = make_float3(a[i], a[i + 1], a[i + 2]); __syncthreads(); float s = 0.f; for (int j = 0; j < 256; j++) s += t[j].x * t[j].y + t[j].z; b[i] = s;`,
    ),
    grid: 4,
    block: 256,
    // Four vectors are three accesses of 16 bytes.
    expected: { globalLoad: 3, globalStore: 1, sharedStore: 3, sharedLoad: 192, fp32: 512 },
  },
  {
    name: 'shared words of a loop that stores between',
    source: kernel(
      'const float *a, float *b',
      `${ID} __shared__ float t[256]; t[threadIdx.x] = a[i]; __syncthreads(); for (int j = 0; j < 256; j++) b[i + j * 1024] = t[j];`,
    ),
    grid: 4,
    block: 256,
    expected: { globalLoad: 1, globalStore: 256, sharedStore: 1, sharedLoad: 256 },
  },
  {
    name: 'parameters that do not overlap, by the other spelling',
    source: kernel(
      'const int *__restrict a, int *__restrict b, int n',
      `${ID} b[i] = 0; for (int j = 0; j < n; j++) b[i] += a[j * 512 + i];`,
    ),
    grid: 4,
    block: 64,
    arguments: { n: 100 },
    expected: { globalLoad: 100, globalStore: 2 },
  },
  {
    name: 'a table of pointers',
    source: kernel('float **q', 'q[blockIdx.x][threadIdx.x] += 1.f;'),
    grid: 16,
    block: 256,
    expected: { globalLoad: 2, globalStore: 1, fp32: 1 },
  },
  {
    name: 'an access that only the first part of a condition allows',
    source: kernel(
      'const int *a, int *o',
      'int t = threadIdx.x; bool both = t < 64 && a[t] > 0; o[t] = both;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 0.25, globalStore: 1 },
  },
];

describeCounts('counts of common shapes', SHAPES);
