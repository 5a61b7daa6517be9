import assert from 'node:assert/strict';
import { WorkspacePredictors } from '../../../../src/analysis/corun/workspacePredictors';
import { soloTasks } from '../../../../src/analysis/simulation/plan';
import { runTask } from '../../../../src/analysis/simulation/runTask';
import { SimulationSet } from '../../../../src/analysis/simulation/simulationSet';
import { DEFAULT_SETTINGS } from '../../../../src/analysis/workspaceState';
import type { CoRunPredictor } from '../../../../src/predictors/port';
import { testSession } from '../support';
import { lawful, predictorWith } from './lawfulModel';

const SOURCE = `__global__ void one(float *a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }
__global__ void two(float *a) { a[blockIdx.x * 32 + threadIdx.x] = 2; }
void f(float *a) { one<<<1, 32>>>(a); two<<<4, 32>>>(a); }`;

describe('predictors of divided SMs', () => {
  it('are told how many blocks there are to spread over them', async () => {
    const session = await testSession();
    const settings = { ...DEFAULT_SETTINGS, gpu: 'gtx-950', mode: 'spatial' as const };
    const results = await session.analyze({
      sources: new Map([['a.cu', SOURCE]]),
      profiles: new Map(),
      settings,
    });
    const plan = session.simulationPlan({ focus: [], maxKernels: 2 });
    const outcomes = new Map(soloTasks(plan.inputs!).map((task) => [task.key, runTask(task)]));
    const told: (number | null)[][] = [];
    const { availability, ...rest } = predictorWith(lawful);
    const watched: CoRunPredictor = {
      ...rest,
      availability: (gpu, models) => ({
        lacking: [],
        ready: availability(gpu, models).ready.map((one) => ({
          ...one,
          predict: (question) => {
            told.push(question.subjects.map(({ launch }) => launch!.gridBlocks));
            return one.predict(question);
          },
        })),
      }),
    };
    const set = new SimulationSet(plan, (key) => outcomes.get(key));
    new WorkspacePredictors('gtx-950', [], [watched]).matrix(results, set);
    assert.ok(told.some(([a, b]) => a === 1 && b === 4));
  });
});
