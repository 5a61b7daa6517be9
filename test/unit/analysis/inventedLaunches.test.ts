import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS, type AnalysisSettings } from '../../../src/analysis/workspaceState';
import { testSession } from './support';

/** Whether the plan takes the launch of the only kernel for invented. */
async function isInvented(
  source: string,
  assumptions: AnalysisSettings['assumptions'] = {},
): Promise<boolean> {
  const session = await testSession();
  await session.analyze({
    sources: new Map([['a.cu', source]]),
    profiles: new Map(),
    settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950', assumptions },
  });
  const { inputs } = session.simulationPlan({ focus: [], maxKernels: 1 });
  return inputs!.kernels[0]!.isInvented;
}

const FILL = '__global__ void fill(float *a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }\n';
const SUM = `__global__ void sum(float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += a[i * 32 + threadIdx.x];
  a[threadIdx.x] = s;
}
`;

describe('the launch that is simulated', () => {
  it('is of the program where grid and arguments stand there', async () => {
    assert.equal(await isInvented(`${FILL}void f(float *a) { fill<<<8, 32>>>(a); }`), false);
    assert.equal(await isInvented(`${SUM}void f(float *a) { sum<<<8, 32>>>(a, 100); }`), false);
  });

  it('is invented where nothing tells the grid, until the user sets it', async () => {
    const source = `${FILL}void f(float *a, int blocks) { fill<<<blocks, 32>>>(a); }`;
    assert.equal(await isInvented(source), true);
    assert.equal(await isInvented(source, { 'a.cu:fill:blocks': 100 }), false);
  });

  it('is invented where nothing tells an argument that the work depends on, until the user sets it', async () => {
    const source = `${SUM}void f(float *a, int n) { sum<<<8, 32>>>(a, n); }`;
    assert.equal(await isInvented(source), true);
    assert.equal(await isInvented(source, { 'a.cu:sum:n': 100 }), false);
  });

  it('is of the program where only what data decide is open', async () => {
    const source = `__global__ void walk(int *next) {
  int at = threadIdx.x;
  while (next[at] != 0) at = next[at];
  next[threadIdx.x] = at;
}
void f(int *next) { walk<<<8, 32>>>(next); }`;
    assert.equal(await isInvented(source), false);
  });
});
