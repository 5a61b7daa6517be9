import { ID, describeCounts, kernel, type Shape } from './countedShape';

function ofCall(name: string, body: string, expected: Shape['expected']): Shape {
  const source = kernel('const float *a, float *b', `${ID} float x = a[i]; b[i] = ${body};`);
  return { name, source, grid: 4, block: 64, expected: { globalLoad: 1, globalStore: 1, ...expected } };
}

/** A loop of 64 turns that multiplies what it loads with one and the same number. */
function inLoop(
  name: string,
  type: string,
  number: string,
  call: string,
  expected: Shape['expected'],
): Shape {
  const source = kernel(
    `const ${type} *a, ${type} *b, ${type} c, int n`,
    `int i = threadIdx.x; ${type} v = 0, x = ${number}; for (int j = 0; j < n; j++) v += ${call} * a[i + j * 128]; b[i] = v;`,
  );
  const counts = { globalLoad: 64, globalStore: 1, ...expected };
  return { name, source, grid: 4, block: 128, arguments: { n: 64 }, expected: counts };
}

/** Of words that are taken as four bytes: three instructions make the place in the arrays and its addresses. */
const ofBytes = (name: string, call: string, integer: number): Shape => ({
  name,
  source: kernel('const unsigned *a, unsigned *b', `${ID} b[i] = ${call};`),
  grid: 4,
  block: 64,
  expected: { globalLoad: 1, globalStore: 1, integer: 3 + integer },
});

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  ofCall('an exchange of numbers of two words, one after the other', '__shfl_down_sync(~0u, (double)x, 4)', {
    special: 2,
    conversion: 2,
  }),
  ofCall('a power of a constant', 'powf(10000.f, x)', { fp32: 43, special: 1, conversion: 2 }),
  ofCall('two powers of one constant', 'powf(10000.f, x) + powf(10000.f, x * x)', {
    fp32: 65,
    special: 1,
    conversion: 4,
  }),
  inLoop('a power of a constant by the counter', 'float', '0', 'powf(0.9f, j)', {
    fp32: 23 + 64 * 20,
    special: 1,
    conversion: 64 * 3,
  }),
  ofCall(
    'functions of constants, which the compiler computes',
    'x * sqrtf(2.0f / M_PI) * expf(-0.5f) * sin(0.5) / logf(10.f)',
    {
      fp32: 5,
      fp64: 9,
      conversion: 2,
      special: 1,
    },
  ),
  ofCall('constants that headers name', 'x * (float)M_SQRT1_2 + CUDART_PI_F', { fp32: 1 }),
  ofCall('functions of constants that it leaves to the GPU', 'x * rsqrtf(64.f)', { fp32: 2, special: 1 }),
  ofCall('a power by a whole constant', 'powf(x, 3.f)', { fp32: 54, special: 1, conversion: 4 }),
  ofCall('a power by a fraction', 'powf(x, 2.2f)', { fp32: 52, special: 1, conversion: 3 }),
  ofCall('sines and cosines that are written twice', 'sinf(x) * sinf(x) + cosf(x) * cosf(x)', {
    fp32: 47,
    conversion: 2,
  }),
  // From single precision and back, and 87 instructions of the power.
  ofCall('a power of a float by a whole number, which is in double precision', 'pow(x, 3)', {
    fp32: 5,
    fp64: 87,
    special: 1,
    conversion: 2,
  }),
  inLoop('a sine that a loop does not change, of a number of each thread', 'float', 'i * 0.01f', 'sinf(x)', {
    fp32: 709,
    conversion: 3,
  }),
  inLoop('a sine of an argument in a loop', 'float', 'c', 'sinf(x)', { fp32: 330, conversion: 2 }),
  inLoop('an exponential function that a loop does not change', 'float', 'c', 'expf(x)', {
    fp32: 70,
    special: 1,
  }),
  ofBytes('a word by itself', 'a[i]', 0),
  ofBytes('the lesser bytes of two words', '__vminu4(a[i], 7u)', 6),
  ofBytes('differences of bytes', '__vabsdiffu4(a[i], 7u)', 1),
  inLoop('a logarithm in double precision that a loop does not change', 'double', 'c', 'log(x)', {
    fp64: 1857,
    special: 64,
  }),
];

describeCounts('counts of calls of mathematical functions', SHAPES);
