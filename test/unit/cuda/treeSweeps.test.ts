import { describeCounts, kernel, type Shape } from './countedShape';

const SWEEPS = (
  words: string,
): string => `int t = threadIdx.x, o = 1; s[2 * t] = a[2 * t]; s[2 * t + 1] = a[2 * t + 1];
  for (int d = ${words} >> 1; d > 0; d >>= 1) { __syncthreads(); if (t < d) s[o * (2 * t + 2) - 1] += s[o * (2 * t + 1) - 1]; o *= 2; }
  if (t == 0) s[${words} - 1] = 0;
  for (int d = 1; d < ${words}; d *= 2) { o >>= 1; __syncthreads(); if (t < d) { int i = o * (2 * t + 1) - 1, j = o * (2 * t + 2) - 1; float x = s[i]; s[i] = s[j]; s[j] += x; } }
  __syncthreads(); b[2 * t] = s[2 * t]; b[2 * t + 1] = s[2 * t + 1];`;

/** Steps of a level of the tree with 128 threads, on average of a thread: half as many in each. */
const LEVELS = 255 / 128;

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  {
    name: 'a scan by two sweeps of constant length, whose words are a known distance apart in each copy',
    source: kernel('const float *a, float *b', `__shared__ float s[256]; ${SWEEPS('256')}`),
    grid: 1,
    block: 128,
    // In the level of all threads both words are a pair.
    expected: {
      globalLoad: 2,
      globalStore: 2,
      sharedLoad: 2 * (2 * LEVELS - 1) + 2,
      sharedStore: 2 + 3 * LEVELS + 1 / 128,
      fp32: 2 * LEVELS,
    },
  },
  {
    name: 'the same scan of a length that an argument gives, where they may be the same',
    source: kernel('const float *a, float *b, int n', `__shared__ float s[256]; ${SWEEPS('n')}`),
    grid: 1,
    block: 128,
    arguments: { n: 256 },
    expected: {
      globalLoad: 2,
      globalStore: 2,
      sharedLoad: 5 * LEVELS + 2,
      sharedStore: 2 + 3 * LEVELS + 1 / 128,
      fp32: 2 * LEVELS,
    },
  },
  {
    name: 'a sum by a tree up to the size of the block, whose first step is no pair to the compiler',
    source: kernel(
      'const float *a, float *b',
      '__shared__ float s[256]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); for (int d = 1; d < blockDim.x; d *= 2) { int j = 2 * d * t; if (j < blockDim.x) s[j] += s[j + d]; __syncthreads(); } b[t] = 0;',
    ),
    grid: 1,
    block: 256,
    expected: {
      globalLoad: 1,
      globalStore: 1,
      sharedLoad: 2 * (255 / 256),
      sharedStore: 1 + 255 / 256,
      fp32: 255 / 256,
    },
  },
];

describeCounts('counts of sweeps over a tree in shared memory', SHAPES);
