import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { estimateKernel } from '../../../lab/cuda/instructionMix/compare';
import { STUDY_KERNELS } from '../../../lab/cuda/instructionMix/kernels';
import { VALIDATION_KERNELS } from '../../../lab/cuda/instructionMix/validationKernels';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { INSTRUCTION_CLASSES, type InstructionClass } from '../../../src/kernel/instructionClasses';
import { type InstructionMix } from '../../../src/kernel/kernel';
import { counts, mixOf, tryMixOf, sentences } from './mixSupport';
import { testParser } from './support';

const root = process.env['CORUN_ROOT'] ?? process.cwd();

describe('instruction mix', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  it('counts axpy as the compiler emits it', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(float a, const float* x, float* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i]; }',
      { parameters: { n: 16384 } },
    );
    assert.deepEqual(counts(mix), { fp32: 1, integer: 4, control: 2, globalLoad: 2, globalStore: 1 });
    assert.deepEqual(mix.assumptions, []);
  });

  it('tells the precisions apart by the types of the operands', () => {
    const body = (type: string) =>
      counts(
        mixOf(
          parser,
          `__global__ void k(${type}* x) { x[threadIdx.x] = x[threadIdx.x] + x[threadIdx.x + 1]; }`,
        ),
      );
    assert.equal(body('float').fp32, 1);
    assert.equal(body('double').fp64, 1);
    assert.equal(body('__half').fp16, 1);
    assert.equal(body('float').fp64, undefined);
    const mixed = counts(
      mixOf(parser, '__global__ void k(float* x) { x[threadIdx.x] = x[threadIdx.x] * 2.0; }'),
    );
    // What single precision holds and is rounded to it needs no double precision.
    assert.deepEqual([mixed.fp64, mixed.conversion, mixed.fp32], [undefined, undefined, 1]);
    const inexact = counts(
      mixOf(parser, '__global__ void k(float* x) { x[threadIdx.x] = x[threadIdx.x] * 0.1; }'),
    );
    assert.deepEqual([inexact.fp64, inexact.conversion, inexact.fp32], [1, 2, undefined]);
  });

  it('knows memory spaces by declaration, through pointers and into functions', () => {
    const mix = mixOf(
      parser,
      `__constant__ float c[8];
       __device__ float sum(const float* p, int i) { return p[i] + p[i + 1]; }
       __global__ void k(const float* g, float* out) {
         __shared__ float s[64];
         s[threadIdx.x] = g[threadIdx.x];
         __syncthreads();
         float* q = s;
         out[threadIdx.x] = sum(q, threadIdx.x) + sum(g, threadIdx.x) + c[threadIdx.x];
       }`,
    );
    const { sharedLoad, sharedStore, globalLoad, constantLoad, barrier } = mix.perThread;
    assert.deepEqual([sharedLoad, sharedStore, globalLoad, constantLoad, barrier], [2, 1, 3, 1, 1]);
  });

  it('moves float4 as one and float3 lane by lane', () => {
    const load = (type: string) =>
      mixOf(
        parser,
        `__global__ void k(const ${type}* a, ${type}* b) { ${type} v = a[threadIdx.x]; b[threadIdx.x] = v; }`,
      ).perThread;
    assert.deepEqual([load('float4').globalLoad, load('float4').globalStore], [1, 1]);
    assert.deepEqual([load('float3').globalLoad, load('float3').globalStore], [3, 3]);
    assert.deepEqual([load('double4').globalLoad, load('double4').globalStore], [2, 2]);
  });

  it('needs what a returned struct was made of for each of its members', () => {
    const source = `
      __device__ float2 times(float2 a, float2 b) {
        return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
      }
      __global__ void k(float *out, const float2 *in, int n) {
        const float2 p = times(in[threadIdx.x], in[threadIdx.x + n]);
        out[threadIdx.x] = p.x;
      }`;
    const { globalLoad, fp32 } = counts(mixOf(parser, source));
    assert.equal(globalLoad, 2);
    assert.ok(fp32! >= 2, `${fp32} multiplications and additions`);
  });

  it('keeps local arrays in registers until an index is unknown at compile time', () => {
    const body = (index: string) =>
      mixOf(
        parser,
        `__global__ void k(const float* in, float* out, int n) { float r[4];
          for (int j = 0; j < 4; j++) r[j] = in[j]; out[threadIdx.x] = r[${index}]; }`,
      ).perThread;
    assert.deepEqual([body('2').localLoad, body('2').localStore], [0, 0]);
    // Stores side by side, aligned to 16 bytes, are one.
    assert.deepEqual([body('n').localLoad, body('n').localStore], [1, 1]);
  });

  it('expands divisions and math functions by type', () => {
    const value = (type: string, expression: string) =>
      counts(mixOf(parser, `__global__ void k(${type}* x) { x[0] = ${expression}; }`));
    assert.equal(value('float', 'sqrtf(x[1])').special, 1);
    assert.equal(value('float', 'sin(x[1])').fp64, undefined, 'sin of a float is the single-precision one');
    assert.ok(value('double', 'sin(x[1])').fp64! > 10);
    assert.equal(value('double', 'x[1] / x[2]').fp64, 8);
    assert.ok(value('int', 'x[1] / x[2]').integer! > 15);
    assert.equal(value('int', 'x[1] / x[2]').special, 1);
    assert.equal(value('unsigned', 'x[1] / 8').special, undefined);
  });

  it('shares a quotient between / and %', () => {
    const both = mixOf(
      parser,
      '__global__ void k(int* x, int n) { int i = x[threadIdx.x]; x[0] = i / n; x[1] = i % n; }',
    );
    assert.equal(both.perThread.special, 1);
  });

  it('counts a fused multiply-add once and a common subexpression once', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(float* x, float a) { float p = x[0]; x[1] = p * a + 1.f; x[2] = (p + a) * (p + a); }',
    );
    assert.equal(mix.perThread.fp32, 3);
  });

  it('drops code whose result nobody uses and branches that a constant rules out', () => {
    const mix = mixOf(
      parser,
      'template <int N> __global__ void k(float* x) { float dead = sinf(x[5]); if (N > 4) x[0] = 1.f; else x[1] = sqrtf(x[2]); }',
      { templateArguments: ['8'] },
    );
    assert.deepEqual([mix.perThread.special, mix.perThread.globalLoad, mix.perThread.globalStore], [0, 0, 1]);
  });

  it('takes launch, arguments and thread index into the share of a branch', () => {
    const share = (test: string, n = 1000) =>
      mixOf(
        parser,
        `__global__ void k(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (${test}) x[i] = 1.f; }`,
        {
          parameters: { n },
          launch: { grid: [4, 1, 1], block: [256, 1, 1] },
        },
      ).perThread.globalStore;
    assert.ok(Math.abs(share('i < n') - 1000 / 1024) < 1e-9);
    assert.equal(share('threadIdx.x == 0'), 1 / 256);
    assert.equal(share('threadIdx.x < 64 && threadIdx.x % 2 == 0'), 32 / 256);
    assert.equal(share('!(threadIdx.x < 64)'), 0.75);
  });

  it('takes an unknown argument of a bounds check so that all threads pass, and says so', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; x[i] = 1.f; }',
    );
    assert.equal(mix.perThread.globalStore, 1);
    assert.match(sentences(mix).join(), /^n .*16,?384/);
  });

  it('shares branches on data by half, complements the else and says so', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(float* x) { float v = x[threadIdx.x]; if (v > 0.f) x[0] = v; else { x[1] = v; x[2] = v; } }',
    );
    assert.equal(mix.perThread.globalStore, 1.5);
    assert.match(sentences(mix).join(), /line 1: the branch on .* depends on data/);
  });

  it('names a launch that is not known and what it took instead', () => {
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('k.cu', '__global__ void k(float* x) { if (threadIdx.x == 0) x[0] = 1.f; }');
    const mix = workspace.mixOf('k.cu#k', null)!;
    assert.equal(mix.perThread.globalStore, 1 / 256);
    assert.deepEqual(sentences(mix), [
      'no launch tells the grid: 512 × 1 × 1 blocks are taken',
      'no launch tells the block: 256 × 1 × 1 threads a block are taken',
    ]);
    const known = workspace.mixOf('k.cu#k', null, { grid: [4, 1, 1], block: [256, 1, 1] });
    assert.deepEqual(known?.assumptions, []);
  });

  it('classes atomics, shuffles, textures and conversions', () => {
    const mix = mixOf(
      parser,
      `__global__ void k(float* x, int* n, cudaTextureObject_t t) {
        float v = tex2D<float>(t, 0.f, 1.f);
        v += __shfl_down_sync(0xffffffff, v, 16);
        atomicAdd(&x[0], v);
        n[threadIdx.x] = (int)v;
      }`,
    );
    const { textureLoad, shuffle, atomic, conversion } = mix.perThread;
    assert.deepEqual([textureLoad, shuffle, atomic, conversion], [1, 1, 1, 1]);
  });

  it('names calls that it cannot follow', () => {
    const mix = mixOf(parser, '__global__ void k(float* x) { x[0] = mystery(x[1]); }');
    assert.match(sentences(mix).join(), /mystery is not at hand/);
  });

  it('stops at recursion', () => {
    const mix = mixOf(
      parser,
      '__device__ int f(int n) { return n < 2 ? 1 : n * f(n - 1); } __global__ void k(int* x) { x[0] = f(x[1]); }',
    );
    assert.match(sentences(mix).join(), /recursive/);
  });

  it('never fails on broken bodies', () => {
    const pieces = [
      'if (x[0] > 1)',
      '{',
      '}',
      'for (int i = 0; i < n; i++)',
      'x[i] += 1;',
      'while (',
      ')',
      'switch (n) { case 1:',
      'break;',
      'return;',
      'int a[',
      '];',
      '= {1, 2',
      'a[n]++;',
      '*x = ',
      '-> y',
      'f(',
      '((',
      'do',
      'case',
      ';',
      '<<<',
      'auto l = [&](int q) { return q; };',
      'l(3);',
      'float4 v;',
      'v.w = 1',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) => {
        const mix = tryMixOf(parser, `__global__ void k(float* x, int n) { ${parts.join(' ')} }`);
        fc.pre(mix !== null);
        for (const name of INSTRUCTION_CLASSES)
          assert.ok(Number.isFinite(mix.perThread[name]) && mix.perThread[name] >= 0);
      }),
      { numRuns: 150 },
    );
  });
});

