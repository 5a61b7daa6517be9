import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { Statement } from '../../../src/kernel/program';
import { lowerText, those } from './loweringSupport';
import { testParser } from './support';

describe('the order of instructions in lowered kernels', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const body = (kernel: string, launch: string): readonly Statement[] =>
    lowerText(parser, `${kernel}\nvoid run(float* a, float* b, short* c) { ${launch} }`).program.body;

  it('issues loads together where bounds checks hold for all threads', () => {
    const ops = body(
      `__global__ void k(const float* __restrict__ in, float* out, int n) {
         __shared__ float tile[128];
         #pragma unroll
         for (int i = 0; i < 4; ++i) {
           int x = i * 32 + threadIdx.x;
           tile[x] = x < n ? in[x] : 0.0f;
         }
         __syncthreads();
         out[threadIdx.x] = tile[127 - threadIdx.x];
       }`,
      'k<<<1, 32>>>(a, b, 128);',
    ).map(({ op }) => op);
    assert.ok(!ops.includes('if'));
    const untilBarrier = ops.slice(0, ops.indexOf('barrier')).filter((op) => op !== 'compute');
    assert.deepEqual(untilBarrier, [...Array<string>(4).fill('load'), ...Array<string>(4).fill('store')]);
  });

  it('issues loads in turn where 32 registers do not take all, and goes on when those before are used', () => {
    const statements = body(
      `__global__ void k(const float* __restrict__ in, float* out) {
         float sum = 0.0f;
         #pragma unroll
         for (int i = 0; i < 40; ++i) sum += in[i * 32 + threadIdx.x];
         out[threadIdx.x] = sum;
       }`,
      'k<<<1, 32>>>(a, b);',
    ).filter((one) => one.op === 'load' || (one.op === 'compute' && one.class === 'fp32'));
    const turns = statements.map((one) => (one.op === 'compute' ? `add ${one.count}` : one.op));
    const loads = (count: number): string[] => Array<string>(count).fill('load');
    assert.deepEqual(turns, [...loads(16), 'add 16', ...loads(16), 'add 16', ...loads(8), 'add 8']);
    for (const one of statements) if (one.op === 'compute') assert.equal(one.after?.length, one.count);
  });

  it('issues as many loads at once as 32 registers take', () => {
    const ops = body(
      `__global__ void k(const float* __restrict__ in, float* out) {
         float sum = 0.0f;
         #pragma unroll
         for (int i = 0; i < 24; ++i) sum += in[i * 32 + threadIdx.x];
         out[threadIdx.x] = sum;
       }`,
      'k<<<1, 32>>>(a, b);',
    ).flatMap((one) => (one.op === 'load' || (one.op === 'compute' && one.class === 'fp32') ? [one.op] : []));
    assert.deepEqual(ops, [...Array<string>(24).fill('load'), 'compute']);
  });

  it('issues six loads of shared memory at a time, as they are there soon', () => {
    const statements = body(
      `__global__ void k(const float* __restrict__ in, float* out) {
         __shared__ float tile[32][17];
         #pragma unroll
         for (int i = 0; i < 16; ++i) tile[threadIdx.x][i] = in[i * 32 + threadIdx.x];
         __syncthreads();
         float sum = 0.0f;
         #pragma unroll
         for (int i = 0; i < 16; ++i) sum += tile[31 - threadIdx.x][i];
         out[threadIdx.x] = sum;
       }`,
      'k<<<1, 32>>>(a, b);',
    );
    const turnsOf = (code: readonly Statement[]): string[] =>
      code.flatMap((one) => {
        if (one.op === 'compute') return one.class === 'fp32' ? [`add ${one.count}`] : [];
        return one.op === 'load' ? ['load'] : [];
      });
    const barrier = statements.findIndex(({ op }) => op === 'barrier');
    const loads = (count: number): string[] => Array<string>(count).fill('load');
    assert.deepEqual(turnsOf(statements.slice(0, barrier)), loads(16));
    const expected = [...loads(6), 'add 6', ...loads(6), 'add 6', ...loads(4), 'add 4'];
    assert.deepEqual(turnsOf(statements.slice(barrier)), expected);
  });

  it('stores what has come before it issues loads that had no room', () => {
    const ops = body(
      `__global__ void k(const float* __restrict__ in, float* out) {
         #pragma unroll
         for (int i = 0; i < 28; ++i) out[i * 32 + threadIdx.x] = in[i * 32 + threadIdx.x];
       }`,
      'k<<<1, 32>>>(a, b);',
    ).flatMap(({ op }) => (op === 'load' || op === 'store' ? [op] : []));
    const times = (count: number, op: string): string[] => Array<string>(count).fill(op);
    assert.deepEqual(ops, [
      ...times(16, 'load'),
      ...times(16, 'store'),
      ...times(12, 'load'),
      ...times(12, 'store'),
    ]);
  });

  it('puts arithmetic of one class in front of the class that uses it', () => {
    const statements = body(
      `__global__ void k(const short* __restrict__ in, float* out) {
         float x = (float)in[threadIdx.x];
         out[threadIdx.x] = (x + 1.0f) * (x + 2.0f);
       }`,
      'k<<<1, 32>>>(c, b);',
    );
    const behind = statements.slice(statements.findIndex(({ op }) => op === 'load') + 1);
    assert.deepEqual(
      behind.flatMap((one) => (one.op === 'compute' ? [one.class] : [])),
      ['conversion', 'fp32'],
    );
  });

  it('starts nothing that follows from a load before it has arrived, however indirectly', () => {
    const statements = body(
      `__global__ void k(const float* __restrict__ in, float* out) {
         float x = in[threadIdx.x] * 3.0f;
         out[threadIdx.x] = __sinf(x) + __cosf(x) + x * x * x * x * x;
       }`,
      'k<<<1, 32>>>(a, b);',
    );
    const load = statements.findIndex(({ op }) => op === 'load');
    const next = statements.slice(load + 1).find(({ op }) => op === 'compute');
    assert.ok(next?.op === 'compute' && next.after?.length === 1, JSON.stringify(statements));
  });

  it('leaves loads in front of the barrier or store that they stand in front of, wherever they are used', () => {
    const statements = body(
      `__global__ void k(const float* in, float* out, int n) {
         __shared__ float tile[64];
         int t = threadIdx.x;
         tile[t] = in[t];
         __syncthreads();
         float other = tile[63 - t], unused = tile[t / 2];
         __syncthreads();
         tile[t] = 0.0f;
         if (t < n) out[t] = other;
       }`,
      'k<<<1, 64>>>(a, b, 40);',
    );
    const order = statements.flatMap((one) =>
      one.op === 'barrier' || ('array' in one && one.array === 'tile') ? [one.op] : [],
    );
    assert.deepEqual(order, ['store', 'barrier', 'load', 'barrier', 'store']);
  });
});

