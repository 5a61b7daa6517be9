import { availableParallelism } from 'node:os';
import type { WorkspaceResults } from '../analysis/results/workspaceResults';
import { MergedResults } from '../analysis/simulation/mergedResults';
import { runPlan } from '../analysis/simulation/runPlan';
import { type FittedValues } from '../analysis/fitting/fittedNumbers';
import { SimulationSet } from '../analysis/simulation/simulationSet';
import type { TaskOutcome } from '../analysis/simulation/task';
import { SimulationPool } from '../analysis/worker/simulationPool';
import { workerFiles } from './distFolder';
import type { AnalyzedPaths } from './session';
import { readModels } from './trainedModels';

const MOST_THREADS = 8;
/** One line of progress for so many simulations. */
const NOTED = 10;

/** The results with up to `maxKernels` kernels simulated: alone, in pairs, at other block sizes. */
export async function withSimulatedKernels(
  analyzed: AnalyzedPaths,
  maxKernels: number,
  note: (line: string) => void,
): Promise<WorkspaceResults> {
  const { planFor, outcomes, pool, merged } = await begin(analyzed, maxKernels, note);
  let last = analyzed.results;
  await runPlan(planFor, pool, outcomes, {
    onSettled: async (known) => void (last = await merged.withTimelines(known())),
    onOutcome: (known) => noteEach(outcomes.size, () => known().progress.total, note),
  });
  return last;
}

/** The results with up to `maxKernels` kernels simulated alone, and timelines made of their times. */
export async function withSimulatedTimes(
  analyzed: AnalyzedPaths,
  maxKernels: number,
  note: (line: string) => void,
): Promise<WorkspaceResults> {
  const { planFor, outcomes, pool, merged } = await begin(analyzed, maxKernels, note);
  const plan = planFor({});
  const known = (): SimulationSet => new SimulationSet(plan, (key) => outcomes.get(key));
  const open = known().open.filter(({ subject }) => subject.kind === 'time');
  await pool.run(open, ({ key }, outcome) => {
    outcomes.set(key, outcome);
    noteEach(outcomes.size, () => open.length, note);
  });
  return merged.withTimelines(known());
}

function noteEach(done: number, total: () => number, note: (line: string) => void): void {
  if (done % NOTED === 0) note(`simulated ${done} of ${total()}`);
}

async function begin({ session, results }: AnalyzedPaths, maxKernels: number, note: (line: string) => void) {
  const models = await readModels(undefined, note);
  return {
    planFor: (fitted: FittedValues) => session.simulationPlan({ focus: [], maxKernels, fitted }),
    outcomes: new Map<string, TaskOutcome>(),
    pool: new SimulationPool(workerFiles(), Math.min(MOST_THREADS, availableParallelism())),
    merged: new MergedResults(results, models, (times) => session.timedApplications(times)),
  };
}
