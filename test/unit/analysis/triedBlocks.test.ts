import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { AnalysisSession } from '../../../src/analysis/session';
import { testSession } from './support';

/** @param index of the element that a thread has */
const program = (index: string): string => `#define BLOCK 256
const int N = 100000;
__global__ void fill(float *a) { int i = ${index}; if (i < N) a[i] = 1; }
int main() { float *a; cudaMalloc(&a, N * sizeof(float)); fill<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(a); }`;
const ANY_BLOCK = program('blockIdx.x * blockDim.x + threadIdx.x');
const ONE_BLOCK = program('blockIdx.x * 256 + threadIdx.x');

const settings = { ...DEFAULT_SETTINGS, gpu: 'gtx-950' };
const analyze = (session: AnalysisSession, text: string) =>
  session.analyze({ sources: new Map([['a.cu', text]]), profiles: new Map(), settings });
const blocksOf = (session: AnalysisSession) =>
  session.simulationPlan({ focus: [], maxKernels: 1 }).inputs!.blocks;
const sizesOf = (session: AnalysisSession): readonly number[] =>
  blocksOf(session).map(({ threadsPerBlock }) => threadsPerBlock);

describe('edits of blocks in plans', () => {
  it('are tried once for all plans of the same sources, and anew when these change', async () => {
    const { during } = CudaWorkspace.prototype;
    let trials = 0;
    CudaWorkspace.prototype.during = function <T>(texts: ReadonlyMap<string, string>, look: () => T): T {
      trials++;
      return during.call(this, texts, look) as T;
    };
    const trialsOf = <T>(make: () => T): readonly [T, number] => {
      trials = 0;
      return [make(), trials];
    };
    try {
      const session = await testSession();
      await analyze(session, ANY_BLOCK);
      const [first, firstTrials] = trialsOf(() => blocksOf(session));
      const [second, secondTrials] = trialsOf(() => blocksOf(session));
      assert.deepEqual(
        first.map(({ threadsPerBlock }) => threadsPerBlock),
        [64, 128, 512, 1024],
      );
      assert.deepEqual(second, first);
      // Programs are made with the edit in place each time; only what proves it is kept.
      assert.equal(secondTrials, first.length);
      assert.ok(firstTrials > secondTrials, `${firstTrials} and ${secondTrials} trials`);
      await analyze(session, ONE_BLOCK);
      assert.deepEqual(sizesOf(session), []);
      await analyze(session, ANY_BLOCK);
      assert.deepEqual(sizesOf(session), [64, 128, 512, 1024]);
    } finally {
      CudaWorkspace.prototype.during = during;
    }
  });
});
