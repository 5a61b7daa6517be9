import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { itCounts, kernel, type Shape } from './countedShape';
import { testParser } from './support';

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  {
    name: 'a loop for the largest of some words, whose branch becomes a selection',
    source: kernel(
      'const float *a, float *b',
      '__shared__ float s[256]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); float most = 0.f; for (int i = 0; i < 256; i++) if (s[i] > most) most = s[i]; b[t] = most;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 64, fp32: 512 },
  },
  {
    name: 'a loop whose condition has two parts, each of which stays a branch',
    source: kernel(
      'const float *a, float *b',
      '__shared__ float s[256]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); int rank = 0; for (int i = 0; i < 256; i++) { if (s[i] < s[t] || (s[i] == s[t] && i < t)) rank++; } b[rank] = s[t];',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 257, fp32: 512 },
  },
  {
    name: "a sum over the words in front of each thread's own, by groups of four and one by one",
    source: kernel(
      'float *a',
      '__shared__ float s[256]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); float sum = 0; for (int i = 0; i < t; i++) sum += s[i]; a[t] = sum;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 33, fp32: 127.5 },
  },
  {
    name: 'words that a loop changes where it has loaded them, in an array that lies at 16 bytes',
    source: kernel(
      'float *a, int n',
      'extern __shared__ float s[]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); for (int i = 0; i < n; i++) s[i] = s[i] * 2.f; a[t] = s[t];',
    ),
    grid: 1,
    block: 64,
    arguments: { n: 64 },
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 17, sharedLoad: 17, fp32: 64 },
  },
  {
    name: 'words that a loop changes in an array that lies at 4 bytes, as far as nvcc knows',
    source: kernel(
      'float *a, int n',
      '__shared__ float s[64]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); for (int i = 0; i < n; i++) s[i] = s[i] * 2.f; a[t] = s[t];',
    ),
    grid: 1,
    block: 64,
    arguments: { n: 64 },
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 65, sharedLoad: 65, fp32: 64 },
  },
  {
    name: 'words that a loop copies to global memory',
    source: kernel(
      'float *a, int n',
      'extern __shared__ float s[]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); for (int i = 0; i < n; i++) a[i * 64 + t] = s[i] * 2.f;',
    ),
    grid: 1,
    block: 64,
    arguments: { n: 64 },
    expected: { globalLoad: 1, globalStore: 64, sharedStore: 1, sharedLoad: 16, fp32: 64 },
  },
  {
    name: 'members of a structure that is aligned to all of them, read and written one by one',
    source: `struct __align__(16) P { float x, y, z, w; };\n${kernel(
      'P *a, float *b',
      'int i = threadIdx.x; a[i].x += 1.f; a[i].y += 2.f; a[i].z += 3.f; b[i] = 0.f; b[i + 32] = a[i].w + a[i].z;',
    )}`,
    grid: 1,
    block: 32,
    // Loads take the gap with them, stores do not; the store to other memory parts the loads.
    expected: { globalLoad: 2, globalStore: 4, fp32: 4 },
  },
  {
    name: 'members of a structure that no vector starts with, and of one that nothing aligns',
    source: `struct __align__(16) P { float x, y, z, w; }; struct Q { float x, y, z, w; };\n${kernel(
      'const P *a, const Q *b, float *c',
      'int i = threadIdx.x; c[i] = a[i].y + a[i].z + a[i].w + b[i].x + b[i].y;',
    )}`,
    grid: 1,
    block: 32,
    expected: { globalLoad: 4, globalStore: 1, fp32: 4 },
  },
  {
    name: 'structures of a vector and a vector of three that are copied, and read member by member',
    source: `struct B { float4 p; float3 v; };\n${kernel(
      'const B *a, B *b, float *c',
      'int i = threadIdx.x; b[i] = a[i]; const B &q = a[i + 32]; c[i] = q.p.x * q.v.x + q.p.y * q.v.y + q.p.z * q.v.z;',
    )}`,
    grid: 1,
    block: 32,
    expected: { globalLoad: 4, globalStore: 3, fp32: 3 },
  },
  {
    name: 'structures of a shared tile that copies of a loop read',
    source: `typedef struct { float x, y, z, m; } __attribute__((aligned(16))) P;\n${kernel(
      'const P *a, float *b',
      '__shared__ P t[32]; int i = threadIdx.x; t[i] = a[i]; __syncthreads(); float s = 0.f; for (int k = 0; k < 32; k++) s += t[k].x * t[k].y + t[k].z * t[k].m; b[i] = s;',
    )}`,
    grid: 1,
    block: 32,
    expected: { globalLoad: 1, globalStore: 1, fp32: 96, sharedLoad: 32, sharedStore: 1 },
  },
  {
    name: 'members of an aligned structure with gaps, behind a vector that is filled up and behind one that is not',
    source: `struct __align__(16) P { float a, b, c, d, e, f, g, h; };\n${kernel(
      'const P *p, float *o',
      'int i = threadIdx.x; o[i] = p[i].a + p[i].c + p[i].e + p[i].g; const P &q = p[i + 32]; o[i + 32] = q.a + q.d + q.e + q.g;',
    )}`,
    grid: 1,
    block: 32,
    expected: { globalLoad: 5, globalStore: 2, fp32: 6 },
  },
  {
    name: 'a vector of three copied out of a structure that is aligned to more',
    source: `struct alignas(16) S { float3 p; float m; };\n${kernel(
      'const S *a, float *b',
      'int i = threadIdx.x; float3 p = a[i].p; b[i] = p.x * p.y + p.z * a[i].m;',
    )}`,
    grid: 1,
    block: 32,
    expected: { globalLoad: 4, globalStore: 1, fp32: 2 },
  },
  {
    name: 'a column of a tile that the copies of an outer loop read side by side',
    source: kernel(
      'const float *a, float *b',
      '__shared__ float s[1024]; int t = threadIdx.x; for (int i = 0; i < 8; i++) s[t + 128 * i] = a[t + 128 * i]; __syncthreads(); float r[4] = {0.f}; for (int k = 0; k < 8; k++) for (int i = 0; i < 4; i++) r[i] += s[k + (t % 16 * 4 + i) * 8]; for (int i = 0; i < 4; i++) b[t + 128 * i] = r[i];',
    ),
    grid: 1,
    block: 128,
    // Four words at a time of each of the four rows.
    expected: { globalLoad: 8, globalStore: 4, fp32: 32, sharedLoad: 8, sharedStore: 8 },
  },
  {
    name: 'columns and rows of tiles that three nested loops read',
    source: kernel(
      'const float *a, float *b',
      '__shared__ float s[256], t[256]; int x = threadIdx.x % 8 * 4, y = threadIdx.x / 8 * 4; for (int i = 0; i < 4; i++) { s[threadIdx.x + 64 * i] = a[threadIdx.x + 64 * i]; t[threadIdx.x + 64 * i] = a[threadIdx.x + 64 * i + 256]; } __syncthreads(); float r[4][4] = {0.f};\n#pragma unroll\nfor (int k = 0; k < 8; k++) for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) r[i][j] += s[(y + i) * 8 + k] * t[x + j + k * 32]; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) b[(y + i) * 32 + x + j] = r[i][j];',
    ),
    grid: 1,
    block: 64,
    expected: { globalLoad: 8, globalStore: 16, fp32: 128, sharedLoad: 16, sharedStore: 8 },
  },
  {
    name: 'copies of a loop that a branch parts',
    source: kernel(
      'const int *a, int *b',
      '__shared__ int s[128]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); for (int i = 0; i < 16; i++) if (t > s[i]) { b[t + 128 * i] = t; b[t + 128 * i + 64] = i; }',
    ),
    grid: 1,
    block: 128,
    expected: { globalLoad: 1, globalStore: 16, sharedLoad: 16, sharedStore: 1 },
  },
  {
    name: 'words of a dynamic array with a store to global memory between their loads',
    source: kernel(
      'const int *a, int *b, int n',
      'extern __shared__ int s[]; int t = threadIdx.x; s[t] = a[t]; s[t + n] = 0; __syncthreads(); b[2 * t] = s[2 * t]; b[2 * t + 1] = s[2 * t + 1];',
    ),
    grid: 1,
    block: 64,
    arguments: { n: 64 },
    expected: { globalLoad: 1, globalStore: 2, sharedLoad: 1, sharedStore: 2 },
  },
  {
    name: 'words of a static array with a store to global memory between their loads',
    source: kernel(
      'const int *a, int *b, int n',
      '__shared__ int s[128]; int t = threadIdx.x; s[t] = a[t]; s[t + n] = 0; __syncthreads(); b[2 * t] = s[2 * t]; b[2 * t + 1] = s[2 * t + 1];',
    ),
    grid: 1,
    block: 64,
    arguments: { n: 64 },
    expected: { globalLoad: 1, globalStore: 2, sharedLoad: 2, sharedStore: 2 },
  },
  {
    name: 'words that each arm of a branch stores side by side',
    source: kernel(
      'const int *a, int *b, int n',
      'extern __shared__ int s[]; int t = threadIdx.x; if (t < n) { s[2 * t] = a[2 * t]; s[2 * t + 1] = a[2 * t + 1]; } else { s[2 * t] = 0; s[2 * t + 1] = 0; } __syncthreads(); b[t] = s[t + n];',
    ),
    grid: 1,
    block: 128,
    arguments: { n: 64 },
    expected: { globalLoad: 1, globalStore: 1, sharedLoad: 1, sharedStore: 1 },
  },
];

describe('counts of shared accesses side by side', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  for (const shape of SHAPES) itCounts(shape, () => parser);
});
