import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { ID, itCounts, kernel, type Shape } from './countedShape';
import { testParser } from './support';

const PAIR = `struct Pair { float m, s; };
__device__ Pair joined(Pair a, Pair b) { Pair r; r.m = fmaxf(a.m, b.m); r.s = a.s + b.s; return r; }
`;

/** Counts of nvcc 13.0 for sm_80. */
const SHAPES: readonly Shape[] = [
  {
    name: 'names that are bound to the lanes of a vector',
    source: kernel(
      'const float *a, float *b',
      `${ID} const auto [x, y, z, w] = reinterpret_cast<const float4 *>(a)[i]; b[i] = x + y + z + w;`,
    ),
    grid: 64,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, fp32: 3 },
  },
  {
    name: 'a vector that an unrolled loop changes as other vectors',
    source: kernel(
      'const uint4 *a, uint4 *o',
      `${ID} uint4 v = a[i]; half2 *h = reinterpret_cast<half2 *>(&v);
#pragma unroll
for (int k = 0; k < 4; ++k) h[k] = __hmul2(h[k], h[k]);
o[i] = v;`,
    ),
    grid: 64,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, fp16: 4 },
  },
  {
    name: 'lanes of a vector behind the address of the first one',
    source: kernel(
      'const float4 *a, float *o',
      `${ID} float4 v = a[i]; float *p = &v.x; o[i] = p[0] * p[1] + p[2] * p[3];`,
    ),
    grid: 64,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, fp32: 2 },
  },
  {
    name: 'halves of a vector under a wider type',
    source: kernel(
      'const float4 *a, float2 *o',
      `${ID} float4 v = a[i]; float2 *p = (float2 *)&v; p[1].x += p[0].y; o[2 * i] = p[0]; o[2 * i + 1] = p[1];`,
    ),
    grid: 64,
    block: 256,
    expected: { globalLoad: 1, globalStore: 2, fp32: 1 },
  },
  {
    name: 'the bits of a number as another type',
    source: kernel(
      'const float *a, float *o',
      `${ID} float x = a[i]; int b = *(int *)&x; b = 0x5f3759df - (b >> 1); float y = *(float *)&b; o[i] = y * (1.5f - 0.5f * x * y * y);`,
    ),
    grid: 64,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, fp32: 4 },
  },
  {
    name: 'a lane that only the launch tells',
    source: kernel('const float4 *a, float *o, int k', `${ID} float4 v = a[i]; o[i] = ((float *)&v)[k & 3];`),
    grid: 64,
    block: 256,
    arguments: { k: 2 },
    expected: { globalLoad: 1, globalStore: 1, localStore: 1, localLoad: 1 },
  },
  {
    name: 'a structure that a function makes anew in each iteration',
    source: `${PAIR}${kernel(
      'const float *x, float *o, int n',
      'Pair v{-1e30f, 0.f}; for (int i = threadIdx.x; i < n; i += 32) v = joined(v, Pair{x[i], 1.f}); o[threadIdx.x] = v.m + v.s;',
    )}`,
    grid: 1,
    block: 32,
    arguments: { n: 1024 },
    expected: { globalLoad: 32, globalStore: 1, fp32: 65 },
  },
  {
    name: 'a structure without a first value that takes the place of another',
    source: `${PAIR}${kernel(
      'const float *x, float *o, int n',
      'Pair v{-1e30f, 0.f}; for (int i = threadIdx.x; i < n; i += 32) { Pair r; r.m = fmaxf(v.m, x[i]); r.s = v.s + 1.f; v = r; } o[threadIdx.x] = v.m + v.s;',
    )}`,
    grid: 1,
    block: 32,
    arguments: { n: 1024 },
    expected: { globalLoad: 32, globalStore: 1, fp32: 65 },
  },
  {
    name: 'volatile elements that an arm and code behind it read',
    source: kernel(
      'const float *a, float *o',
      '__shared__ volatile float s[64]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); if (t < 32) { s[t] += s[t + 32]; } if (t == 0) o[0] = s[0];',
    ),
    grid: 1,
    block: 64,
    // Half of the threads read two, one of 64 another.
    expected: { globalLoad: 1, globalStore: 1 / 64, sharedLoad: 1 + 1 / 64, sharedStore: 1.5, fp32: 0.5 },
  },
  {
    name: 'elements of an array that a function has through a volatile pointer',
    source: `__device__ void last(volatile float *s, int t) { s[t] += s[t + 16]; s[t] += s[t + 8]; }
${kernel(
  'const float *a, float *o',
  '__shared__ float s[64]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); if (t < 32) last(s, t); if (t == 0) o[0] = s[0];',
)}`,
    grid: 1,
    block: 64,
    expected: { globalLoad: 1, globalStore: 1 / 64, sharedLoad: 2 + 1 / 64, sharedStore: 2, fp32: 1 },
  },
];

describe('counts of variables that are seen in other ways', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  for (const shape of SHAPES) itCounts(shape, () => parser);
});
