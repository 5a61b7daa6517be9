import { describeCounts, kernel, type Shape } from './countedShape';

function shape(name: string, body: string, expected: Shape['expected'], words = 256): Shape {
  const before = `__shared__ float s[${words}]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); float m = 0;`;
  return {
    name,
    source: kernel('const float *a, float *b, int n', `${before} ${body} b[t] = m;`),
    grid: 1,
    block: 256,
    arguments: { n: 1024 },
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, ...expected },
  };
}

/** Loads of PTX of nvcc 13.0, of which ptxas joins those that lie side by side from a multiple of 8 or 16 bytes on. */
const SHAPES: readonly Shape[] = [
  shape('ten words, of which the last two are a pair', 'for (int k = 0; k < 10; k++) m += s[k];', {
    sharedLoad: 3,
    fp32: 10,
  }),
  shape(
    'seven words of a row, one of which is left over',
    'for (int k = 0; k < 7; k++) m += s[8 * (t & 7) + k];',
    {
      sharedLoad: 3,
      fp32: 7,
    },
  ),
  shape('seven words of rows that begin at pairs', 'for (int k = 0; k < 7; k++) m += s[2 * (t & 63) + k];', {
    sharedLoad: 4,
    fp32: 7,
  }),
  shape('sixteen words that begin behind the first', 'for (int k = 0; k < 16; k++) m += s[k + 1];', {
    sharedLoad: 6,
    fp32: 16,
  }),
  shape(
    'the largest of ten, the first of which stands in front of the loop',
    'm = s[0]; for (int k = 1; k < 10; k++) m = fmaxf(m, s[k]);',
    {
      sharedLoad: 3,
      fp32: 9,
    },
  ),
  shape('a loop that goes down', 'for (int k = 6; k >= 0; k--) m += s[k];', { sharedLoad: 3, fp32: 7 }),
  shape(
    'words that a store to global memory parts',
    'm = s[0] + s[1]; b[t + n] = m; m += s[2] + s[3] + s[4];',
    {
      globalStore: 2,
      sharedLoad: 3,
      fp32: 4,
    },
  ),
  shape(
    'words that begin at no pair in any row',
    'for (int k = 0; k < 7; k++) m += s[t + k];',
    {
      sharedLoad: 7,
      fp32: 7,
    },
    264,
  ),
  {
    name: 'five rows of five words, each of which is four and one',
    source: kernel(
      'const float *a, float *b',
      '__shared__ float s[20][20]; int t = threadIdx.x; s[t / 16][t % 16] = a[t]; __syncthreads(); float m = 0; for (int k = 0; k < 5; k++) for (int l = 0; l < 5; l++) m += s[k][l]; b[t] = m;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 10, fp32: 25 },
  },
  {
    name: 'five numbers of 64 bits, in pairs',
    source: kernel(
      'const double *a, double *b',
      '__shared__ double s[256]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); double m = 0; for (int k = 0; k < 5; k++) m += s[k]; b[t] = m;',
    ),
    grid: 1,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 3, fp64: 5 },
  },
];

describeCounts('counts of shared words in loops that no wide access divides', SHAPES);
