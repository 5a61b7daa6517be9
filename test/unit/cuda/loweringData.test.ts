import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { AccessIndex, KernelProgram } from '../../../src/kernel/program';
import { lowerText, those, timesLoaded } from './loweringSupport';
import { testParser } from './support';

const host = (launch: string): string =>
  `void run(float* a, float* b, float* c, int* d, int* e) { ${launch} }`;

/** Indexes of the loads of one array. */
function loadsOf({ body }: KernelProgram, array: string): readonly AccessIndex[] {
  return those(body, 'load').flatMap((load) => (load.array === array ? [load.index] : []));
}

describe('addresses that data decides', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  const lower = (source: string, options = {}): ReturnType<typeof lowerText> =>
    lowerText(parser, source, options);

  it('follows a chain from where each thread starts, one step an iteration', () => {
    const { program, assumptions } = lower(
      `__global__ void k(const int* next, int* out) {
         int p = (blockIdx.x * 128 + threadIdx.x) * 32;
         for (int i = 0; i < 40; i++) p = next[p];
         out[blockIdx.x * 128 + threadIdx.x] = p;
       }
       ${host('k<<<8, 128>>>(d, e);')}`,
    );
    assert.deepEqual(loadsOf(program, 'next'), [{ kind: 'chase', start: '4096 * blockX + 32 * threadX' }]);
    assert.deepEqual(
      those(program.body, 'loop').map(({ trips }) => trips),
      [40],
    );
    assert.match(english(assumptions[0]?.text ?? ''), /the chain through next/);
  });

  it('gives each thread a chain of its own where it starts at data', () => {
    const { program } = lower(
      `__global__ void k(const int* head, const int* next, int* out) {
         int i = blockIdx.x * 128 + threadIdx.x;
         int steps = 0;
         for (int p = head[i]; p >= 0; p = next[p]) steps++;
         out[i] = steps;
       }
       ${host('k<<<8, 128>>>(d, e, d);')}`,
    );
    const [index] = loadsOf(program, 'next');
    assert.equal(typeof index === 'object' ? index.kind : '', 'indirect');
    const at = typeof index === 'object' && 'at' in index ? String(index.at) : '';
    assert.match(at, /threadX/);
    assert.match(at, /i1/, 'each step leads elsewhere');
  });

  it('keeps the lanes of a loaded base apart, so that the access stays coalesced', () => {
    const { program } = lower(
      `__global__ void k(const int* first, const float* x, float* y) {
         int lane = threadIdx.x % 32, warp = blockIdx.x * 4 + threadIdx.x / 32;
         y[blockIdx.x * 128 + threadIdx.x] = x[first[warp] * 64 + lane];
       }
       ${host('k<<<8, 128>>>(d, a, b);')}`,
    );
    assert.deepEqual(loadsOf(program, 'first'), ['4 * blockX + floor(threadX / 32)']);
    assert.deepEqual(loadsOf(program, 'x'), [
      { kind: 'indirect', at: '4 * blockX + floor(threadX / 32)', scale: 64, offset: '(threadX % 32)' },
    ]);
  });

  it('finds the members of one gathered object side by side', () => {
    const { program } = lower(
      `struct Body { float x, y, z, mass; };
       __global__ void k(const int* list, const Body* bodies, float* y) {
         int i = blockIdx.x * 128 + threadIdx.x;
         y[i] = bodies[list[i]].x + bodies[list[i]].mass;
       }
       ${host('k<<<8, 128>>>(d, (Body*)a, b);')}`,
    );
    assert.deepEqual(loadsOf(program, 'bodies'), [
      { kind: 'indirect', at: '128 * blockX + threadX', scale: 4 },
      { kind: 'indirect', at: '128 * blockX + threadX', scale: 4, offset: 3 },
    ]);
  });

  it('leaves data the room that the rest of an address leaves in a declared array', () => {
    const { program } = lower(
      `__global__ void k(const int* bin, float* y) {
         __shared__ int counts[4][20];
         atomicAdd(&counts[threadIdx.x / 32][bin[threadIdx.x]], 1);
         __syncthreads();
         y[threadIdx.x] = counts[0][0];
       }
       ${host('k<<<8, 128>>>(d, a);')}`,
    );
    assert.deepEqual(
      those(program.body, 'atomic').map(({ index }) => index),
      [{ kind: 'indirect', at: 'threadX', footprint: 20, offset: '20 * floor(threadX / 32)' }],
    );
  });

  it('takes index arrays as random, or as near their own place where the user says so', () => {
    const source = `__global__ void k(const int* north, const float* x, float* y) {
        y[blockIdx.x * 128 + threadIdx.x] = x[north[threadIdx.x] + 128 * blockIdx.x];
      }
      ${host('k<<<8, 128>>>(d, a, b);')}`;
    const asked = lower(source).assumptions.map(({ parameter }) => parameter);
    assert.deepEqual(asked, ['window_north']);
    const { program, assumptions } = lower(source, { arguments: { window_north: 1 } });
    assert.deepEqual(assumptions, []);
    assert.deepEqual(loadsOf(program, 'x'), [
      { kind: 'indirect', at: 'threadX', values: 'near', window: 1, offset: '128 * blockX' },
    ]);
  });

  it('walks the rows of a sparse matrix one behind the other', () => {
    const { program, assumptions } = lower(
      `__global__ void k(const int* row, const float* value, float* y, int rows) {
         int i = blockIdx.x * 128 + threadIdx.x;
         if (i >= rows) return;
         float sum = 0;
         for (int j = row[i]; j < row[i + 1]; j++) sum += value[j];
         y[i] = sum;
       }
       ${host('k<<<8, 128>>>(d, a, b, 1024);')}`,
      { arguments: { trips_j: 6 } },
    );
    const row = { kind: 'indirect', at: '128 * blockX + threadX', values: 'near', window: 1, scale: 6 };
    assert.deepEqual(loadsOf(program, 'value'), [
      { ...row, offset: '2 * i1' },
      { ...row, offset: '2 * i1 + 1' },
    ]);
    assert.equal(timesLoaded(program.body, 'value'), 6);
    assert.deepEqual(
      assumptions.map(({ parameter, value }) => [parameter, value]),
      [['trips_j', 6]],
    );
  });

  it('stores where an atomic function is called on an array of the thread itself', () => {
    const { program } = lower(
      `__global__ void k(const int* x, int* y) {
         int counts[8];
         for (int i = 0; i < 8; i++) counts[i] = 0;
         atomicAdd(&counts[x[threadIdx.x] & 7], 1);
         y[threadIdx.x] = counts[x[threadIdx.x] & 3];
       }
       ${host('k<<<8, 128>>>(d, e);')}`,
    );
    assert.equal(those(program.body, 'atomic').length, 0);
    assert.ok(those(program.body, 'store').some(({ array }) => array === 'counts'));
  });

  it('takes an address behind a loop that only writes through a pointer as known', () => {
    const { program } = lower(
      `__global__ void k(float* y, int n) {
         for (int i = threadIdx.x; i < n; i += 128) y[i] = 0;
         y[threadIdx.x + 5] = 1;
       }
       ${host('k<<<8, 128>>>(a, 1000);')}`,
    );
    assert.deepEqual(those(program.body, 'store').at(-1)?.index, 'threadX + 5');
  });
});
