import { ID, describeCounts, kernel, type Shape } from './countedShape';

const SEARCH =
  'float best = a[4 * i]; int at = 0; for (int k = 1; k < 4; k++) if (a[4 * i + k] > best) { best = a[4 * i + k]; at = k; }';

function shape(name: string, body: string, expected: Shape['expected']): Shape {
  const source = kernel('const float *a, int *b, float *c, float d', `${ID} ${body}`);
  return { name, source, grid: 4, block: 256, arguments: { d: 2 }, expected };
}

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  shape('the place of the greatest of four, whose value nothing reads', `${SEARCH} b[i] = at;`, {
    globalLoad: 4,
    globalStore: 1,
    // Three comparisons, and two choices of a value.
    fp32: 3 + 2,
  }),
  shape('the place and the value of the greatest of four', `${SEARCH} b[i] = at; c[i] = best;`, {
    globalLoad: 4,
    globalStore: 2,
    fp32: 3 + 3,
  }),
  shape(
    'a distance that each turn moves on for the next',
    'float x = a[i]; for (int k = 0; k < 4; k++) { c[i + k * 1024] = x * x; x -= d; }',
    { globalLoad: 1, globalStore: 4, fp32: 4 + 3 },
  ),
  shape(
    'one that another loop goes on with',
    'float x = a[i]; for (int k = 0; k < 4; k++) { c[i + k * 1024] = x * x; x -= d; } for (int k = 4; k < 8; k++) { c[i + k * 1024] = x * x; x += d; }',
    { globalLoad: 1, globalStore: 8, fp32: 8 + 4 + 3 },
  ),
];

describeCounts('counts of what only the next turn of a loop reads', SHAPES);
