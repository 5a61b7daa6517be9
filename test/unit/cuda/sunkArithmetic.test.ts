import { ID, describeCounts, kernel, type Shape } from './countedShape';

const STORED = 'if (threadIdx.x % 32 == 0) b[i] = r;';

function ofOneLane(name: string, body: string, expected: Shape['expected']): Shape {
  const source = kernel('const float *a, float *b, float w, float x', `${ID} ${body} ${STORED}`);
  return { name, source, grid: 64, block: 256, expected: { ...expected, globalStore: 1 / 32 } };
}

const SHUFFLED = 'float v = a[i]; float u = __shfl_down_sync(~0u, v, 1);';

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  ofOneLane('a product of loads', 'float r = a[i] * a[i + 64];', { globalLoad: 2 / 32, fp32: 1 / 32 }),
  ofOneLane('a product and a sum in one', 'float r = a[i] * w + x;', { globalLoad: 1, fp32: 1 }),
  ofOneLane('a product and a constant in one', 'float r = a[i] * w + 1.f;', {
    globalLoad: 1 / 32,
    fp32: 1 / 32,
  }),
  ofOneLane('a difference from a product', 'float r = a[i] * w - x;', { globalLoad: 1 / 32, fp32: 1 / 32 }),
  ofOneLane('what follows a product and a sum in one', 'float r = (a[i] * w + x) * w;', {
    globalLoad: 1,
    fp32: 1 + 1 / 32,
  }),
  ofOneLane('the sum of two numbers that stay', `${SHUFFLED} float r = u + v;`, {
    globalLoad: 1,
    special: 1,
    fp32: 1,
  }),
  ofOneLane('the larger of two numbers that stay', `${SHUFFLED} float r = fmaxf(u, v);`, {
    globalLoad: 1,
    special: 1,
    fp32: 1,
  }),
  ofOneLane('the product of a number that stays and an argument', `${SHUFFLED} float r = u * w;`, {
    globalLoad: 1,
    special: 1,
    fp32: 1 / 32,
  }),
];

describeCounts('counts of arithmetic that one branch needs', SHAPES);
