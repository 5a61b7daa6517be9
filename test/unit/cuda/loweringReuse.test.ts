import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { AccessIndex, KernelProgram } from '../../../src/kernel/program';
import { lowerText, those, timesLoaded } from './loweringSupport';
import { testParser } from './support';

const host = (launch: string): string =>
  `void run(float* a, float* b, float* c, int* d, int* e, unsigned* u) { ${launch} }`;

type Indirect = Extract<AccessIndex, { kind: 'indirect' }>;

/** Gathers from an array, in order. */
function gathers({ body }: KernelProgram, array: string): readonly Indirect[] {
  const accesses = [...those(body, 'load'), ...those(body, 'atomic')];
  return accesses.flatMap(({ array: name, index }) =>
    name === array && typeof index === 'object' && index.kind === 'indirect' ? [index] : [],
  );
}

describe('what lowering knows of numbers that data decides', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  const lower = (source: string, options = {}): KernelProgram => lowerText(parser, source, options).program;

  it('bounds them by masks, remainders and narrow types, and the array with them', () => {
    const table = (index: string): { footprint: unknown; elements: unknown } => {
      const program = lower(
        `__global__ void k(const unsigned* keys, const unsigned char* bytes, const float* table, float* out) {
           int i = blockIdx.x * 256 + threadIdx.x;
           out[i] = table[${index}];
         }
         ${host('k<<<64, 256>>>(u, (unsigned char*)u, a, b);')}`,
      );
      return {
        footprint: gathers(program, 'table')[0]?.footprint,
        elements: program.arrays?.['table']?.elements,
      };
    };
    assert.deepEqual(table('keys[i] >> 8 & 15'), { footprint: 16, elements: 16 });
    assert.deepEqual(table('keys[i] % 10'), { footprint: 10, elements: 10 });
    assert.deepEqual(table('bytes[i] + 4'), { footprint: 256, elements: 260 });
    assert.deepEqual(table('(keys[i] & 3) * 64 + threadIdx.x % 64'), { footprint: 4, elements: 256 });
    assert.deepEqual(table('keys[i]'), { footprint: undefined, elements: 64 * 256 });
  });

  it('fills a declared array up to its end', () => {
    const program = lower(
      `__global__ void k(const int* first, float* out) {
         __shared__ float rows[64 * 32];
         rows[threadIdx.x] = 0.0f;
         __syncthreads();
         out[threadIdx.x] = rows[first[blockIdx.x] * 32 + threadIdx.x % 32];
       }
       ${host('k<<<8, 64>>>(d, a);')}`,
    );
    assert.equal(gathers(program, 'rows')[0]?.footprint, 64, 'the last of 64 rows of 32 is one of them');
  });

  it('keeps apart what is made of one word', () => {
    const program = lower(
      `struct Edge { int from, to; };
       __global__ void k(const Edge* edges, const float* x, float* out) {
         int i = blockIdx.x * 256 + threadIdx.x;
         out[i] = x[edges[i].from] - x[edges[i].to] + x[edges[i].from] * 2.0f;
       }
       ${host('k<<<64, 256>>>((Edge*)d, a, b);')}`,
    );
    const places = gathers(program, 'x').map(({ at }) => at);
    assert.equal(places.length, 2, 'the first end is loaded once');
    assert.notEqual(places[0], places[1]);
  });

  it('uses the slot at which a probing loop ended', () => {
    const program = lower(
      `// corun: trips_loop=1.4
       __global__ void k(const unsigned* keys, unsigned* slots, unsigned* counts, unsigned mask) {
         unsigned key = keys[threadIdx.x], slot = key * 2654435761u & mask;
         while (true) {
           unsigned found = atomicCAS(&slots[slot], 0u, key);
           if (found == 0u || found == key) break;
           slot = (slot + 1) & mask;
         }
         atomicAdd(&slots[slot], 1u);
       }
       ${host('k<<<1, 32>>>(u, u, u, 4095u);')}`,
    );
    const [first, , last] = gathers(program, 'slots');
    assert.equal(last?.at, first?.at);
    assert.equal(gathers(program, 'slots').length, 3);
    const more = those(program.body, 'if').map(({ condition }) => condition);
    assert.ok(
      more.some((one) => typeof one === 'object' && Math.abs(one.probability - 0.4) < 1e-9),
      'two fifths of the threads probe a second time',
    );
  });

  it('waits for where a row starts before it loads from it', () => {
    const program = lower(
      `__global__ void k(const int* start, const float* values, float* out) {
         int i = blockIdx.x * 256 + threadIdx.x;
         float sum = 0.0f;
         for (int j = start[i]; j < start[i + 1]; ++j) sum += values[j];
         out[i] = sum;
       }
       ${host('k<<<64, 256>>>(d, a, b);')}`,
      { arguments: { trips_j: 1 } },
    );
    const statements = program.body;
    const start = statements.findIndex((one) => one.op === 'load' && one.array === 'start');
    const name = statements[start]?.op === 'load' ? statements[start].into : '';
    const value = statements.findIndex((one) => one.op === 'load' && one.array === 'values');
    const waits = statements
      .slice(start, value + 1)
      .some((one) => 'after' in one && (one.after ?? []).includes(name));
    assert.ok(start >= 0 && value > start && waits, JSON.stringify(statements));
  });
});

