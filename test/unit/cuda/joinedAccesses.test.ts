import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { itCounts, kernel, type Shape } from './countedShape';
import { testParser } from './support';

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
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
