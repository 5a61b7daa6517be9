import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { lowerText, those } from './loweringSupport';
import { testParser } from './support';

const launch = (text: string): string => `void run(float* a, float* b, float* c, int* d) { ${text} }`;

describe('lowering to kernel programs', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  it('makes of axpy two loads that one addition waits for, and a store', () => {
    const {
      program,
      launch: geometry,
      assumptions,
    } = lowerText(
      parser,
      `__global__ void k(float s, const float* x, float* y, int n) {
         int i = blockIdx.x * blockDim.x + threadIdx.x;
         if (i < n) y[i] = s * x[i] + y[i];
       }
       ${launch('k<<<64, 256>>>(2.0f, a, b, 16000);')}`,
    );
    assert.deepEqual(assumptions, []);
    assert.deepEqual(geometry.grid, [64, 1, 1]);
    assert.deepEqual(
      those(program.body, 'if').map(({ condition }) => condition),
      ['256 * blockX + threadX < 16000'],
    );
    const [y, x] = those(program.body, 'load');
    assert.deepEqual([x?.array, x?.index], ['x', '256 * blockX + threadX']);
    assert.deepEqual([y?.array, y?.index], ['y', '256 * blockX + threadX']);
    const multiplyAdd = those(program.body, 'compute').find((statement) => statement.class === 'fp32');
    assert.deepEqual(new Set(multiplyAdd?.after), new Set([x?.into, y?.into]));
    assert.deepEqual(
      those(program.body, 'store').map(({ array }) => array),
      ['y'],
    );
  });

  it('takes an argument that bounds the threads as what the launch covers, and says so', () => {
    const { assumptions } = lowerText(
      parser,
      `__global__ void k(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = 0; }
       ${launch('int n = atoi("1"); k<<<10, 128>>>(a, n);')}`,
    );
    assert.deepEqual(
      assumptions.map(({ parameter, value }) => [parameter, value]),
      [['n', 1280]],
    );
  });

  it('takes an argument whose square bounds the threads as the root of what the launch covers', () => {
    const { assumptions } = lowerText(
      parser,
      `__global__ void k(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n * n) x[i] = 0; }
       ${launch('int n = atoi("1"); k<<<10, 128>>>(a, n);')}`,
    );
    assert.deepEqual(
      assumptions.map(({ parameter, value }) => [parameter, value]),
      [['n', 36]],
    );
  });

  it('takes no argument as more than its type holds', () => {
    const { assumptions } = lowerText(
      parser,
      `__global__ void k(float* x, unsigned char n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = 0; }
       ${launch('int n = atoi("1"); k<<<10, 128>>>(a, n);')}`,
    );
    assert.deepEqual(
      assumptions.map(({ parameter, value }) => [parameter, value]),
      [['n', 255]],
    );
  });

  it('issues the loads of an unrolled loop together', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(const float* x, float* y) {
         float sum = 0;
         for (int j = 0; j < 8; j++) sum += x[threadIdx.x + 32 * j];
         y[threadIdx.x] = sum;
       }
       ${launch('k<<<1, 32>>>(a, b);')}`,
    );
    assert.equal(those(program.body, 'loop').length, 0);
    const order = those(program.body, 'load').map(({ index }) => index);
    assert.equal(order.length, 8);
    assert.equal(order[3], 'threadX + 96');
    const sums = those(program.body, 'compute').filter((statement) => statement.class === 'fp32');
    assert.deepEqual(
      sums.map(({ count, distance }) => [count, distance ?? 1]),
      [[8, 1]],
    );
  });

  it('follows the halving loop of a reduction', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(const float* x, float* y) {
         __shared__ float s[256];
         s[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
         __syncthreads();
         for (int h = 128; h > 0; h >>= 1) {
           if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
           __syncthreads();
         }
         if (threadIdx.x == 0) y[blockIdx.x] = s[0];
       }
       ${launch('k<<<64, 256>>>(a, b);')}`,
    );
    assert.deepEqual(
      those(program.body, 'if').map(({ condition }) => condition),
      [128, 64, 32, 16, 8, 4, 2].map((h) => `threadX < ${h}`).concat('threadX < 1', 'threadX == 0'),
    );
    assert.equal(those(program.body, 'barrier').length, 9);
    assert.deepEqual(program.arrays?.['s'], { elementBytes: 4, elements: 256, space: 'shared' });
  });

  it('keeps a grid-stride loop whose threads differ as a range', () => {
    const { program } = lowerText(
      parser,
      `__global__ void k(float* x) {
         for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 10000; i += blockDim.x * gridDim.x) x[i] = 1;
       }
       ${launch('k<<<4, 256>>>(a);')}`,
    );
    assert.deepEqual(
      those(program.body, 'loop').map(({ trips }) => trips),
      [{ start: '256 * blockX + threadX - 10000', below: 0, step: 1024 }],
    );
    assert.deepEqual(
      those(program.body, 'store').map(({ index }) => index),
      ['256 * blockX + threadX + 1024 * i1'],
    );
  });
});
