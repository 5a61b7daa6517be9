import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { LoopEstimate } from '../../../src/kernel/kernel';
import { counts, loopsOf, mixOf, sentences } from './mixSupport';
import { testParser } from './support';

describe('trip counts', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  function loop(
    head: string,
    parameters: Readonly<Record<string, number>> = {},
    body = 'x[i] = 1.f;',
  ): LoopEstimate {
    const source = `__global__ void k(float* x, const int* rows, int n, int m) { int t = threadIdx.x; ${head} { ${body} } }`;
    return loopsOf(parser, source, { parameters, launch: { grid: [8, 1, 1], block: [128, 1, 1] } })[0]!;
  }

  it('of constant loops in every form', () => {
    const cases: readonly [string, number][] = [
      ['for (int i = 0; i < 10; i++)', 10],
      ['for (int i = 0; i <= 10; ++i)', 11],
      ['for (int i = 10; i > 0; i--)', 10],
      ['for (int i = 9; i >= 0; i -= 2)', 5],
      ['for (int i = 0; i < 10; i += 3)', 4],
      ['for (int i = 0; 10 > i; i = i + 3)', 4],
      ['for (int i = 1; i < 100; i *= 2)', 7],
      ['for (int i = 64; i > 0; i >>= 1)', 7],
      ['for (int i = 64; i; i /= 2)', 7],
      ['for (unsigned i = 1; i <= 32; i <<= 1)', 6],
      ['for (int i = 0; i != 12; i += 4)', 3],
      ['for (int i = 0; i * i < 50; i++)', 8],
      ['for (int i = 5; i < 5; i++)', 0],
    ];
    for (const [head, trips] of cases) {
      const found = loop(head);
      assert.equal(found.trips.value, trips, head);
      assert.equal(found.kind, 'constant', head);
    }
  });

  it('of loops bounded by arguments, known and unknown', () => {
    const known = loop('for (int i = 0; i < n; i++)', { n: 77 });
    assert.deepEqual([known.kind, known.trips.value], ['argument', 77]);
    const unknown = loop('for (int i = 0; i < n; i++)');
    assert.deepEqual([unknown.kind, unknown.trips.value, unknown.trips.unknowns], ['argument', null, ['n']]);
    assert.equal(unknown.assumedTrips, 1024);
    assert.equal(unknown.trips.text, 'n');
    assert.equal(loop('for (int i = m; i < n; i += 4)').trips.text, '(n - m) / 4');
  });

  it('of grid-stride and block-stride loops, averaged over threads', () => {
    const grid = loop(
      'for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)',
      { n: 4096 },
    );
    assert.deepEqual([grid.kind, grid.trips.value], ['thread', 4]);
    const uneven = loop('for (int i = threadIdx.x; i < n; i += blockDim.x)', { n: 192 });
    assert.equal(uneven.trips.value, 1.5);
  });

  it('of reductions over the block', () => {
    const halving = loop(
      'for (unsigned s = blockDim.x / 2; s > 0; s >>= 1)',
      {},
      'if (t < s) x[t] += x[t + s]; __syncthreads();',
    );
    assert.deepEqual([halving.kind, halving.trips.value], ['launch', 7]);
  });

  it('of triangular loops', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(float* x) { for (int i = 0; i < 10; i++) for (int j = 0; j <= i; j++) x[i * 10 + j] = 1.f; }',
    );
    assert.equal(mix.loops[1]!.trips.value, 5.5);
    assert.ok(Math.abs(mix.perThread.globalStore - 55) < 1e-9);
  });

  it('of while and do loops with a counter in the body', () => {
    assert.equal(loop('int i = 0; while (i < 12)', {}, 'x[i] = 1.f; i += 4;').trips.value, 3);
    const source = '__global__ void k(float* x) { int i = 0; do { x[i] = 1.f; i++; } while (i < 5); }';
    assert.equal(mixOf(parser, source).loops[0]!.trips.value, 5);
  });

  it('of loops that end on data: not known, a default is counted and named', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(const int* rows, float* x) { for (int j = rows[threadIdx.x]; j < rows[threadIdx.x + 1]; j++) x[j] = 1.f; }',
    );
    const [found] = mix.loops;
    assert.deepEqual([found!.kind, found!.trips.value, found!.assumedTrips], ['data', null, 8]);
    assert.equal(mix.perThread.globalStore, 8);
    assert.match(sentences(mix).join(), /line 1: the loop runs .* counted as 8/);
  });

  it('of a loop with an exit on data: the bound, with the exit taken once', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(const float* x, int* found) { for (int i = 0; i < 100; i++) if (x[i] == 0.f) { found[0] = i; break; } }',
    );
    assert.equal(mix.loops[0]!.trips.value, 100);
    assert.ok(Math.abs(mix.perThread.globalStore - 1) < 1e-9);
  });

  it('weights code by the loops around it and hoists what does not change', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(const float* __restrict__ a, float* x, int n) { float s = 0.f; for (int i = 0; i < n; i++) s += a[7] * i; x[0] = s; }',
      { parameters: { n: 500 } },
    );
    assert.equal(mix.perThread.globalLoad, 1);
    assert.equal(mix.perThread.fp32, 500);
    assert.equal(mix.perThread.conversion, 500);
  });

  it('keeps loads in a loop that stores', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(const float* a, float* x, int n) { for (int i = 0; i < n; i++) x[i] = a[7]; }',
      { parameters: { n: 500 } },
    );
    assert.equal(mix.perThread.globalLoad, 500);
  });

  it('with depth and range', () => {
    const mix = mixOf(
      parser,
      '__global__ void k(float* x) {\n  for (int i = 0; i < 3; i++)\n    for (int j = 0; j < 2; j++) x[i] = j;\n}',
    );
    assert.deepEqual(
      mix.loops.map(({ depth, range }) => [depth, range.startLine, range.startColumn]),
      [
        [0, 2, 2],
        [1, 3, 4],
      ],
    );
  });
});

describe('tests of loops whose bodies are repeated', () => {
  it('lie between those of both lengths where some threads go round once more', async () => {
    const parser = await testParser();
    // Control of a block of 256 threads of which so many go round four times and the others three times.
    const controlOf = (longer: number): number => {
      const source = `__global__ void k(float* x, int n) {
        int end = n + (threadIdx.x < ${longer});
        float s = 0.f;
        for (int i = 0; i < end; i++) s += x[threadIdx.x + i * 256];
        x[threadIdx.x] = s;
      }`;
      const launch = { grid: [8, 1, 1], block: [256, 1, 1] } as const;
      return counts(mixOf(parser, source, { parameters: { n: 3 }, launch })).control!;
    };
    const [none, most, all] = [0, 224, 256].map(controlOf) as [number, number, number];
    const expected = none + (all - none) * (224 / 256);
    assert.ok(Math.abs(most / expected - 1) < 0.05, `${none} ${most} ${all}`);
  });
});
