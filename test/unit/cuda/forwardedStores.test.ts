import { ID, describeCounts, kernel, type Shape } from './countedShape';

function ofLoop(name: string, loop: string, expected: Shape['expected']): Shape {
  const source = kernel('const float *a, float *p, float *q, int n', loop);
  return { name, source, grid: 1, block: 32, arguments: { n: 102 }, expected };
}

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  ofLoop('running sums in place', 'for (int i = 2; i < n; i++) p[i] += p[i - 1];', {
    globalLoad: 101,
    globalStore: 100,
    fp32: 100,
  }),
  ofLoop('sums of the two numbers before', 'for (int i = 2; i < n; i++) p[i] = p[i - 1] + p[i - 2];', {
    globalLoad: 2,
    globalStore: 100,
    fp32: 100,
  }),
  ofLoop('sums with the number before the last one', 'for (int i = 2; i < n; i++) p[i] += p[i - 2];', {
    globalLoad: 102,
    globalStore: 100,
    fp32: 100,
  }),
  ofLoop('a pointer that moves to what was stored', 'for (int i = 2; i < n; i++) { p[n] += p[0]; p += n; }', {
    globalLoad: 101,
    globalStore: 100,
    fp32: 100,
  }),
  ofLoop('a pointer that moves back', 'for (int i = 2; i < n; i++) { p[-n] *= p[0]; p -= n; }', {
    globalLoad: 101,
    globalStore: 100,
    fp32: 100,
  }),
  ofLoop(
    'differences along a pointer that moves',
    'float s = 0.f; for (int i = 2; i < n; i++) { s += a[n] - a[0]; a += n; } *p = s;',
    { globalLoad: 101, globalStore: 1, fp32: 200 },
  ),
  ofLoop(
    'running sums beside stores to what may be the same memory',
    'for (int i = 2; i < n; i++) { p[i] = p[i - 1] + a[i]; q[i] = p[i]; }',
    { globalLoad: 200, globalStore: 200, fp32: 100 },
  ),
  {
    name: 'a place that the first turn fills from another array and the others count up',
    source: kernel(
      'int *out, int *in, int n, int turns',
      `${ID} if (i < n) for (int r = 0; r < turns; r++) out[i] = (r == 0 ? in[i] : out[i]) + 1;`,
    ),
    grid: 4,
    block: 256,
    arguments: { n: 1024, turns: 1024 },
    expected: { globalLoad: 256, globalStore: 256 },
  },
  {
    name: 'one by a branch in each turn, and five turns of a constant length',
    source: kernel(
      'float *x, const float *y, float *z',
      `${ID} for (int r = 0; r < 5; r++) { if (r == 0) x[i] = y[i] + 1.f; else x[i] = x[i] + 1.f; } z[i] = 0;`,
    ),
    grid: 4,
    block: 256,
    expected: { globalLoad: 1, globalStore: 2, fp32: 5 },
  },
  {
    name: 'one through a pointer that the first turn sets to another array',
    source: kernel(
      'int *out, int *in, int turns',
      `${ID} for (int r = 0; r < turns; r++) { int *from = r == 0 ? in : out; out[i] = from[i] + 1; }`,
    ),
    grid: 4,
    block: 256,
    arguments: { turns: 1024 },
    expected: { globalLoad: 256, globalStore: 256 },
  },
];

describeCounts('counts of loops that read what they have stored', SHAPES);
