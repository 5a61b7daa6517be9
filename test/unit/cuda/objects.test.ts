import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { ID, itCounts, kernel, type Shape } from './countedShape';
import { testParser } from './support';

const VECTOR = `struct V3 { float x, y, z;
__device__ V3 operator+(const V3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
__device__ V3 operator*(float s) const { return {x * s, y * s, z * s}; }
__device__ V3 &operator+=(const V3 &o) { x += o.x; y += o.y; z += o.z; return *this; } };
`;
const MATRIX = `struct M2 { float m[4];
__device__ float &at(int r, int c) { return m[r * 2 + c]; }
__device__ float &operator()(int r, int c) { return m[r * 2 + c]; }
__device__ float operator[](int k) const { return m[k]; } };
`;
const BLOCKS = `struct Box { float w[8]; };
struct Other { Box &t; __device__ Other(Box &b) : t(b) {} __device__ float put(float v) { return v; } };
struct Sum { Box &t; __device__ Sum(Box &b) : t(b) {}
__device__ float put(float v) { t.w[threadIdx.x & 7] = v; __syncthreads(); return t.w[0]; } };
`;

const TAKERS = `template <typename F> __device__ float twice(F f, float x) { return f(f(x)); }
template <typename F> __device__ void forEach(int n, F &&f) { for (int k = 0; k < n; k++) f(k); }
`;

/** Counts of nvcc 13.0 for sm_80. */
const SHAPES: readonly Shape[] = [
  {
    name: 'a lambda that is handed to a function, with what it captures',
    source: `${TAKERS}${kernel(
      'const float *a, float *b, float k',
      `${ID} auto f = [=](float x) { return x * k + a[i]; }; b[i] = twice(f, a[i + 1]);`,
    )}`,
    grid: 8,
    block: 256,
    expected: { globalLoad: 2, globalStore: 1, fp32: 2 },
  },
  {
    name: 'a lambda written as an argument, which adds up in a loop',
    source: `${TAKERS}${kernel(
      'const float *a, float *b',
      `${ID} float s = 0; forEach(10, [&](int k) { s += a[i + k * 1024]; }); b[i] = s;`,
    )}`,
    grid: 8,
    block: 256,
    expected: { globalLoad: 10, globalStore: 1, fp32: 10 },
  },
  {
    name: 'operators on what other operators return',
    source: `${VECTOR}${kernel('const V3 *p, V3 *o, float dt', `${ID} o[i] = p[i] + p[i + 1] * dt;`)}`,
    grid: 8,
    block: 256,
    expected: { globalLoad: 6, globalStore: 3, fp32: 3 },
  },
  {
    name: 'an operator that returns its object',
    source: `${VECTOR}${kernel(
      'const V3 *p, V3 *o, int n',
      `${ID} V3 a{0, 0, 0}; for (int j = 0; j < n; j++) a += p[j] * 2.f; o[i] = a;`,
    )}`,
    grid: 8,
    block: 256,
    arguments: { n: 64 },
    expected: { globalLoad: 192, globalStore: 3, fp32: 192 },
  },
  {
    name: 'methods that return references, and operators that index',
    source: `${MATRIX}${kernel(
      'const float *a, float *o',
      `${ID} M2 m; for (int k = 0; k < 2; k++) for (int l = 0; l < 2; l++) m(k, l) = a[i * 4 + k * 2 + l];
m.at(0, 1) *= 2.f; o[i] = m[0] * m.at(1, 1) - m(0, 1) * m[2];`,
    )}`,
    grid: 8,
    block: 256,
    expected: { globalLoad: 4, globalStore: 1, fp32: 3 },
  },
  {
    name: 'an object with a reference to shared memory, whose method another class has, too',
    source: `${BLOCKS}${kernel(
      'const float *a, float *o',
      `${ID} __shared__ Box b; Sum r(b); o[i] = r.put(a[i]);`,
    )}`,
    grid: 8,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, sharedStore: 1, sharedLoad: 1 },
  },
  {
    name: 'a template that calls itself with another number',
    source: `template <int N> __device__ float poly(const float *c, float x) {
if constexpr (N == 0) return c[0]; else return poly<N - 1>(c, x) * x + c[N]; }
${kernel('const float *a, const float *c, float *o', `${ID} o[i] = poly<7>(c, a[i]);`)}`,
    grid: 8,
    block: 256,
    expected: { globalLoad: 9, globalStore: 1, fp32: 7 },
  },
];

describe('counts of objects and their methods', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  for (const shape of SHAPES) itCounts(shape, () => parser);
});
