import type { CudaParser } from '../../cuda/syntax/parser';
import type { TrainedModel } from '../../predictors/port';
import type { CompareRequest } from '../protocol';
import type { CompareResult } from '../results/compareResult';
import type { AnalysisSession } from '../session';
import { runAnyTask } from '../simulation/runAnyTask';
import type { TaskRunner } from '../simulation/runPlan';
import type { TaskOutcome } from '../simulation/task';
import type { WorkspaceChange } from '../workspaceState';
import { compareKernels } from './compareKernels';

/** Compares ways of having a GPU in this thread, on a session of its own. */
export async function compareWorkspace(
  session: AnalysisSession,
  workspace: WorkspaceChange,
  { kernelIds, gpus }: CompareRequest,
  models: readonly TrainedModel[],
  parser: () => Promise<CudaParser>,
  onResult: (result: CompareResult) => void,
): Promise<CompareResult> {
  await session.analyze(workspace);
  const runner: TaskRunner = {
    async run(tasks, onOutcome) {
      for (const task of tasks) onOutcome(task, await runAnyTask(task, parser));
      return true;
    },
  };
  return compareKernels(kernelIds, gpus, {
    under: (change) => session.under(change),
    models,
    runner,
    outcomes: new Map<string, TaskOutcome>(),
    onResult,
  });
}