describe('instruction mix against machine code', () => {
  const recorded = JSON.parse(
    fs.readFileSync(path.join(root, 'lab/cuda/instructionMix/sass-counts.json'), 'utf8'),
  ) as { counts: Record<string, Partial<Record<InstructionClass, number>>> };
  const memory: readonly InstructionClass[] = [
    'globalLoad',
    'globalStore',
    'barrier',
    'atomic',
    'shuffle',
    'special',
  ];
  const total = (mix: Partial<Record<InstructionClass, number>>): number =>
    INSTRUCTION_CLASSES.reduce((sum, name) => sum + (mix[name] ?? 0), 0);

  for (const kernel of [...STUDY_KERNELS, ...VALIDATION_KERNELS]) {
    it(`agrees on ${kernel.name}`, async () => {
      const expected = recorded.counts[kernel.name]!;
      const { perThread } = estimateKernel(await testParser(), kernel);
      const error = Math.abs(total(perThread) - total(expected)) / total(expected);
      assert.ok(error < 0.25, `${total(perThread)} instead of ${total(expected)} instructions`);
      for (const name of memory) {
        const [estimated, counted] = [perThread[name], expected[name] ?? 0];
        assert.ok(
          Math.abs(estimated - counted) <= 0.1 * counted + 1,
          `${name}: ${estimated} instead of ${counted}`,
        );
      }
    });
  }
});

