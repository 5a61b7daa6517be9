import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { WorkspaceResults } from '../analysis/results/workspaceResults';
import { withSimulations } from '../analysis/simulation/merge';
import { SimulationSet } from '../analysis/simulation/simulationSet';
import type { TaskOutcome } from '../analysis/simulation/task';
import { SimulationPool } from '../analysis/worker/simulationPool';
import type { AnalyzedPaths } from './session';

const MOST_THREADS = 8;

/** The results with up to `maxKernels` kernels simulated: alone, in pairs, at other block sizes. */
export async function withSimulatedKernels(
  { session, results }: AnalyzedPaths,
  maxKernels: number,
  note: (line: string) => void,
): Promise<WorkspaceResults> {
  const plan = session.simulationPlan({ focus: [], maxKernels });
  const outcomes = new Map<string, TaskOutcome>();
  const dist = path.dirname(process.argv[1]!);
  const files = { workerPath: path.join(dist, 'worker.js'), assets: dist };
  const pool = new SimulationPool(files, Math.min(MOST_THREADS, availableParallelism()));
  const known = (): SimulationSet => new SimulationSet(plan, (key) => outcomes.get(key));
  for (let set = known(); set.open.length > 0; set = known())
    await pool.run(set.open, ({ key }, outcome) => {
      outcomes.set(key, outcome);
      if (outcomes.size % 10 === 0) note(`simulated ${outcomes.size} of ${known().progress.total}`);
    });
  return withSimulations(results, known());
}
