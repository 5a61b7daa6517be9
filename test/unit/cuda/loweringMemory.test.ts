import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { parseScenario } from '../../../src/kernel/scenario';
import type { Counters } from '../../../src/simulator/core/counters';
import { simulate } from '../../../src/simulator/simulate';
import { lowerText } from './loweringSupport';
import { testParser } from './support';

/** Sectors of 32 bytes, lines of four, an L1 cache that holds what a block reads. */
const GPU = 'v100-sxm2';
const [BLOCKS, THREADS] = [64, 256];
const WARPS = (BLOCKS * THREADS) / 32;

describe('memory traffic of kernels from source to counters', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  /** What the memory system counts while a kernel runs to its end. */
  function counted(kernel: string, launch: string): Counters {
    const source = `${kernel}\nvoid run(float* a, float* b, float* c, int* d) { ${launch} }`;
    const { program, launch: extents } = lowerText(parser, source);
    const app = {
      name: 'k',
      program,
      launch: { grid: [...extents.grid], block: [...extents.block], sharedBytes: extents.sharedBytes },
    };
    const result = simulate(parseScenario(JSON.parse(JSON.stringify({ gpu: GPU, apps: [app] }))));
    assert.equal(result.end, 'finished');
    return result.apps[0]!.kernels[0]!.counters;
  }

  it('passes the L1 cache by where loads are volatile, or cached in L2 only', () => {
    const loads: readonly (readonly [load: string, past: boolean])[] = [
      ['x[i]', false],
      ['__ldg(x + i)', false],
      ['__ldcs(x + i)', false],
      ['__ldcg(x + i)', true],
      ['__ldcv(x + i)', true],
      ['*(const volatile float*)(x + i)', true],
    ];
    for (const [load, past] of loads) {
      const counters = counted(
        `__global__ void k(const float* x, float* z) {
           int i = blockIdx.x * blockDim.x + threadIdx.x;
           z[i] = ${load};
         }`,
        `k<<<${BLOCKS}, ${THREADS}>>>(a, c);`,
      );
      const sectors = [counters.l1Sectors, counters.bypassedLoadSectors];
      assert.deepEqual(sectors, past ? [0, 4 * WARPS] : [4 * WARPS, 0], load);
    }
  });

  it('is four sectors for each array and warp of a vector addition', () => {
    const counters = counted(
      `__global__ void k(const float* x, const float* y, float* z) {
         int i = blockIdx.x * blockDim.x + threadIdx.x;
         z[i] = x[i] + y[i];
       }`,
      `k<<<${BLOCKS}, ${THREADS}>>>(a, b, c);`,
    );
    assert.equal(counters.l1Requests, 2 * WARPS);
    assert.equal(counters.l1Sectors, 2 * 4 * WARPS);
    assert.equal(counters.l1SectorMisses, 2 * 4 * WARPS);
    assert.equal(counters.l1StoreSectors, 4 * WARPS);
  });

  it('is 32 sectors a warp where a transpose stores columns, and four where it loads rows', () => {
    const counters = counted(
      `__global__ void k(const float* from, float* to, const float* next) {
         int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
         to[x * 256 + y] = from[y * 256 + x];
         __syncthreads();
         if (next[y * 256 + x] < 0.0f) __trap();
       }`,
      'k<<<dim3(8, 32), dim3(32, 8)>>>(a, b, c);',
    );
    const warps = (256 * 256) / 32;
    assert.equal(counters.l1Sectors, 2 * 4 * warps);
    // A run ends with its last warp: the second load is served behind the store and keeps the warp until then.
    assert.equal(counters.l1StoreSectors, 32 * warps);
  });

  it('has no bank conflicts in a padded tile and 32 passes for a column of an unpadded one', () => {
    const tile = (width: number): Counters =>
      counted(
        `__global__ void k(const float* from, float* to) {
           __shared__ float tile[32][${width}];
           tile[threadIdx.y][threadIdx.x] = from[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x];
           __syncthreads();
           to[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
         }`,
        'k<<<16, dim3(32, 32)>>>(a, b);',
      );
    const accesses = 2 * 16 * 32;
    const padded = tile(33);
    assert.equal(padded.sharedAccesses, accesses);
    assert.equal(padded.sharedPasses, accesses);
    // The stores of rows take one pass each, the loads of columns 32.
    assert.equal(tile(32).sharedPasses, (accesses / 2) * (1 + 32));
  });

  it('reads the neighbours of a stencil from the L1 cache', () => {
    const counters = counted(
      `__global__ void k(const float* from, float* to) {
         int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
         to[i] = 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
       }`,
      `k<<<${BLOCKS}, ${THREADS}>>>(a, b);`,
    );
    // One of the three accesses of a warp lies in four sectors, the others reach into a fifth.
    assert.equal(counters.l1Sectors, (4 + 5 + 5) * WARPS);
    // Once for each block: its own sectors and the one that it shares with the next block.
    const ownSectors = (THREADS * 4) / 32 + 1;
    assert.equal(counters.l1SectorMisses, BLOCKS * ownSectors);
  });

  it('loads the index array of a gather as one line a warp, and up to 32 sectors behind it', () => {
    const gather = (index: string): Counters =>
      counted(
        `__global__ void k(const int* list, const float* x, float* y) {
           int i = blockIdx.x * blockDim.x + threadIdx.x;
           y[i] = x[${index}];
         }`,
        `k<<<${BLOCKS}, ${THREADS}>>>(d, a, b);`,
      );
    const scattered = gather('list[i]');
    assert.equal(scattered.globalLoad, 2 * WARPS);
    // 16384 elements are 2048 sectors: two of 32 lanes rarely meet in one.
    const behind = scattered.l1Sectors / WARPS - 4;
    assert.ok(behind > 30 && behind <= 32, String(behind));
    const rows = gather('list[i / 32] * 32 + i % 32');
    assert.equal(rows.l1Sectors, (1 + 4) * WARPS);
  });
});