describe('matrix fragments', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const SOURCE = `__global__ void k(const __half* a, const __half* b, float* c, int n) {
      using namespace nvcuda;
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
      wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
      wmma::fill_fragment(sum, 0.0f);
      for (int i = 0; i < n; i += 16) {
        wmma::load_matrix_sync(left, a + i, 256);
        wmma::load_matrix_sync(right, b + i * 256, 256);
        wmma::mma_sync(sum, left, right, sum);
      }
      wmma::store_matrix_sync(c, sum, 256, wmma::mem_row_major);
    }
    void run(__half* a, float* c) { k<<<1, 32>>>(a, a, c, 256); }`;

  it('spread over the lanes: four lanes a row of eight elements', () => {
    const { program } = lowerText(parser, SOURCE);
    const [load] = those(program.body, 'load');
    assert.equal(program.arrays?.[load!.array]?.elementBytes, 4);
    assert.match(String(load!.index), /128 \* floor\(\(?threadX\)? \/ 4\)/);
    assert.match(String(load!.index), /threadX % 4/);
    const stores = those(program.body, 'store');
    assert.equal(stores.length, 4);
    assert.equal(program.arrays?.[stores[0]!.array]?.elementBytes, 8);
  });

  it('are waited for by the product, and the product by the store', () => {
    const { program } = lowerText(parser, SOURCE);
    const [product] = those(program.body, 'compute').filter((one) => one.class === 'tensor');
    const loads = those(program.body, 'load').map(({ into }) => into);
    assert.ok((product?.after?.length ?? 0) >= 8, JSON.stringify(product));
    assert.ok(product!.after!.every((name) => loads.includes(name)));
  });

  it('take their registers', () => {
    const one = lowerText(parser, SOURCE).program.registersPerThread;
    const more = SOURCE.replace(' sum;', ' sum, other, third;')
      .replace(
        'sum, 0.0f);',
        'sum, 0.0f); wmma::fill_fragment(other, 0.0f); wmma::fill_fragment(third, 0.0f);',
      )
      .replace(
        'left, right, sum);',
        'left, right, sum); wmma::mma_sync(other, left, right, other); wmma::mma_sync(third, right, left, third);',
      )
      .replace(
        /(wmma::store_matrix_sync\(c, )sum(.*\n)/,
        '$1sum$2 wmma::store_matrix_sync(c, other, 256, wmma::mem_row_major);\n wmma::store_matrix_sync(c, third, 256, wmma::mem_row_major);\n',
      );
    // Two more accumulators of 256 floats are eight registers each for every one of 32 lanes.
    assert.equal(lowerText(parser, more).program.registersPerThread, one + 16);
  });
});
