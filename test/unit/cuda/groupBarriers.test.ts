import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { lowerText, those } from './loweringSupport';
import { testParser } from './support';

describe('barriers of cooperative groups', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const barriersOf = (body: string) => {
    const { program, assumptions } = lowerText(
      parser,
      `namespace cg = cooperative_groups;
       __device__ void meet(cg::grid_group grid) { grid.sync(); }
       __global__ void k(float *a) { int t = threadIdx.x; a[t] = 1.f; ${body} a[t] += 2.f; }
       void run(float *a) { k<<<16, 256>>>(a); }`,
    );
    const said = assumptions.map(({ text }) => (typeof text === 'string' ? text : text.say));
    return { scopes: those(program.body, 'barrier').map(({ scope }) => scope ?? 'block'), said };
  };

  const ofGrid = {
    'a member of a variable': 'cg::grid_group grid = cg::this_grid(); grid.sync();',
    'a member of what makes the group': 'cooperative_groups::this_grid().sync();',
    'a function that takes the group': 'cg::sync(cg::this_grid());',
    'a function of the program': 'auto grid = cg::this_grid(); meet(grid);',
  };
  for (const [name, body] of Object.entries(ofGrid))
    it(`of the grid by ${name} wait for all blocks`, () => {
      assert.deepEqual(barriersOf(body), { scopes: ['grid'], said: [] });
    });

  it('of a block wait for that, and those of a warp for nobody else', () => {
    assert.deepEqual(barriersOf('cg::this_thread_block().sync();'), { scopes: ['block'], said: [] });
    assert.deepEqual(barriersOf('cg::tiled_partition<32>(cg::this_thread_block()).sync();'), {
      scopes: [],
      said: [],
    });
  });

  it('of a cluster count as those of a block, and say so', () => {
    assert.deepEqual(barriersOf('cg::this_cluster().sync();'), {
      scopes: ['block'],
      said: ['cuda.groupBarrier'],
    });
  });
});
