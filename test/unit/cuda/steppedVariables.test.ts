import { describeCounts, kernel, type Shape } from './countedShape';

/** Sums of products of the elements of `w`, which are read in full. */
const SUMS = (length: number): string =>
  `float s = 0; for (int j = 0; j < ${length}; j++) s += w[j] * w[${length - 1} - j]; b[i] = s;`;

function ofWindow(name: string, length: number, fill: string): Shape {
  const body = `int i = threadIdx.x; float w[${length}]; ${fill} ${SUMS(length)}`;
  const expected = { globalLoad: length, globalStore: 1, fp32: length };
  return { name, source: kernel('const float *a, float *b', body), grid: 4, block: 128, expected };
}

/** Counts are those of PTX of nvcc 13.0: arrays that constants index in each copy are registers. */
const SHAPES: readonly Shape[] = [
  ofWindow(
    'a window that two loops gather behind each other',
    9,
    'int k = 0; for (int d = 0; d < 3; d++) for (int e = 0; e < 3; e++) w[k++] = a[(i + d) * 512 + e];',
  ),
  ofWindow(
    'elements that a number beside the counter of a loop chooses',
    8,
    'for (int p = 0, q = 7; p < 24; p += 3, q--) w[q] = a[i + p * 128];',
  ),
  ofWindow(
    'elements that a number chooses which moves in the body, in steps of two',
    8,
    'int q = 0; for (int p = 0; p < 4; p++) { w[q] = a[i + p * 256]; w[q + 1] = a[i + p * 256 + 99]; q += 2; }',
  ),
];

describeCounts('counts of arrays that numbers beside a counter index', SHAPES);
