import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { lowerText, timesLoaded } from './loweringSupport';
import { testParser } from './support';

describe('accesses of inline PTX', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const lowered = (body: string) =>
    lowerText(
      parser,
      `__global__ void k(const float* a, float* out, int* count) { int i = threadIdx.x; float x = 0; ${body} out[i] = x; }
       void run(float* a, float* out, int* count) { k<<<2, 64>>>(a, out, count); }`,
    );
  const accesses = (body: string): readonly unknown[] => {
    const { program, assumptions } = lowered(body);
    assert.deepEqual(assumptions, []);
    return program.body.filter((one) => ['load', 'store', 'atomic'].includes(one.op));
  };

  it('have the array, place and width that their operands and names give', () => {
    const [load] = accesses(
      `float y, z, w; asm volatile("ld.global.nc.v4.f32 {%0,%1,%2,%3}, [%4 + 16];" : "=f"(x), "=f"(y), "=f"(z), "=f"(w) : "l"(a + 4 * i)); x += y + z + w;`,
    ) as readonly { readonly array: string; readonly index: string; readonly width?: number }[];
    assert.equal(load!.array, 'a');
    assert.match(load!.index, /^threadX \+ 1$|^4 \* threadX \+ 4$/);
    const { program } = lowered(
      `asm volatile("st.global.f32 [%0], %1;" :: "l"(out + i + 128), "f"(x)); asm volatile("red.global.add.u32 [%0], %1;" :: "l"(count + (i & 7)), "r"(1) : "memory");`,
    );
    const told = JSON.stringify(program.body);
    assert.match(told, /"op":"store","array":"out","index":"threadX \+ 128"/);
    assert.match(told, /"op":"atomic","array":"count"/);
  });

  it('are made each time that they are written, in shared memory by its address as well', () => {
    const asm = 'asm volatile("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(a + i));';
    assert.equal(timesLoaded(lowered(`${asm} ${asm}`).program.body, 'a'), 2);
    const shared = lowered(
      `__shared__ float h[64]; h[i] = a[i]; __syncthreads(); unsigned p = __cvta_generic_to_shared(&h[63 - i]); asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(p));`,
    );
    assert.deepEqual(shared.assumptions, []);
    assert.equal(timesLoaded(shared.program.body, 'h'), 1);
  });

  it('know an address in shared memory that assembly makes of a pointer', () => {
    const { program, assumptions } = lowered(
      `__shared__ float h[64]; h[i] = a[i]; __syncthreads(); unsigned p;
      asm volatile("{ .reg .u64 u;\\n cvta.to.shared.u64 u, %1;\\n cvt.u32.u64 %0, u;\\n}" : "=r"(p) : "l"(&h[63 - i]));
      asm volatile("ld.volatile.shared.f32 %0, [%1];" : "=f"(x) : "r"(p) : "memory");`,
    );
    assert.deepEqual(assumptions, []);
    assert.equal(timesLoaded(program.body, 'h'), 1);
    assert.ok(program.body.every((one) => one.op !== 'compute' || one.class !== 'conversion'));
  });

  it('are stores in each turn of a loop', () => {
    const { program } = lowered(
      'for (int j = 0; j < count[0]; j++) asm volatile("st.volatile.global.f32 [%0], %1;" :: "l"(out + i + 128), "f"(2.f) : "memory");',
    );
    const [loop] = program.body.filter((one) => one.op === 'loop');
    assert.equal(loop?.body.filter((one) => one.op === 'store').length, 1);
  });

  it('say that they are not followed where the operand is no pointer', () => {
    const { assumptions } = lowered(`asm volatile("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(0x1000ull));`);
    assert.equal(assumptions.length, 1);
  });
});
