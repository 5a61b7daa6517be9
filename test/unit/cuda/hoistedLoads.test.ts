import { ID, describeCounts, kernel, type Shape } from './countedShape';

const READ_ONLY = 'const float *__restrict__ a, float *o, int n, int m';
const inLoop = (statement: string, end = 'n'): string =>
  kernel(READ_ONLY, `${ID} float s = 0.f; for (int j = 0; j < ${end}; j++) { ${statement} } o[i] = s;`);
const shape = (name: string, source: string, expected: Shape['expected']): Shape => ({
  name,
  source,
  grid: 3,
  block: 64,
  arguments: { n: 100, m: 40 },
  expected: { globalStore: 1, ...expected },
});

/** Loads of places that a loop does not change; nvcc 13.0 makes as many in the launch of 192 threads. */
const SHAPES: readonly Shape[] = [
  shape('an invariant load under a condition of the thread', inLoop('if (i > 50) s += a[i] * a[j];'), {
    globalLoad: 146.9,
    fp32: 73.44,
  }),
  shape('an invariant load behind a continue', inLoop('if (j % 5 == 0) continue; s += a[i] * a[j];'), {
    globalLoad: 160,
    fp32: 80,
  }),
  shape(
    'an invariant load under a condition that every fourth iteration meets alike',
    inLoop('if (j % 4 != 0) s += a[i] * a[j];'),
    {
      globalLoad: 76,
      fp32: 75,
    },
  ),
  shape(
    'a load that stands in front of the loop',
    kernel(
      READ_ONLY,
      `${ID} float s = 0.f; float x = a[i]; for (int j = 0; j < n; j++) { if (j % 5 == 1) s += x * a[j]; } o[i] = s;`,
    ),
    {
      globalLoad: 21,
      fp32: 20,
    },
  ),
  shape(
    'an invariant load under a condition of the launch',
    inLoop('if (m > 3) s += a[i] * a[j]; else s += a[j + 1];'),
    {
      globalLoad: 101,
      fp32: 100,
    },
  ),
  shape(
    'a loop in a loop that all threads enter or none',
    inLoop('for (int k = 0; k < m; k++) s += a[i] * a[j + k];'),
    { globalLoad: 4001, fp32: 4000 },
  ),
  {
    ...shape(
      'a loop over all others than the thread',
      kernel(
        READ_ONLY,
        `${ID} if (i >= n) return; float s = 0.f; for (int j = 0; j < n; j++) { if (j == i) continue; float x = a[j] - a[i]; s += x * x; } o[i] = s;`,
      ),
      { globalStore: 0.5208, globalLoad: 52.59, fp32: 103.1 },
    ),
  },
  shape(
    'that loop where nothing says that the thread is one of them',
    inLoop('if (j == i) continue; float x = a[j] - a[i]; s += x * x;'),
    {
      globalLoad: 199,
      fp32: 199,
    },
  ),
  shape(
    'a shared number in a loop that converts halves, which assembly does',
    kernel(
      'const half *a, half *o, int n, int m',
      '__shared__ float s; if (threadIdx.x == 0) s = m; __syncthreads(); for (int i = threadIdx.x; i < 256; i += 64) o[i] = __float2half(__half2float(a[i]) * s);',
    ),
    { globalStore: 4, globalLoad: 4, sharedLoad: 1, fp16: 4, fp32: 4, conversion: 4 + 1 / 64 },
  ),
];

describeCounts('loads in front of loops', SHAPES);
