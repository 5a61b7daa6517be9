import assert from 'node:assert/strict';
import { simulation } from '../../../src/predictors/simulation/predictor';
import { themis as themisPredictor } from '../../../src/predictors/themis/predictor';
import { predictorWith } from './corun/lawfulModel';
import type { CoRunModel } from '../../../src/predictors/themis/coRunModel';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import { MergedResults } from '../../../src/analysis/simulation/mergedResults';
import { slicesOf, wholeGpu } from '../../../src/analysis/simulation/gpuSlice';
import { type PlanInputs } from '../../../src/analysis/simulation/plan';
import type { SimulatedKernel } from '../../../src/analysis/simulation/preparation';
import { type TaskRunner } from '../../../src/analysis/simulation/runPlan';
import { runTask } from '../../../src/analysis/simulation/runTask';
import { SimulationSet, type SimulationPlan } from '../../../src/analysis/simulation/simulationSet';
import {
  type SimulationTask,
  type TaskOutcome,
  type TaskSubject,
} from '../../../src/analysis/simulation/task';
import type { SharingMode } from '../../../src/kernel/prediction';
import { parseKernelProgram } from '../../../src/kernel/program';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { analyzed } from './support';

/** The GPU of these tests. */
export const GPU = 'gtx-950';
const SOURCE = `
__global__ void compute(float *a) { float x = a[threadIdx.x]; for (int i = 0; i < 400; ++i) x = x * x + 1.0f; a[threadIdx.x] = x; }
__global__ void stream(float *a, const float *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = b[i]; }
void run(float *a, float *b) {
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  compute<<<512, 256, 0, one>>>(a);
  stream<<<4096, 256, 0, two>>>(a, b);
}
`;

const PROGRAMS = {
  compute: [{ op: 'loop', trips: 400, body: [{ op: 'compute', class: 'fp32', count: 2, distance: 1 }] }],
  stream: [
    { op: 'load', array: 'b', index: 'globalThread', into: 'x' },
    { op: 'store', array: 'a', index: 'globalThread', after: ['x'] },
  ],
};
const BLOCKS = { compute: 512, stream: 4096 };

/** A kernel as it is planned, at blocks of so many threads. */
export function simulated(kernelId: string, name: keyof typeof PROGRAMS, block = 256): SimulatedKernel {
  const elements = 4096 * 256;
  const program = parseKernelProgram({
    name,
    registersPerThread: 16,
    arrays: { a: { elementBytes: 4, elements }, b: { elementBytes: 4, elements } },
    body: PROGRAMS[name],
  });
  const grid = (BLOCKS[name] * 256) / block;
  const assumption = { key: `a.cu:${name}:n`, value: 7, text: `${name}: n 7` };
  return {
    kernelId,
    block: [block, 1, 1],
    app: { name, program, launch: { grid, block } },
    assumptions: [assumption],
    openSizes: [],
  };
}

/** The workspace of both kernels before anything is simulated. */
export async function results(mode: SharingMode): Promise<WorkspaceResults> {
  return analyzed({ sources: { 'a.cu': SOURCE }, settings: { gpu: GPU, mode } });
}

/** What is to be simulated of it. */
export function planned(base: WorkspaceResults): SimulationPlan {
  const [compute, stream] = base.files[0]!.kernels.map(({ id }) => id) as [string, string];
  const kernels = [simulated(compute, 'compute'), simulated(stream, 'stream')];
  const whole = wholeGpu(loadSpec(GPU).spec);
  const inputs: PlanInputs = {
    gpuId: GPU,
    mode: base.mode,
    whole,
    slices: slicesOf(whole),
    kernels,
    blocks: [{ threadsPerBlock: 64, kernel: simulated(compute, 'compute', 64) }],
  };
  const assumptions = Object.fromEntries(kernels.map((kernel) => [kernel.kernelId, kernel.assumptions]));
  return { inputs, assumptions, fits: {}, leftOut: [], openSizes: {} };
}

/** Outcomes of all tests: equal simulations run once. */
const known = new Map<string, TaskOutcome>();

/** What comes of a task. */
export function outcomeOf(task: SimulationTask): TaskOutcome {
  assert.ok('scenario' in task);
  const outcome = known.get(task.key) ?? runTask(task);
  known.set(task.key, outcome);
  return outcome;
}

/** Runs everything of a plan that `wanted` names. */
export function ran(plan: SimulationPlan, wanted: (subject: TaskSubject) => boolean): SimulationSet {
  const outcomes = new Map<string, TaskOutcome>();
  for (;;) {
    const set = new SimulationSet(plan, (key) => outcomes.get(key));
    const next = set.open.filter(({ subject }) => wanted(subject));
    if (next.length === 0) return set;
    for (const task of next) outcomes.set(task.key, outcomeOf(task));
  }
}

/** A runner on this thread that ends early after so many tasks. */
export function runner(most = Infinity): TaskRunner {
  let left = most;
  return {
    run: (tasks, onOutcome) => {
      const now = tasks.slice(0, left);
      left -= now.length;
      for (const task of now) onOutcome(task, outcomeOf(task));
      return Promise.resolve(now.length === tasks.length);
    },
  };
}

/** With the model as the only trained one. */
export function mergedWith(base: WorkspaceResults, model: CoRunModel | null): MergedResults {
  const trained = model === null ? [themisPredictor] : [predictorWith(model)];
  return new MergedResults(base, [], () => [], [simulation, ...trained]);
}

/** The results with everything simulated that is wanted. */
export async function merged(
  mode: SharingMode,
  wanted: (subject: TaskSubject) => boolean = () => true,
  model: CoRunModel | null = null,
): Promise<WorkspaceResults> {
  const base = await results(mode);
  return mergedWith(base, model).with(ran(planned(base), wanted));
}
