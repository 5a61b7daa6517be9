import { availableParallelism } from 'node:os';
import type { WorkspaceResults } from '../analysis/results/workspaceResults';
import { soloModelFor } from '../analysis/corun/coRunModel';
import { withSimulations } from '../analysis/simulation/merge';
import { runPlan } from '../analysis/simulation/runPlan';
import type { TaskOutcome } from '../analysis/simulation/task';
import { SimulationPool } from '../analysis/worker/simulationPool';
import { workerFiles } from './distFolder';
import type { AnalyzedPaths } from './session';
import { readThemisModels } from './themisModels';

const MOST_THREADS = 8;
/** One line of progress for so many simulations. */
const NOTED = 10;

/** The results with up to `maxKernels` kernels simulated: alone, in pairs, at other block sizes. */
export async function withSimulatedKernels(
  { session, results }: AnalyzedPaths,
  maxKernels: number,
  note: (line: string) => void,
): Promise<WorkspaceResults> {
  const model = soloModelFor(results.gpu.id, await readThemisModels());
  const plan = session.simulationPlan({ focus: [], maxKernels });
  const outcomes = new Map<string, TaskOutcome>();
  const pool = new SimulationPool(workerFiles(), Math.min(MOST_THREADS, availableParallelism()));
  let merged = results;
  await runPlan(plan, pool, outcomes, (known, settled) => {
    if (settled) merged = withSimulations(results, known(), model);
    else if (outcomes.size % NOTED === 0) note(`simulated ${outcomes.size} of ${known().progress.total}`);
  });
  return merged;
}
