import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { AnalysisSession } from '../../../src/analysis/session';
import { runAnyTask } from '../../../src/analysis/simulation/runAnyTask';
import { runPlan, type PlanMaker, type TaskRunner } from '../../../src/analysis/simulation/runPlan';
import type { SimulationSet } from '../../../src/analysis/simulation/simulationSet';
import { testSession } from './support';

/** @param index of the element that a thread has */
const program = (index: string): string => `#define BLOCK 256
const int N = 5000;
__global__ void fill(float *a) { int i = ${index}; if (i < N) a[i] = 1; }
int main() { float *a; cudaMalloc(&a, N * sizeof(float)); fill<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(a); }`;
const ANY_BLOCK = program('blockIdx.x * blockDim.x + threadIdx.x');
const ONE_BLOCK = program('blockIdx.x * 256 + threadIdx.x');

const settings = { ...DEFAULT_SETTINGS, gpu: 'gtx-950' };
const analyze = (session: AnalysisSession, text: string) =>
  session.analyze({ sources: new Map([['a.cu', text]]), profiles: new Map(), settings });
const blocksOf = (session: AnalysisSession) =>
  session.simulationPlan({ focus: [], maxKernels: 1 }).inputs!.blocks!;
const sizesOf = (session: AnalysisSession): readonly number[] =>
  blocksOf(session).map(({ threadsPerBlock }) => threadsPerBlock);

/** What happens while `look` may try edits: how many texts it has tried so far. */
async function countingTrials(look: (trials: () => number) => Promise<void>): Promise<void> {
  const { during } = CudaWorkspace.prototype;
  let trials = 0;
  CudaWorkspace.prototype.during = function <T>(texts: ReadonlyMap<string, string>, work: () => T): T {
    trials++;
    return during.call(this, texts, work) as T;
  };
  try {
    await look(() => trials);
  } finally {
    CudaWorkspace.prototype.during = during;
  }
}

describe('edits of blocks in plans', () => {
  it('are tried once for all plans of the same sources, and anew when these change', () =>
    countingTrials(async (trials) => {
      const trialsOf = <T>(make: () => T): readonly [T, number] => {
        const before = trials();
        const made = make();
        return [made, trials() - before];
      };
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
    }));

  it('are tried while pairs run, not before every kernel has run alone', () =>
    countingTrials(async (trials) => {
      const session = await testSession();
      await analyze(session, ANY_BLOCK);
      const order: (readonly [kind: string, hasTried: boolean])[] = [];
      const before = trials();
      const runner: TaskRunner = {
        run: async (tasks, onOutcome) => {
          for (const task of tasks) {
            order.push([task.subject.kind, trials() > before]);
            onOutcome(task, await runAnyTask(task, () => Promise.reject(new Error('no parser'))));
          }
          return true;
        },
      };
      const totals: string[] = [];
      const planFor: PlanMaker = (wishes) =>
        session.simulationPlan({ focus: [], maxKernels: 1, pairs: 'all', ...wishes });
      const listener = {
        onOutcome: () => undefined,
        onSettled: (known: () => SimulationSet) => {
          const { done, total } = known().progress;
          totals.push(done === total ? 'done' : 'open');
        },
      };
      assert.equal(await runPlan(planFor, runner, new Map(), listener), true);
      const kinds = order.map(([kind]) => kind);
      assert.deepEqual(kinds, ['time', 'part', 'pair', 'block', 'block', 'block', 'block']);
      assert.deepEqual(
        order.map(([, hasTried]) => hasTried),
        kinds.map((kind) => kind === 'block'),
      );
      // Until they are tried nobody is told that all is done.
      assert.deepEqual(totals, ['open', 'open', 'open', 'done']);
    }));

  it('that fail are told once what runs meanwhile has ended', async () => {
    const session = await testSession();
    await analyze(session, ANY_BLOCK);
    const ended: string[] = [];
    const runner: TaskRunner = {
      run: async (tasks, onOutcome) => {
        for (const task of tasks)
          onOutcome(task, await runAnyTask(task, () => Promise.reject(new Error('no parser'))));
        ended.push(tasks.at(-1)!.subject.kind);
        return true;
      },
    };
    const planFor: PlanMaker = (wishes) => {
      if (wishes.blocks) throw new Error('no room');
      return session.simulationPlan({ focus: [], maxKernels: 1, ...wishes });
    };
    const listener = { onOutcome: () => undefined, onSettled: () => undefined };
    await assert.rejects(runPlan(planFor, runner, new Map(), listener), /no room/);
    assert.deepEqual(ended, ['time', 'pair']);
  });
});
