import { ID, describeCounts, kernel, type Shape } from './countedShape';

const SHAPES: readonly Shape[] = [
  {
    name: 'a branch on a number without a sign that wraps',
    source: kernel(
      'const float *a, float *b, unsigned seed',
      `${ID} unsigned h = i * 747796405u + seed; if (h > 0x80000000u) b[i] = a[i];`,
    ),
    grid: 4096,
    block: 256,
    arguments: { seed: 7 },
    expected: { globalLoad: 0.5, globalStore: 0.5 },
  },
  {
    name: 'a branch on a fraction and an argument with one',
    source: kernel(
      'const float *a, float *b, float t',
      `${ID} float x = i * 0.001f; if (x < t) b[i] = a[i];`,
    ),
    grid: 4,
    block: 256,
    arguments: { t: 0.512 },
    expected: { globalLoad: 0.5, globalStore: 0.5, conversion: 1, fp32: 2 },
  },
  {
    name: 'a branch on numbers closer to each other than 1',
    source: kernel('const float *a, float *b', `${ID} float x = i / 4096.f; if (x > 0.25f) b[i] = a[i];`),
    grid: 16,
    block: 256,
    expected: { globalLoad: 0.75, globalStore: 0.75, conversion: 1, fp32: 2 },
  },
];

describeCounts('counts behind branches on numbers of threads', SHAPES);