describe('loads of the same place', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  const loaded = (body: string, launch = 'k<<<4, 64>>>(a, b, 256);'): number =>
    timesLoaded(
      lowerText(
        parser,
        `__global__ void k(const float* __restrict__ in, float* out, int n) {
           int t = threadIdx.x;
           ${body}
         }
         ${host(launch)}`,
      ).program.body,
      'in',
    );

  it('are one where two unrolled loops overlap, as in a product of two tiles or a window that moves', () => {
    const tile = `float sum = 0.0f;
      #pragma unroll
      for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j) sum += in[t + i * 64] * in[t + 1024 + j * 64];
      out[t] = sum;`;
    assert.equal(loaded(tile), 8);
    const window = `float sum = 0.0f;
      #pragma unroll
      for (int i = 0; i < 3; ++i)
        #pragma unroll
        for (int j = 0; j < 5; ++j) sum += in[t + i + j] * (i + 1);
      out[t] = sum;`;
    assert.equal(loaded(window), 7);
  });

  it('are two where memory may have changed, in a loop that stays one, and where only an argument makes them equal', () => {
    const shared = `__shared__ float tile[64];
      tile[t] = in[t];
      __syncthreads();
      float first = tile[63 - t];
      __syncthreads();
      tile[t] = first;
      __syncthreads();
      out[t] = tile[63 - t] + first;`;
    const { program } = lowerText(
      parser,
      `__global__ void k(const float* __restrict__ in, float* out, int n) { int t = threadIdx.x; ${shared} }
       ${host('k<<<4, 64>>>(a, b, 256);')}`,
    );
    assert.equal(timesLoaded(program.body, 'tile'), 2);
    const passes = `float most = 0.0f, sum = 0.0f;
      for (int i = t; i < n; i += 64) most = fmaxf(most, in[i]);
      for (int i = t; i < n; i += 64) sum += __expf(in[i] - most);
      out[t] = sum;`;
    assert.equal(loaded(passes), 8, 'four words for each pass');
    const rows = `float sum = 0.0f;
      #pragma unroll
      for (int i = 0; i < 2; ++i) sum += in[i * n + t] + in[i * n + t + n];
      out[t] = sum;`;
    assert.equal(loaded(rows), 3, 'the second row of the first copy is the first one of the second');
    const sizes = `float sum = 0.0f;
      #pragma unroll
      for (int i = 1; i < 3; ++i) sum += in[i * n + t] + in[i * 256 + t];
      out[t] = sum;`;
    assert.equal(loaded(sizes), 4);
  });
});
