import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { itCounts, kernel, type Shape } from './countedShape';
import { testParser } from './support';

const LOOP = 'int stride = blockDim.x * gridDim.x; for (int i = blockIdx.x * blockDim.x + threadIdx.x;';

function overGrid(name: string, source: string, expected: Shape['expected']): Shape {
  return { name, source, grid: 4, block: 64, arguments: { n: 4096 }, expected };
}

/** Loops over the grid; the quotient in front of one is a special instruction and two conversions. PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  overGrid(
    'a loop whose counter has a sign, as its end has',
    kernel('float *a, int n', `${LOOP} i < n; i += stride) a[i] += 1.f;`),
    { globalLoad: 16, globalStore: 16, fp32: 16, special: 1, conversion: 2 },
  ),
  ...[1, 2].map((around) => ({
    ...overGrid(
      `a loop over the grid with ${around} around, of which one divides`,
      kernel(
        'float *a, int n, int m',
        `int stride = blockDim.x * gridDim.x;
        ${Array.from({ length: around }, (_, depth) => `for (int k${depth} = 0; k${depth} < m; k${depth}++)`).join(' ')}
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) a[i] += 1.f;`,
      ),
      around === 1
        ? { globalLoad: 32, globalStore: 32, fp32: 32, special: 1, conversion: 2 }
        : { globalLoad: 64, globalStore: 64, fp32: 64 },
    ),
    arguments: { n: 4096, m: 2 },
  })),
  overGrid(
    'a loop that compares its counter without a sign',
    kernel('float *a, unsigned n', `${LOOP} i < n; i += stride) a[i] += 1.f;`),
    { globalLoad: 16, globalStore: 16, fp32: 16 },
  ),
  overGrid(
    'a loop that computes with halves',
    kernel('half *a, int n', `${LOOP} i < n; i += stride) a[i] = a[i] + a[i];`),
    { globalLoad: 16, globalStore: 16, fp16: 16 },
  ),
  overGrid(
    'a loop with assembly',
    kernel(
      'float *a, int n',
      `${LOOP} i < n; i += stride) { float v = a[i]; asm("add.f32 %0, %0, 0f3f800000;" : "+f"(v)); a[i] = v; }`,
    ),
    { globalLoad: 16, globalStore: 16, fp32: 16 },
  ),
  overGrid(
    'a loop that converts by an intrinsic function',
    kernel('const int *b, float *a, int n', `${LOOP} i < n; i += stride) a[i] = __int2float_rn(b[i]);`),
    { globalLoad: 16, globalStore: 16, special: 1, conversion: 18 },
  ),
  overGrid(
    'a loop whose counter has 64 bits and a sign',
    kernel(
      'const float *a, float *b, long long n',
      'for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)blockDim.x * gridDim.x) b[i] = 2.f * a[i];',
    ),
    { globalLoad: 16, globalStore: 16, fp32: 16, special: 1, conversion: 2 },
  ),
  overGrid(
    'a loop whose counter has 64 bits, with a shorter step without a sign',
    kernel(
      'const float *a, float *b, int n',
      'for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) b[i] = 2.f * a[i];',
    ),
    { globalLoad: 16, globalStore: 16, fp32: 16, special: 1, conversion: 2 },
  ),
  overGrid(
    'a loop whose counter has 64 bits and no sign',
    kernel(
      'const float *a, float *b, size_t n',
      'for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x) b[i] = 2.f * a[i];',
    ),
    { globalLoad: 16, globalStore: 16, fp32: 16 },
  ),
  {
    ...overGrid(
      'a loop that some threads do not enter, who do not divide either',
      kernel('float *a, int n', `${LOOP} i < n; i += stride) a[i] += 1.f;`),
      { globalLoad: 0.5, globalStore: 0.5, fp32: 0.5, special: 0.5, conversion: 1 },
    ),
    arguments: { n: 128 },
  },
  {
    ...overGrid(
      'a loop that nobody enters, behind one that all do',
      kernel(
        'float *a, int n',
        `int four = n / 4 * 4; ${LOOP} i < four; i += stride) a[i] += 1.f;
        for (int i = four + threadIdx.x; i < n; i += stride) a[i] += 2.f;`,
      ),
      { globalLoad: 16, globalStore: 16, fp32: 16, special: 1, conversion: 2 },
    ),
  },
];

describe('counts of loops over the grid', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  for (const shape of SHAPES) itCounts(shape, () => parser);
});
