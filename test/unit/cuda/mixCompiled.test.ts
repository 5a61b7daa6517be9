import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { InstructionMix } from '../../../src/kernel/kernel';
import { mixOf } from './mixSupport';
import { testParser } from './support';

/** What nvcc 13.0 was seen to do with the kernels of the workload suite (`npm run study -- lowering-counts`). */
describe('instruction mix beside compiled code', () => {
  let parser: CudaParser;
  const mix = (
    body: string,
    before = '',
    parameters: Record<string, number> = {},
  ): InstructionMix['perThread'] =>
    mixOf(parser, `${before}__global__ void k(float* x, const float* a, int n) { ${body} }`, { parameters })
      .perThread;
  before(async () => {
    parser = await testParser();
  });

  it('counts what an unrolled loop does with each element of an array', () => {
    const { special, globalStore } = mix(`float sum[8];
      #pragma unroll
      for (int i = 0; i < 8; ++i) sum[i] = 0.0f;
      for (int j = 0; j < n; ++j)
        #pragma unroll
        for (int i = 0; i < 8; ++i) sum[i] += a[j];
      #pragma unroll
      for (int i = 0; i < 8; ++i) x[i] = sum[i] / a[0];`);
    assert.deepEqual([special, globalStore], [8, 8]);
  });

  it('counts what a function returns early once', () => {
    const activated =
      '__device__ float act(float v, int n) { if (n == 1) return 1.0f / (1.0f + expf(-v)); return v; } ';
    const { special, globalLoad } = mix('x[threadIdx.x] = act(a[threadIdx.x], n);', activated, { n: 1 });
    assert.deepEqual([special, globalLoad], [2, 1]);
  });

  it('keeps arrays in registers that are handed to functions, as long as indices are constant', () => {
    const scale = '__device__ void scale(float* v, float by) { for (int i = 0; i < 4; ++i) v[i] *= by; } ';
    const kernel = (index: string): string =>
      `float own[4];
       for (int i = 0; i < 4; ++i) own[i] = a[i];
       for (int step = 0; step < 10; ++step) scale(own, a[step]);
       x[threadIdx.x] = own[${index}];`;
    const inRegisters = mix(kernel('3'), scale);
    assert.deepEqual([inRegisters.localLoad, inRegisters.localStore, inRegisters.fp32], [0, 0, 40]);
    assert.ok(mix(kernel('n'), scale).localLoad > 0);
  });

  it('loads what a branch updates once', () => {
    const { globalLoad } = mix(`float best = x[threadIdx.x];
      if (threadIdx.x > 0) best = fminf(best, a[threadIdx.x - 1]);
      x[threadIdx.x] = best;`);
    assert.equal(globalLoad, 1 + 255 / 256);
  });

  it('makes selections of branches that only move values', () => {
    const { fp32, integer } = mix(`float highest = 0.0f; int at = 0;
      const float v = a[threadIdx.x];
      if (v > highest) { highest = v; at = n; }
      x[threadIdx.x] = highest; x[at] = v;`);
    const plain = mix('const float v = a[threadIdx.x]; x[threadIdx.x] = v; x[n] = v;');
    assert.deepEqual([fp32, integer - plain.integer], [2, 1]);
  });

  it('keeps what every iteration stores at one place in a register', () => {
    const summed = mix('for (int i = 0; i < 64; ++i) x[threadIdx.x] += a[i];');
    assert.deepEqual([summed.globalLoad, summed.globalStore], [65, 64]);
    const moving = mix('for (int i = 0; i < 64; ++i) x[i] += a[i];');
    assert.equal(moving.globalLoad, 128);
    const fenced = mix('for (int i = 0; i < 64; ++i) { x[threadIdx.x] += a[i]; __syncthreads(); }');
    assert.equal(fenced.globalLoad, 128);
  });

  it('widens halves in their own unit, and divides by powers of two by multiplying', () => {
    const { fp16, conversion } = mix(
      'float2 v = __half22float2(((const __half2*)a)[threadIdx.x]); x[0] = v.x; x[1] = v.y;',
    );
    assert.deepEqual([fp16, conversion], [2, 0]);
    const { fp32, special } = mix('x[threadIdx.x] = a[threadIdx.x] / 512.0f;');
    assert.deepEqual([fp32, special], [1, 0]);
  });
});
