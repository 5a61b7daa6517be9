import { describeCounts, type Shape } from './countedShape';

const KERNEL = 'extern "C" __global__ void k(float *x) { int t = threadIdx.x; x[t] = CALL; }';

function shape(name: string, functions: string, call: string, expected: Shape['expected']): Shape {
  return {
    name,
    source: `${functions}\n${KERNEL.replace('CALL', call)}`,
    grid: 4,
    block: 64,
    expected: { globalLoad: 1, globalStore: 1, ...expected },
  };
}

const LARGEST =
  'for (int offset = width / 2; offset > 0; offset /= 2) v = max(v, __shfl_xor_sync(~0u, v, offset, width)); return v;';

/** What a call does not give, the declaration does: counts as nvcc 13.0 has them. */
const SHAPES: readonly Shape[] = [
  shape(
    'a width by default',
    `__device__ float largest(float v, int width = 32) { ${LARGEST} }`,
    'largest(x[t])',
    {
      special: 5,
      fp32: 5,
    },
  ),
  shape(
    'another width',
    `__device__ float largest(float v, int width = 32) { ${LARGEST} }`,
    'largest(x[t], 8)',
    {
      special: 3,
      fp32: 3,
    },
  ),
  shape(
    'a constant of the program by default, in a template',
    `constexpr int W = 16; template <class T> __device__ T largest(T v, int width = W) { ${LARGEST} }`,
    'largest(x[t])',
    { special: 4, fp32: 4 },
  ),
  shape(
    'the program’s constant, not a variable of the caller with its name',
    `constexpr int t = 4; __device__ float power(float v, int n = t) { for (int j = 0; j < n; j++) v = v * 1.5f + 1.f; return v; }`,
    'power(x[t])',
    { fp32: 4 },
  ),
  shape(
    'a choice by default in an operator',
    'struct Op { __device__ float operator()(float v, bool root = false) const { return root ? sqrtf(v) : v + 1.f; } };',
    'Op()(x[t])',
    { fp32: 1 },
  ),
];

describeCounts('counts of functions with default arguments', SHAPES);
