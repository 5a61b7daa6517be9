import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { mixOf, sentences } from './mixSupport';
import { testParser } from './support';

/** What compilers make of statements, as the PTX of nvcc 13.0 for sm_80 shows. */
describe('instructions as compilers leave them', () => {
  let parser: CudaParser;

  before(async () => {
    parser = await testParser();
  });

  const mix = (
    body: string,
    parameters = 'const float* __restrict__ a, const int* __restrict__ d, float* out',
  ) =>
    mixOf(
      parser,
      `__global__ void k(${parameters}) { int i = blockIdx.x * blockDim.x + threadIdx.x; ${body} }`,
    );
  const counts = (body: string, parameters?: string) => mix(body, parameters).perThread;

  it('load an index, also where another access to its array is at hand', () => {
    assert.equal(counts('out[i] = a[i + 64] + a[d[i] * 13 + i];').globalLoad, 3);
  });

  it('load in front of a branch what both of its arms use', () => {
    const { globalLoad } = counts(
      'float s = a[i]; if (threadIdx.x & 1) out[i + 200] = s + 1.0f; else out[i + 400] = s; out[i] = s;',
    );
    assert.equal(globalLoad, 1);
  });

  it('load in an arm what it alone uses', () => {
    assert.equal(counts('float s = a[i]; if (threadIdx.x & 1) out[i + 200] = s;').globalLoad, 0.5);
  });

  it('run a case for its threads and for those that fall through to it', () => {
    // 1/4 load a[i], 2/4 a[i + 64], 3/4 a[i + 128].
    const { globalLoad } = counts(
      'float s = 1.0f; switch (threadIdx.x % 4) { case 0: s += a[i]; case 1: s += a[i + 64]; case 2: s += a[i + 128]; } out[i] = s;',
    );
    assert.equal(globalLoad, 1.5);
  });

  it('compute both arms of a branch on data and select, where they are a few sums', () => {
    const made = mix(
      'float s = a[i]; float t = 1.0f; if (s > 0.5f) t = s * 3.0f; else t = s - 2.0f; out[i] = t;',
    );
    assert.deepEqual(sentences(made), []);
    // The comparison, both arms and the selection.
    assert.equal(made.perThread.fp32, 4);
  });

  it('branch where an arm has a division, a load or a call', () => {
    for (const arm of ['t = s / (s + 3.0f);', 't = a[i + 1];', 't = expf(s);'])
      assert.equal(
        sentences(mix(`float s = a[i]; float t = 1.0f; if (s > 0.5f) ${arm} out[i] = t;`)).length,
        1,
        arm,
      );
  });

  it('add 0.0f to a number, which may be -0', () => {
    const sum = (start: string) => counts(`float z = ${start}; z += a[i]; out[i] = z * 3.0f;`).fp32;
    assert.equal(sum('0.0f'), 2);
  });

  it('store once behind a loop what it adds up in one place', () => {
    const loop = 'for (int k = 0; k < 100; k++) out[i] += a[i + k * 64];';
    assert.equal(counts(loop).globalStore, 1);
    // Without __restrict__ the loads may be of that place.
    assert.equal(counts(loop, 'const float* a, float* out').globalStore, 100);
  });

  it('store once behind a loop what it adds up in shared memory from global memory', () => {
    const made = counts(
      '__shared__ float h[64]; h[threadIdx.x] = 0; for (int j = threadIdx.x; j < 6400; j += 64) h[threadIdx.x] += a[j]; __syncthreads(); out[i] = h[0];',
      'const float* a, float* out',
    );
    assert.ok(made.sharedStore <= 2 && made.sharedLoad <= 2, JSON.stringify(made));
  });

  it('leave out a sum that nothing reads', () => {
    const loop = (end: string) =>
      counts(`double sum = 0.0; for (int k = 0; k < 100; k++) sum = sum + tan(0.1 + k); ${end}`).fp64;
    assert.equal(loop(''), 0);
    assert.ok(loop('out[i] = sum;') > 100);
  });

  it('store neighbours in a local array together, in whole groups', () => {
    const stores = (size: number) =>
      counts(`float t[8]; for (int j = 0; j < ${size}; j++) t[j] = a[i + j]; out[i] = t[i & 7];`).localStore;
    assert.equal(stores(8), 2);
    assert.equal(stores(6), 6);
  });

  it('load in front of a branch what an arm loads and all threads load behind it', () => {
    const made = counts('float s = 1.0f; if (threadIdx.x > 33) s += a[i] * 2.0f; s += a[i]; out[i] = s;');
    // With the load at hand the arm is two instructions, which all threads run: fused, selected, added.
    assert.deepEqual([made.globalLoad, made.fp32], [1, 3]);
    const loaded = (behind: string) =>
      counts(`float s = 1.0f; if (threadIdx.x > 31) s += sqrtf(a[i]); ${behind} out[i] = s;`).globalLoad;
    assert.equal(loaded(''), 0.875);
    assert.equal(loaded('s *= a[i];'), 1);
    assert.equal(loaded('if (i < 0) return; i += 64; s *= a[i];'), 1.875);
  });

  it('load no more what a variable holds that was loaded in front', () => {
    const cases = 'case 0: v = a[i]; break; case 1: v = a[i] * 2.0f; break; default: v = 1.0f;';
    const made = counts(`float l = a[i]; float v; switch (threadIdx.x & 3) { ${cases} } out[i] = v + l;`);
    assert.equal(made.globalLoad, 1);
  });

  it('make each load with a cache hint, which is volatile assembly in the headers of CUDA', () => {
    assert.equal(counts('out[i] = __ldg(a + i) + __ldg(&a[i]) + a[i];').globalLoad, 3);
    assert.equal(
      counts('float s = 0; for (int j = 0; j < 9; j++) s += __ldg(a + i) * j; out[i] = s;').globalLoad,
      9,
    );
  });

  it('leave out for threads that jump what lies in front of a label', () => {
    const { globalLoad } = counts(
      'float s = a[i]; if (threadIdx.x < 64) goto end; s += a[i + 32]; end: out[i] = s;',
    );
    assert.equal(globalLoad, 1.75);
    const once = counts(
      'float s = a[i]; do { if (threadIdx.x < 64) break; s += a[i + 32]; } while (0); out[i] = s;',
    );
    assert.equal(once.globalLoad, 1.75);
  });

  it('read a constructor, also where its call looks like a function, and say which one is not at hand', () => {
    const made = (constructor: string) =>
      mixOf(
        parser,
        `struct C { float x; ${constructor} };
       __global__ void k(const float* a, float* out) { float u = a[threadIdx.x], v = u + 1.0f; C c(u, v); out[threadIdx.x] = c.x; }`,
      );
    const read = made('__device__ C(float u, float v) : x(u * v) {}');
    assert.equal(sentences(read).length, 0);
    assert.equal(read.perThread.fp32, 2);
    assert.equal(sentences(made('__device__ C(int n) : x(n) {}')).length, 1);
    // Numbers in such brackets are the variable's value.
    assert.equal(counts('float u = a[i]; float w(u); out[i] = w;').globalLoad, 1);
    assert.equal(counts('float w(a[i]); out[i] = w;').globalLoad, 1);
  });
});
