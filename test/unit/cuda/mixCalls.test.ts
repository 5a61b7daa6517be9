import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { mixOf, sentences } from './mixSupport';
import { testParser } from './support';

/** Instructions of a class per thread in the kernel `k`. */
describe('calls in kernels', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const count = (body: string, name: 'fp32' | 'fp64' | 'localStore' | 'localLoad', above = ''): number =>
    mixOf(parser, `${above}\n__global__ void k(const float* x, float* y) { int i = threadIdx.x; ${body} }`)
      .perThread[name];

  it('count every rounding mode like the nearest', () => {
    for (const mode of ['rn', 'rz', 'ru', 'rd']) {
      assert.equal(count(`y[i] = __fadd_${mode}(__fmul_${mode}(x[i], 3.0f), 1.0f);`, 'fp32'), 2, mode);
      assert.equal(count(`y[i] = (float)__dadd_${mode}((double)x[i], 3.0);`, 'fp64'), 1, mode);
    }
  });

  it('follow the call operator of an object with the members of the object', () => {
    const above = `struct Scale { float by; __device__ float operator()(float a) const { return a * by; } };
      struct Square { __device__ float operator()(float a) const { return a * a; } };
      template <typename T> struct Twice { __device__ T operator()(T a) { return a + a; } };`;
    assert.equal(count('Scale s; s.by = x[0]; y[i] = s(x[i]);', 'fp32', above), 1);
    assert.equal(count('y[i] = Square()(Twice<float>()(x[i]));', 'fp32', above), 2);
  });

  it('are conversions where a type in parentheses stands before one', () => {
    for (const written of ['(half)(x[i] + 1.0f)', 'half(x[i] + 1.0f)', '(half)x[i]']) {
      const mix = mixOf(
        parser,
        `__global__ void k(const float* x, half* y) { int i = threadIdx.x; y[i] = ${written}; }`,
      );
      assert.equal(mix.perThread.conversion, 1, written);
      assert.doesNotMatch(sentences(mix).join('\n'), /not at hand/, written);
    }
    assert.equal(count('y[i] = (fmaxf)(x[i], 2.0f);', 'fp32'), 1);
  });

  it('write what they are given the address of in registers', () => {
    const above = '__device__ void halves(float v, float* a, float* b) { *a = v * 0.5f; *b = v - *a; }';
    const body = 'float p, q; halves(x[i], &p, &q); y[i] = p * q;';
    assert.equal(count(body, 'fp32', above), 3);
    assert.equal(count(body, 'localStore', above) + count(body, 'localLoad', above), 0);
    const pair = 'struct Pair { float s, c; };';
    const sine = 'Pair p; __sincosf(x[i], &p.s, &p.c); y[i] = p.s + p.c;';
    assert.equal(count(sine, 'localStore', pair), 0);
  });

  it('read what assembly changes', () => {
    const body = 'float v = x[i] * 2.f; asm("add.f32 %0, %0, %0;" : "+f"(v)); y[i] = v;';
    assert.equal(count(body, 'fp32'), 2);
  });

  it('are instances of the constants that a template argument makes of itself', () => {
    const source = `template <int W> __device__ float sum(float v) {
        for (int m = W >> 1; m >= 1; m >>= 1) v += __shfl_xor_sync(~0u, v, m);
        return v;
      }
      template <int T = 32> __global__ void k(const float *x, float *y) {
        constexpr int WARPS = T / 32;
        y[threadIdx.x] = sum<WARPS>(x[threadIdx.x]);
      }`;
    const mix = mixOf(parser, source, { templateArguments: ['256'] });
    assert.equal(mix.perThread.shuffle, 3);
  });

  it('take a pointer that is tested against null as one that is there, and say so', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(const float* x, float* y) { if (x != nullptr) y[threadIdx.x] = x[threadIdx.x]; }',
    );
    assert.equal(mix.perThread.globalStore, 1);
    assert.match(sentences(mix).join('\n'), /x != nullptr.*100 %/);
  });

  it('keep the test that printf stands behind, and what it prints', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(const float* x, float c) { if (x[threadIdx.x] > c) printf("%f", x[threadIdx.x]); }',
    );
    // The load and its test by every thread, the conversion to a double by the half that is taken to print.
    const { globalLoad, fp32, conversion } = mix.perThread;
    assert.deepEqual({ globalLoad, fp32, conversion }, { globalLoad: 1, fp32: 1, conversion: 0.5 });
    assert.match(sentences(mix).join('\n'), /printf counts as its call/);
  });
});
