import { ID, describeCounts, kernel, type Shape } from './countedShape';

const WINDOW = (type: string) => `const ${type} *a, ${type === 'unsigned char' ? 'int' : type} *b, int w`;
const EDGES = '{{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}';
const LINES = '{{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}}';
const ROUND = 'for (int y = 0; y < 3; y++) for (int x = 0; x < 3; x++)';

/** Counts of PTX of nvcc 13.0 for sm_80. */
const SHAPES: readonly Shape[] = [
  {
    name: 'a place put together again from its quotient and its remainder',
    source: kernel(
      'const float *a, float *b, int s',
      `${ID} int x = i % s, y = i / s; b[y * s + x] = a[y * s + s / 2 + x];`,
    ),
    grid: 4,
    block: 256,
    arguments: { s: 48 },
    expected: { globalLoad: 1, globalStore: 1 },
  },
  {
    name: 'a truth value that is taken from a number with a fraction',
    source: kernel(
      'const float *a, const int *t, float *b, int s',
      `${ID} b[i] = a[i] - (t[i] == s ? 1 : 0);`,
    ),
    grid: 4,
    block: 256,
    arguments: { s: 3 },
    expected: { globalLoad: 2, globalStore: 1, fp32: 2 },
  },
  {
    name: 'whole numbers that become lanes of a vector',
    source: kernel('float2 *b', `${ID} b[i] = make_float2(i, blockIdx.x);`),
    grid: 4,
    block: 256,
    expected: { globalStore: 1, conversion: 2 },
  },
  {
    name: 'a truth value as a factor',
    source: kernel('const float *a, const int *t, float *b, int s', `${ID} b[i] = a[i] * (t[i] > s);`),
    grid: 4,
    block: 256,
    arguments: { s: 3 },
    expected: { globalLoad: 2, globalStore: 1, fp32: 2 },
  },
  {
    name: 'constant tables of the program, of which each copy of a loop reads its own element',
    source: `__device__ const float WEIGHTS[3] = {0.25f, 0.5f, 0.25f};\n__device__ const int STEPS[] = {-1, 0, 1};\n${kernel(
      'const float *a, float *b',
      `${ID} float s = 0; for (int k = 0; k < 3; k++) s += WEIGHTS[k] * a[i + 1 + STEPS[k]]; b[i] = s;`,
    )}`,
    grid: 4,
    block: 256,
    expected: { globalLoad: 3, globalStore: 1, fp32: 3 },
  },
  {
    name: 'a constant table of the program that data choose from',
    source: `__device__ const float WEIGHTS[4] = {0.25f, 0.5f, 0.25f, 1.f};\n${kernel('const int *a, float *b', `${ID} b[i] = WEIGHTS[a[i] & 3];`)}`,
    grid: 4,
    block: 256,
    expected: { globalLoad: 2, globalStore: 1 },
  },
  {
    name: 'whole numbers that a function returns as numbers with a fraction',
    source: `__device__ float sign(float x) { if (x < 0) return -1; if (x > 0) return 1; return 0; }\n${kernel('float *a', `${ID} a[i] = sign(a[i]);`)}`,
    grid: 4,
    block: 256,
    // Two comparisons and two selections.
    expected: { globalLoad: 1, globalStore: 1, fp32: 4 },
  },
  {
    name: 'products of neighbours that are taken as zero beyond the ends',
    source: kernel(
      'const float *a, float *b, int n',
      `${ID} float l = i > 0 ? a[i - 1] : 0.f, r = i + 1 < n ? a[i + 1] : 0.f; b[i] = 0.25f * l + 0.5f * a[i] + 0.25f * r;`,
    ),
    grid: 64,
    block: 256,
    arguments: { n: 16384 },
    // The last product is made where its neighbour is loaded, and added behind it.
    expected: { globalLoad: 3, globalStore: 1, fp32: 4 },
  },
  {
    name: 'products of a neighbour that two sums use, and by weights that are arguments',
    source: kernel(
      'const float *a, float *b, int n, float w',
      `${ID} float l = i > 0 ? a[i - 1] : 0.f, r = i + 1 < n ? a[i + 1] : 0.f; b[i] = a[i] + 2.f * l; b[i + n] = a[i] + 3.f * l + w * r;`,
    ),
    grid: 64,
    block: 256,
    arguments: { n: 16384 },
    expected: { globalLoad: 4, globalStore: 2, fp32: 3 },
  },
  {
    name: 'weights of a table that are zero, whose elements are not loaded where they are whole numbers',
    source: kernel(
      WINDOW('int'),
      `${ID} int k[3][3] = ${EDGES}, s = 0; ${ROUND} s += k[y][x] * a[i + y * w + x]; b[i] = s;`,
    ),
    grid: 4,
    block: 256,
    arguments: { w: 64 },
    expected: { globalLoad: 6, globalStore: 1 },
  },
  {
    name: 'two tables of weights over one picture, of which an element is needed that either takes',
    source: kernel(
      WINDOW('unsigned char'),
      `${ID} const int k[3][3] = ${EDGES}, l[3][3] = ${LINES}; int s = 0, t = 0; ${ROUND} { int v = a[i + y * w + x]; s += k[y][x] * v; t += l[y][x] * v; } b[i] = s + t;`,
    ),
    grid: 4,
    block: 256,
    arguments: { w: 64 },
    expected: { globalLoad: 8, globalStore: 1 },
  },
  {
    name: 'weights of a table that are zero, over a shared row',
    source: kernel(
      WINDOW('int'),
      `__shared__ int r[258]; int t = threadIdx.x; r[t] = a[t]; __syncthreads(); int k[3] = {-1, 0, 1}, s = 0; for (int x = 0; x < 3; x++) s += k[x] * r[t + x]; b[t] = s;`,
    ),
    grid: 1,
    block: 256,
    arguments: { w: 64 },
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 2 },
  },
  {
    name: 'what a table multiplies that does not change with it, made once',
    source: kernel(
      WINDOW('int'),
      `${ID} int k[3] = {-1, 0, 2}, q = a[i] / w; for (int x = 0; x < 3; x++) b[i + x * 1024] = k[x] * q;`,
    ),
    grid: 4,
    block: 256,
    arguments: { w: 64 },
    expected: { globalLoad: 1, globalStore: 3, special: 1, conversion: 2 },
  },
  {
    name: 'weights with a fraction, of which zero is multiplied and -2 is twice a number',
    source: kernel(
      WINDOW('float'),
      `${ID} float k[3][3] = ${EDGES}, s = 0; ${ROUND} s += k[y][x] * a[i + y * w + x]; b[i] = s;`,
    ),
    grid: 4,
    block: 256,
    arguments: { w: 64 },
    expected: { globalLoad: 9, globalStore: 1, fp32: 10 },
  },
  {
    name: 'a quotient of what a remainder leaves, which is the quotient of all',
    source: kernel('const float *a, float *b, int w', `${ID} int x = i % w, y = (i - x) / w; b[y] = a[x];`),
    grid: 4,
    block: 256,
    arguments: { w: 64 },
    expected: { globalLoad: 1, globalStore: 1, special: 1, conversion: 2 },
  },
  {
    name: 'twice a number less its neighbours, in whichever order',
    source: kernel(
      'const float *a, float *b, int n',
      `${ID} b[i] = a[i + 1] + 0.1f * (-a[i] + 2.f * a[i + 1] - a[i + 2]); b[i + n] = a[i + 3] + -2.f * a[i] - a[i + 1];`,
    ),
    grid: 4,
    block: 256,
    arguments: { n: 1024 },
    expected: { globalLoad: 6, globalStore: 2, fp32: 4 + 3 },
  },
];

describeCounts('counts of what the compiler works out itself', SHAPES);
