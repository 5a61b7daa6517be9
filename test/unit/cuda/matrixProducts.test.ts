import assert from 'node:assert/strict';
import { matrixOfPtx } from '../../../src/cuda/reading/values/matrixInstruction';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { ComputeStatement } from '../../../src/kernel/program';
import { english } from '../../../src/words/words';
import { lowerText, those } from './loweringSupport';
import { testParser } from './support';

describe('products of matrices', () => {
  let parser: CudaParser;

  before(async () => {
    parser = await testParser();
  });

  const products = (text: string): readonly ComputeStatement[] =>
    those(lowerText(parser, text).program.body, 'compute').filter((one) => one.class === 'tensor');

  it('are counted by the name of the instruction', () => {
    const of = (name: string) => matrixOfPtx(name)?.work;
    assert.deepEqual(of('mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32'), {
      type: 'tf32',
      multiplyAdds: 1024,
    });
    assert.deepEqual(of('mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e2m1.f32'), {
      type: 'fp6',
      multiplyAdds: 4096,
    });
    // Four quarter warps with a product of 8 × 8 × 4 each.
    assert.deepEqual(of('mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16'), {
      type: 'fp16',
      multiplyAdds: 1024,
      halfSums: true,
    });
    assert.deepEqual(of('mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64'), {
      type: 'fp64',
      multiplyAdds: 256,
    });
    // Half of the left side's depth is zeros that nobody multiplies.
    assert.equal(
      of('mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32')?.multiplyAdds,
      2048,
    );
    assert.deepEqual(of('wgmma.mma_async.sp.sync.aligned.m64n128k64.s32.s8.s8'), {
      type: 'int8',
      multiplyAdds: (64 * 128 * 64) / 2 / 4,
      warpGroup: true,
    });
    assert.deepEqual(matrixOfPtx('wmma.mma.sync.aligned.row.col.m32n8k16.f16.f16'), {
      count: 2,
      work: { type: 'fp16', multiplyAdds: 2048, halfSums: true },
      assumed: false,
    });
    assert.equal(matrixOfPtx('mma.sync.aligned.row.col'), null);
  });

  it('in inline PTX wait for their factors and sums, and what uses them waits for them', () => {
    const [loop] = products(`
__global__ void k(const unsigned *a, float *c) {
  float d[2] = {0, 0};
  unsigned x = a[threadIdx.x];
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%0,%1}, {%2,%2}, {%2}, {%0,%1,%0,%1};"
    : "+f"(d[0]), "+f"(d[1]) : "r"(x));
  c[threadIdx.x] = d[0];
}
int main() { k<<<1, 32>>>(0, 0); }`);
    assert.deepEqual(loop?.matrix, { type: 'bf16', multiplyAdds: 1024 });
    assert.equal(loop.after?.length, 1);
  });

  it('of fragments have the shape and type that constants and template arguments give', () => {
    const text = (scalar: string, sum: string) => `
#include <mma.h>
using namespace nvcuda;
constexpr int kSide = 16;
template <typename T> __global__ void k(const T *a, ${sum} *c) {
  wmma::fragment<wmma::matrix_a, kSide, kSide, kSide, T, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, kSide, kSide, kSide, T, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, kSide, kSide, kSide, ${sum}> sums;
  wmma::fill_fragment(sums, 0);
  wmma::load_matrix_sync(left, a, 64);
  wmma::load_matrix_sync(right, a + 1024, 64);
  wmma::mma_sync(sums, left, right, sums);
  wmma::store_matrix_sync(c, sums, 16, wmma::mem_row_major);
}
int main() { k<${scalar}><<<1, 32>>>(0, 0); }`;
    const [bytes] = products(text('signed char', 'int'));
    assert.deepEqual(bytes?.matrix, { type: 'int8', multiplyAdds: 2048 });
    assert.equal(bytes.count, 2);
    const [halves] = products(text('__half', '__half'));
    assert.deepEqual(halves?.matrix, { type: 'fp16', multiplyAdds: 2048, halfSums: true });
    // 256 bytes are two words of each of 32 lanes.
    const loads = those(lowerText(parser, text('signed char', 'int')).program.body, 'load');
    assert.equal(loads.length, 2 * 2);
  });

  it('of unknown shape are said to be assumed', () => {
    const { assumptions } = lowerText(
      parser,
      `__global__ void k() { asm volatile("tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, 1;" :: "r"(0), "l"(0ull), "l"(0ull), "r"(0)); }
int main() { k<<<1, 32>>>(); }`,
    );
    assert.ok(assumptions.some((one) => /tcgen05\.mma.*descriptor/.test(english(one.text))));
  });
});
