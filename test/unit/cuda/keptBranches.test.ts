import { ID, describeCounts, kernel, type Shape } from './countedShape';

/** Counts of PTX of nvcc 13.0 for sm_80, in which a loop of unknown length is there four times, branches and all. */
const SHAPES: readonly Shape[] = [
  {
    name: 'a loop with two branches',
    source: kernel(
      'const float *__restrict__ a, const float *__restrict__ b, float *o, int n',
      `${ID} float s = 0; for (int j = 0; j < n; j++) { if (i != j) s += a[j]; if (i + j != n) s += b[j]; } o[i] = s;`,
    ),
    grid: 32,
    block: 256,
    arguments: { n: 1024 },
    expected: { control: 260, globalLoad: 2048, globalStore: 1, fp32: 2048 },
  },
  {
    name: 'a loop around one of three turns with a branch, which is repeated in full first',
    source: kernel(
      'const float *__restrict__ a, float *o, int n',
      `${ID} float s = 0; for (int j = 0; j < n; j++) for (int q = 0; q < 3; q++) if (i != j + q) s += a[j + q]; o[i] = s;`,
    ),
    grid: 32,
    block: 256,
    arguments: { n: 1024 },
    expected: { control: 260, globalLoad: 3072, globalStore: 1, fp32: 3072 },
  },
];

describeCounts('counts of repeated loops that keep branches', SHAPES);
