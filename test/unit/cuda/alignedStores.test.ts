import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { itCounts, kernel, type Shape } from './countedShape';
import { testParser } from './support';

/** Stores of a vector's lanes side by side into a tile that is declared as `declaration`; nvcc 13.0 for sm_80. */
const lanes = (name: string, declaration: string, sharedStore: number): Shape => ({
  name: `lanes that are stored side by side to ${name}`,
  source: kernel(
    'const float4 *p, float *o',
    `${declaration} int t = threadIdx.x; float4 v = p[t]; int r = t / 4, c = t % 4 * 4;
    s[r][c] = v.x; s[r][c + 1] = v.y; s[r][c + 2] = v.z; s[r][c + 3] = v.w;
    __syncthreads();
    o[t] = s[t % 16][t % 5];`,
  ),
  grid: 4,
  block: 256,
  expected: { globalLoad: 1, sharedStore, sharedLoad: 1, globalStore: 1 },
});

const SHAPES: readonly Shape[] = [
  lanes('an array at 16 bytes', '__shared__ __align__(16) float s[64][16];', 1),
  lanes('an array at 8 bytes', 'alignas(8) __shared__ float s[64][16];', 2),
  lanes('an array of no known place', '__shared__ float s[64][16];', 4),
  lanes('rows that begin at no multiple of 16 bytes', '__shared__ __align__(16) float s[64][17];', 4),
  {
    name: 'copies of a loop that store side by side to an aligned array, and choose by their counter',
    source: kernel(
      'const float4 *p, float *o',
      `__shared__ alignas(16) float s[1024]; int t = threadIdx.x; float4 v = p[t];
      for (int i = 0; i < 4; i++) s[t * 4 + i] = i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
      __syncthreads();
      o[t] = s[t % 16 + 3];`,
    ),
    grid: 4,
    block: 256,
    expected: { globalLoad: 1, sharedStore: 1, sharedLoad: 1, globalStore: 1 },
  },
];

describe('counts of stores to aligned arrays', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  for (const shape of SHAPES) itCounts(shape, () => parser);
});