describe('mixes of a workspace', () => {
  const KERNEL = '__global__ void k(float* x, int n) { for (int i = 0; i < n; i++) x[i] = f(x[i]); }';
  const make = async (files: Readonly<Record<string, string>>): Promise<CudaWorkspace> => {
    const workspace = new CudaWorkspace({ parser: await testParser() });
    for (const [name, text] of Object.entries(files)) workspace.setFile(name, text);
    return workspace;
  };
  const mixIn = (workspace: CudaWorkspace): InstructionMix => workspace.index().kernels[0]!.mix!;

  it('take the launch that is known best, from any file', async () => {
    const workspace = await make({
      'k.cuh': `__device__ float f(float v) { return v + 1.f; }\n${KERNEL}`,
      'main.cu': '#include "k.cuh"\nint main() { int n = 12; k<<<g(), 64>>>(p, q); k<<<4, 64>>>(p, n); }',
    });
    assert.equal(mixIn(workspace).loops[0]!.trips.value, 12);
    assert.equal(mixIn(workspace).perThread.fp32, 12);
  });

  it('are the same object until something they rest on changes', async () => {
    const workspace = await make({
      'f.cuh': '__device__ float f(float v) { return v + 1.f; }',
      'k.cu': `#include "f.cuh"\n${KERNEL}\nint main() { k<<<1, 32>>>(p, 4); }`,
      'other.cu': 'int other() { return 1; }',
    });
    const first = mixIn(workspace);
    workspace.setFile('other.cu', 'int other() { return 2; }');
    assert.equal(mixIn(workspace), first);
    workspace.setFile('f.cuh', '__device__ float f(float v) { return v * v + v / 3.f; }');
    assert.ok(mixIn(workspace).perThread.fp32 > first.perThread.fp32);
  });

  it('bind template arguments of the launch', async () => {
    const workspace = await make({
      'k.cu': `template <typename T, int N> __global__ void k(T* x) { for (int i = 0; i < N; i++) x[i] = x[i] * x[i] + x[i]; }
        #define SIZE 6
        int main() { k<double, SIZE><<<1, 32>>>(p); }`,
    });
    const { perThread, assumptions } = mixIn(workspace);
    assert.deepEqual([perThread.fp64, perThread.fp32, assumptions.length], [6, 0, 0]);
  });

  it('are null without a parser', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile('k.cu', KERNEL);
    assert.equal(workspace.index().kernels[0]!.mix, null);
  });

  it('obey #pragma unroll and know class members, typedefs and constants of the file', async () => {
    const workspace = await make({
      'k.cu': `struct P { float x, y; int id; };
        typedef double real;
        const int COUNT = 1000;
        __global__ void k(P* p, real* r) {
          #pragma unroll
          for (int i = 0; i < COUNT; i++) r[i] = r[i] + 1.0;
          p[threadIdx.x].id = p[threadIdx.x].id + 2;
        }
        int main() { k<<<1, 32>>>(p, r); }`,
    });
    const { perThread } = mixIn(workspace);
    assert.equal(perThread.fp64, 1000);
    assert.equal(perThread.fp32, 0);
    assert.ok(perThread.control < 3, 'a loop that is unrolled in full has no jumps');
  });
});
