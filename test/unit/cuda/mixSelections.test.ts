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
});
