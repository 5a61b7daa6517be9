import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { Statement } from '../../../src/kernel/program';
import { lowerText } from './loweringSupport';
import { testParser } from './support';

const FUNCTIONS = `
  struct Sum { float s; __device__ void add(float x) { s = __fmaf_rn(s, x, x); } __device__ float get() const { return s; } };
  __device__ void scalar(float &c, float x) { for (int i = 0; i < 16; ++i) c = __fmaf_rn(c, x, x); }
  __device__ void array(float (&c)[2], float x) {
    for (int i = 0; i < 16; ++i) { c[0] = __fmaf_rn(c[0], x, x); c[1] = __fmaf_rn(c[1], x, x); }
  }
  __device__ void member(Sum &p, float x) { for (int i = 0; i < 16; ++i) p.s = __fmaf_rn(p.s, x, x); }
  __device__ float same(const float &c, float x) { return __fmaf_rn(c, x, x); }
`;

/** Bodies of a kernel with the operations that a thread makes: each needs the one before it, so none can be left out. */
const SHAPES: readonly (readonly [name: string, body: string, fp32: number])[] = [
  ['a parameter', 'float c = x; scalar(c, x); o[threadIdx.x] = c;', 16],
  ['an array', 'float c[2] = {x, y}; array(c, x); o[threadIdx.x] = c[0] + c[1];', 33],
  ['a member of a struct', 'Sum p; p.s = y; member(p, x); o[threadIdx.x] = p.s;', 16],
  [
    'a local name',
    'float c = y; float &r = c; for (int i = 0; i < 100; ++i) r = __fmaf_rn(r, x, x); o[threadIdx.x] = c;',
    100,
  ],
  [
    'a parameter, in a loop around the call',
    'float c = y; for (int k = 0; k < 100; ++k) scalar(c, x); o[threadIdx.x] = c;',
    1600,
  ],
  [
    'an object, by its method',
    'Sum p; p.s = y; for (int k = 0; k < 100; ++k) p.add(x); o[threadIdx.x] = p.get();',
    100,
  ],
  [
    'a name that a lambda captures',
    'float c = y; auto f = [&](float z) { c = __fmaf_rn(c, z, z); }; for (int k = 0; k < 100; ++k) f(x); o[threadIdx.x] = c;',
    100,
  ],
  [
    'a place in shared memory',
    '__shared__ float s[64]; float &r = s[threadIdx.x]; r = y; for (int k = 0; k < 100; ++k) r = __fmaf_rn(r, x, x); o[threadIdx.x] = r;',
    100,
  ],
  [
    'what is only read',
    'float c = y, t = 0; for (int k = 0; k < 100; ++k) t = same(c, x); o[threadIdx.x] = t;',
    1,
  ],
];

/** Floating-point instructions of a thread, loops included. */
function fp32Of(body: readonly Statement[]): number {
  return body.reduce((sum, statement) => {
    if (statement.op === 'loop') return sum + Number(statement.trips) * fp32Of(statement.body);
    return (
      sum + (statement.op === 'compute' && statement.class === 'fp32' ? Number(statement.count ?? 1) : 0)
    );
  }, 0);
}

describe('a loop that changes what a reference stands for', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  for (const [name, body, expected] of SHAPES)
    it(`counts every turn: ${name}`, () => {
      const source = `${FUNCTIONS} __global__ void k(float *o, float x, float y) { ${body} }
        void run(float *o) { k<<<4, 64>>>(o, 2, 3); }`;
      assert.equal(fp32Of(lowerText(parser, source).program.body), expected);
    });
});

describe('a lambda that calls itself', () => {
  it('is looked into once', async () => {
    const source = `__global__ void k(float *o, float x) {
        float c = x; auto f = [&](float z) { c += z; if (z > 0) f(z - 1); };
        for (int i = 0; i < 4; ++i) f(x);
        o[threadIdx.x] = c;
      }
      void run(float *o) { k<<<4, 64>>>(o, 2); }`;
    assert.ok(fp32Of(lowerText(await testParser(), source).program.body) > 0);
  });
});

describe('a load behind a store that may write the same memory', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const accesses = (parameters: string): string => {
    const source = `__global__ void k(${parameters}) {
        const int i = threadIdx.x; to[i] = from[i]; to[i + 64] = from[i + 64];
      }
      void run(float *a, float *b) { k<<<4, 64>>>(a, b); }`;
    const { body } = lowerText(parser, source).program;
    return body.flatMap(({ op }) => (op === 'load' || op === 'store' ? [op] : [])).join(' ');
  };

  it('stays behind it, as in what nvcc makes', () =>
    assert.equal(accesses('const float *from, float *to'), 'load store load store'));

  it('goes ahead where nothing writes what it loads', () =>
    assert.equal(
      accesses('const float *__restrict__ from, float *__restrict__ to'),
      'load load store store',
    ));
});
