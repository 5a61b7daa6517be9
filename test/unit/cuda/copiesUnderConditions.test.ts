import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { ID, itCounts, kernel, type Shape } from './countedShape';
import { testParser } from './support';

const VECTOR = 'struct V { float x, y; };';

/** Counts of PTX by nvcc 13.0 for sm_80. */
const SHAPES: readonly Shape[] = [
  {
    name: 'vectors of three that the threads inside of a bound copy',
    source: kernel(
      'const float3 *p, float *o, int n',
      `${ID} if (i < n) { float3 v = p[i]; o[i] = v.x + v.y * v.z + v.x * v.z; }`,
    ),
    grid: 1,
    block: 128,
    arguments: { n: 64 },
    expected: { globalLoad: 1.5, fp32: 1, globalStore: 0.5 },
  },
  {
    // What belongs to the thread is loaded in front of the loop, although the loop assigns to members of a sum.
    name: 'a loop that adds to the members of a structure, and skips the thread itself',
    source: `${VECTOR} ${kernel(
      'const V *p, V *o, int n',
      `${ID} if (i >= n) return;
      V sum = {0.f, 0.f};
      for (int j = 0; j < n; j++) {
        if (i == j) continue;
        float x = p[j].x - p[i].x, y = p[j].y - p[i].y;
        sum.x += x * x; sum.y += y * y;
      }
      o[i] = sum;`,
    )}`,
    grid: 4,
    block: 128,
    arguments: { n: 512 },
    expected: { globalLoad: 1024, fp32: 2044, globalStore: 2 },
  },
];

describe('counts of structures', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  for (const shape of SHAPES) itCounts(shape, () => parser);
});
