import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { countedAs } from '../../../src/words/texts/summaries';
import { testSession } from './support';

const CLUSTER = `#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void swap(float *a) {
  __shared__ float s[64];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = a[threadIdx.x];
  cluster.sync();
  a[threadIdx.x] = cluster.map_shared_rank(s, 1)[threadIdx.x];
  cluster.sync();
}
__global__ void meet(float *a) { a[threadIdx.x] = 1.f; cg::this_grid().sync(); a[threadIdx.x] += 1.f; }
__global__ void scale(float *a, Settings by) { a[threadIdx.x] *= by.factor; }
void f(float *a, Settings s) { swap<<<8, 64>>>(a); meet<<<8, 64>>>(a); scale<<<8, 64>>>(a, s); }`;

describe('what a simulated time counts as something else', () => {
  it('stands with the time, and not with one that was measured', async () => {
    const session = await testSession();
    await session.analyze({
      sources: new Map([['a.cu', CLUSTER]]),
      profiles: new Map(),
      settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950' },
    });
    const { inputs, assumptions } = session.simulationPlan({ focus: [], maxKernels: 3 });
    const simulated = { value: 1, unit: 'ms', origin: 'simulated', from: '' } as const;
    const measured = { ...simulated, origin: 'measured' } as const;
    const [swap, meet, scale] = ['swap', 'meet', 'scale'].map((name) => {
      const id = inputs!.kernels.find(({ app }) => app.name === name)!.kernelId;
      return assumptions[id]!;
    });
    assert.equal(
      countedAs({ time: simulated, assumptions: swap! }),
      'counts barriers of groups as of the block, memory of other blocks as its own',
    );
    assert.equal(countedAs({ time: measured, assumptions: swap! }), null);
    assert.equal(countedAs({ time: simulated, assumptions: meet! }), null);
    assert.equal(countedAs({ time: simulated, assumptions: scale! }), 'counts unknown types as float');
  });
});
