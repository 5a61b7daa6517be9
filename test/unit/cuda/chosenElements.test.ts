import { describeCounts, kernel, type Shape } from './countedShape';

const PARAMETERS = 'const float *a, const float *c, float *b, int m';

function shape(name: string, body: string, expected: Shape['expected']): Shape {
  return {
    name,
    source: kernel(PARAMETERS, `int t = threadIdx.x; ${body}`),
    grid: 1,
    block: 256,
    arguments: { m: 127 },
    expected: { globalStore: 1, ...expected },
  };
}

const TWO_SHARED = '__shared__ float s[256], r[256]; s[t] = a[t]; r[t] = c[t]; __syncthreads();';

/** `c ? a[i] : a[j]` is an element itself: nvcc 13.0 chooses its address, and loads there what it may have compared before. */
const SHAPES: readonly Shape[] = [
  shape(
    'the larger of two shared elements, which half of the threads choose',
    '__shared__ float s[256]; s[t] = a[t]; __syncthreads(); if (t < 128) s[t] = s[t] > s[t + 128] ? s[t] : s[t + 128]; __syncthreads(); b[t] = s[255 - t];',
    { globalLoad: 1, sharedStore: 1.5, sharedLoad: 2.5, fp32: 0.5 },
  ),
  shape(
    'the larger of two numbers that were loaded',
    'float x = a[t], y = a[t + 128]; b[t] = x > y ? x : y;',
    { globalLoad: 2, fp32: 1 + 1 },
  ),
  shape('one of two elements of an array', 'b[t] = t > m ? a[t] : a[t + 128];', { globalLoad: 1 }),
  shape('elements of two arrays, each loaded by half of the threads', 'b[t] = t > m ? a[t] : c[t + 128];', {
    globalLoad: 1,
  }),
  shape('the larger of the elements of two arrays at one place', 'b[t] = a[t] > c[t] ? a[t] : c[t];', {
    globalLoad: 3,
    fp32: 1,
  }),
  shape(
    'those at one place of two shared arrays',
    `${TWO_SHARED} b[t] = s[t ^ 1] > r[t ^ 1] ? s[t ^ 1] : r[t ^ 1];`,
    {
      globalLoad: 2,
      sharedStore: 2,
      sharedLoad: 3,
      fp32: 1,
    },
  ),
  shape(
    'elements of two arrays that data choose, one of which was loaded',
    'b[t] = a[t] > 0.f ? (a[t]) : (c[t]);',
    {
      globalLoad: 2,
      fp32: 1,
    },
  ),
  shape(
    'those at two places of two arrays, of which one was not loaded',
    'b[t] = a[t] > c[t] ? a[t] : c[t + 128];',
    {
      globalLoad: 3,
      fp32: 1,
    },
  ),
  shape('those at two places of two arrays, both loaded', 'b[t] = a[t] < c[t + 128] ? a[t] : c[t + 128];', {
    globalLoad: 2,
    fp32: 1 + 1,
  }),
  shape(
    'sums of the elements of two arrays and one number',
    'b[t] = a[t] > c[t] ? a[t] + 1.f : c[t] + 1.f;',
    {
      globalLoad: 3,
      fp32: 1 + 1,
    },
  ),
  shape('sums of them and two numbers', 'b[t] = a[t] > c[t] ? a[t] + 1.f : c[t] + 2.f;', {
    globalLoad: 2,
    fp32: 1 + 1 + 1 + 1,
  }),
  shape('their negatives', 'b[t] = a[t] > c[t] ? -a[t] : -c[t];', { globalLoad: 3, fp32: 1 }),
  shape('an assignment in either arm', 'float x; if (a[t] > c[t]) x = a[t]; else x = c[t]; b[t] = x;', {
    globalLoad: 3,
    fp32: 1,
  }),
  shape('a condition of which the second part loads', 'b[t] = a[t] > c[t] && a[t] < 1.f ? a[t] : c[t];', {
    globalLoad: 2,
    fp32: 1 + 1 + 1,
  }),
  shape('an element or a sum', 'b[t] = a[t] > a[t + 128] ? a[t] + 1.f : a[t + 128];', {
    globalLoad: 2,
    fp32: 1 + 1 + 1,
  }),
];

describeCounts('counts of choices between elements', SHAPES);
