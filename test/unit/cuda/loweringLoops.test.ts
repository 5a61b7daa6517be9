import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import { lowerText, those, timesLoaded } from './loweringSupport';
import { testParser } from './support';

const host = (launch: string): string => `void run(float* a, float* b, double* c, int* d) { ${launch} }`;

describe('loops and branches of lowered kernels', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  it('names what a loaded bound is taken as, and never takes it as none', () => {
    const { assumptions, program } = lowerText(
      parser,
      `__global__ void k(const int* count, const float* x, float* y) {
        int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        float sum = 0;
        for (int j = lane; j < count[warp]; j += 32) sum += x[j];
        y[threadIdx.x] = sum;
      }
      ${host('k<<<8, 128>>>(d, a, b);')}`,
    );
    assert.deepEqual(
      assumptions.map(({ parameter, value }) => [parameter, value]),
      [['trips_j', 8]],
    );
    assert.equal(timesLoaded(program.body, 'x'), 8);
  });

  it('counts loops by constants that a body defines, whatever another one made of the name', () => {
    const kernel = (
      name: string,
      rounds: number,
    ): string => `__global__ void ${name}(const float* x, float* y) {
      float sum = 0;
    #define ROUNDS ${rounds}
      for (int j = 0; j < ROUNDS; j++) sum += x[threadIdx.x + j * blockDim.x];
      y[threadIdx.x] = sum;
    }
    `;
    const { assumptions, program } = lowerText(
      parser,
      `${kernel('other', 5)}${kernel('k', 3)}#undef ROUNDS
      ${host('k<<<8, 128>>>(a, b);')}`,
    );
    assert.deepEqual(assumptions, []);
    assert.equal(timesLoaded(program.body, 'x'), 3);
  });

  it('counts loops between max and min of affine bounds', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(const float* x, float* y, int n) {
         float sum = 0;
         for (int j = max(0, (int)blockIdx.x * 16 - 8); j < min(n, (int)blockIdx.x * 16 + 24); j++) sum += x[j];
         y[threadIdx.x] = sum;
       }
       ${host('k<<<64, 128>>>(a, b, 1024);')}`,
    );
    // Only the first and the last of 64 blocks run 24 instead of 32 iterations.
    assert.equal(timesLoaded(program.body, 'x'), 32);
  });

  it('writes a loop that runs once at most as a branch with plain addresses', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(const float* x, float* y) {
         __shared__ float tile[8][10];
         for (int i = threadIdx.x; i < 80; i += 128) tile[i / 10][i % 10] = x[i];
         __syncthreads();
         y[threadIdx.x] = tile[0][0];
       }
       ${host('k<<<64, 128>>>(a, b);')}`,
    );
    assert.equal(those(program.body, 'loop').length, 0);
    assert.deepEqual(
      those(program.body, 'if').map(({ condition }) => condition),
      ['threadX < 80'],
    );
    assert.deepEqual(
      those(program.body, 'store')
        .filter(({ array }) => array === 'tile')
        .map(({ index }) => index),
      ['threadX'],
    );
  });

  it('does not overlap the iterations of a loop that goes on as long as it reads small numbers', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(const double* table, const double* wanted, double* out, int n) {
         double w = wanted[threadIdx.x];
         int i = 0;
         while (i < n && table[i] < w) ++i;
         out[threadIdx.x] = i;
       }
       ${host('k<<<64, 128>>>(c, c, c, 4096);')}`,
    );
    const [loop] = those(program.body, 'loop');
    assert.equal(those(loop?.body ?? [], 'load').length, 1);
  });

  it('draws a branch on data for each thread where threads read their own', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(const int* x, int* y, int n) {
         for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 1024)
           if (x[i] > 0) y[i] = y[i] * 3 + x[i] / 7;
       }
       ${host('k<<<8, 128>>>(d, d, 100000);')}`,
      { arguments: { share_x: 0.25 } },
    );
    const conditions = those(program.body, 'if').map(({ condition }) => condition);
    assert.ok(conditions.length > 0);
    assert.deepEqual(
      conditions,
      conditions.map(() => ({ probability: 0.25 })),
    );
  });

  it('reads what stands behind && for the threads that meet what stands before it', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(const int* x, int* y) {
         if (threadIdx.x < 40 && x[threadIdx.x] > 0) y[threadIdx.x] = 1;
       }
       ${host('k<<<8, 128>>>(d, d);')}`,
      { arguments: { share_x: 0.75 } },
    );
    const [outer] = those(program.body, 'if');
    assert.equal(outer?.condition, 'threadX < 40');
    assert.equal(timesLoaded(program.body, 'x'), 1);
    assert.equal(timesLoaded(outer.then, 'x'), 1);
    assert.deepEqual(
      those(outer.then, 'if').map(({ condition }) => condition),
      [{ probability: 0.75 }],
    );
  });

  it('gives macros the type of their literals', () => {
    const { program } = lowerText(
      parser,
      `#define RATE 0.3f
       #define TWO 2.0f
       #define PRECISE 0.1
       __global__ void k(const float* x, float* y, double* z) {
         y[threadIdx.x] = RATE * x[threadIdx.x] + TWO * x[threadIdx.x + 1];
         z[threadIdx.x] = PRECISE * x[threadIdx.x + 2];
       }
       ${host('k<<<8, 128>>>(a, b, c);')}`,
    );
    const counts = (name: string): number =>
      those(program.body, 'compute').reduce(
        (sum, { class: own, count }) => sum + (own === name ? Number(count ?? 1) : 0),
        0,
      );
    assert.deepEqual([counts('fp32'), counts('fp64'), counts('conversion')], [2, 1, 1]);
  });

  it('takes remainders by a counter that doubles as masks once the loop is unrolled', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(float* x) {
         __shared__ float s[64];
         s[threadIdx.x] = x[threadIdx.x];
         __syncthreads();
         for (int step = 1; step < 16; step *= 2) {
           if (threadIdx.x % (2 * step) == 0) s[threadIdx.x] += s[threadIdx.x + step];
           __syncthreads();
         }
         x[threadIdx.x] = s[threadIdx.x];
       }
       ${host('k<<<8, 64>>>(a);')}`,
    );
    assert.deepEqual(
      those(program.body, 'compute').filter(({ class: name }) => name === 'special' || name === 'conversion'),
      [],
    );
  });

  it('runs a loop that threads leave by a square of its counter for each of them', () => {
    const { program, launch, assumptions } = lowerText(
      parser,
      `__global__ void k(const float* x, float* y) {
         float sum = 0; int e = 0;
         while (e < 50) { if (e * e > (int)threadIdx.x) break; sum += x[e + threadIdx.x]; e++; }
         y[threadIdx.x] = sum;
       }
       ${host('k<<<1, 64>>>(a, b);')}`,
    );
    assert.deepEqual(assumptions, []);
    const exact = Array.from({ length: 64 }, (_, thread) => Math.floor(Math.sqrt(thread)) + 1);
    const totals = programTotals(program, launch).threads;
    assert.equal(
      totals.globalLoad,
      exact.reduce((sum, one) => sum + one),
    );
  });

  it('makes the turns that are left over of a loop too long to be written out', () => {
    const rows = Array.from({ length: 48 }, (_, row) => `s += a[i * 960 + r * 48 + ${row} * 7919];`).join(
      ' ',
    );
    const { program, launch } = lowerText(
      parser,
      `__global__ void k(const float* a, float* b) {
         float s = 0; int i = threadIdx.x;
         #pragma unroll
         for (int r = 1; r != 10; ++r) { ${rows} }
         b[i] = s;
       }
       ${host('k<<<1, 64>>>(a, b);')}`,
    );
    assert.equal(programTotals(program, launch).threads.globalLoad, 9 * 48 * 64);
  });
});
