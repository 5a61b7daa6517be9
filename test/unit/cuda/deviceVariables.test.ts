import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { LoweringOptions } from '../../../src/cuda/workspace';
import { threadCounts } from '../../../src/kernel/totals/threadCounts';
import { lowerText, those, timesLoaded } from './loweringSupport';
import { testParser } from './support';

const VARIABLES = `__device__ int count; __constant__ int limits[4]; struct Shape { int rows; int columns; }; __constant__ Shape shape;`;
const kernel = (body: string): string => `${VARIABLES}
__global__ void k(float *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; ${body} }
void run(float *p) { k<<<4, 256>>>(p); }`;

describe('numbers in variables of the program', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  const asked = (body: string, options: LoweringOptions = {}) =>
    lowerText(parser, kernel(body), options).assumptions.map(({ parameter, value }) => [parameter, value]);

  it('are asked for by the name of the variable', () => {
    assert.deepEqual(asked('if (i < count) p[i] = 1;'), [['count', 1024]]);
    assert.deepEqual(asked('if (i < shape.rows) for (int j = 0; j < limits[2]; j++) p[i * 7 + j] = 1;'), [
      ['shape.rows', 1024],
      ['limits[2]', 1024],
    ]);
  });

  it('that are given decide as arguments do, and are loaded still', () => {
    const { program, assumptions } = lowerText(
      parser,
      kernel('if (i < count) for (int j = 0; j < limits[2]; j++) p[i * 7 + j] = 1;'),
      { arguments: { count: 100, 'limits[2]': 3 } },
    );
    assert.deepEqual(assumptions, []);
    assert.deepEqual(
      those(program.body, 'loop').map(({ trips }) => trips),
      [3],
    );
    assert.deepEqual(
      those(program.body, 'if').map(({ condition }) => condition),
      ['256 * blockX + threadX < 100'],
    );
    assert.equal(timesLoaded(program.body, 'count'), 1);
  });

  it('can be given in a comment', () => {
    const source = kernel('if (i < limits[1]) p[i] = 1;').replace(
      '__global__',
      '// corun: limits[1]=64\n__global__',
    );
    assert.deepEqual(lowerText(parser, source).assumptions, []);
  });

  it('that the kernel changes are data', () => {
    const body = 'if (i < count) p[i] = 1; if (i == 0) count = 0;';
    assert.deepEqual(asked(body), [['share_i', 0.5]]);
  });
});

describe('textures and surfaces', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  const texels = (parameters: string, body: string) =>
    lowerText(
      parser,
      `__global__ void k(${parameters}) { int x = blockIdx.x * blockDim.x + threadIdx.x; ${body} }`,
      { grid: [4, 1, 1], block: [256, 1, 1] },
    );

  it('are no numbers to ask for', () => {
    const { assumptions } = texels(
      'cudaTextureObject_t image, cudaSurfaceObject_t out',
      'surf1Dwrite(tex1Dfetch<float>(image, x), out, x * 4);',
    );
    assert.deepEqual(
      assumptions.flatMap(({ parameter }) => parameter ?? []),
      [],
    );
  });

  it('are read where their coordinates say, also into a variable by its address', () => {
    const { program } = texels(
      'cudaSurfaceObject_t s, float *o',
      'float v; surf2Dread(&v, s, x * 4, 3); o[x] = v + 1;',
    );
    const [load] = those(program.body, 'load');
    // A row is as long as the coordinate in bytes.
    assert.deepEqual([load?.array, load?.index], ['s', '256 * blockX + threadX + 3072']);
    assert.deepEqual(those(program.body, 'store')[0]?.after, undefined);
    assert.equal(program.arrays?.['s']?.space, 'texture');
  });

  it('take whole coordinates as fractions, but those that are fetched and layers', () => {
    const conversions = (call: string): number => {
      const { program, launch } = texels('cudaTextureObject_t t, float *o', `o[x] = ${call};`);
      return threadCounts(program, launch).conversion;
    };
    assert.equal(conversions('tex2D<float>(t, x, x + 1)'), 2);
    assert.equal(conversions('tex1Dfetch<float>(t, x)'), 0);
    assert.equal(conversions('tex1DLayered<float>(t, 0.5f, x)'), 0);
  });
});
