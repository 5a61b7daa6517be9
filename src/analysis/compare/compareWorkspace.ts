import type { CudaParser } from '../../cuda/syntax/parser';
import type { TrainedModel } from '../../predictors/port';
import type { CompareRequest } from '../protocol';
import type { AnyCompareResult } from '../results/compareResult';
import type { AnalysisSession } from '../session';
import { runAnyTask } from '../simulation/runAnyTask';
import type { TaskRunner } from '../simulation/runPlan';
import type { TaskOutcome } from '../simulation/task';
import type { WorkspaceChange } from '../workspaceState';
import { compareKernels } from './compareKernels';
import { comparePrograms } from './comparePrograms';
import type { CompareTools } from './gpuModes';

/** Compares ways of having a GPU in this thread, on a session of its own. */
export async function compareWorkspace(
  session: AnalysisSession,
  workspace: WorkspaceChange,
  request: CompareRequest,
  models: readonly TrainedModel[],
  parser: () => Promise<CudaParser>,
  onResult: (result: AnyCompareResult) => void,
): Promise<AnyCompareResult> {
  await session.analyze(workspace);
  const runner: TaskRunner = {
    async run(tasks, onOutcome) {
      for (const task of tasks) onOutcome(task, await runAnyTask(task, parser));
      return true;
    },
  };
  const tools: CompareTools<AnyCompareResult> = {
    under: (change) => session.under(change),
    models,
    runner,
    outcomes: new Map<string, TaskOutcome>(),
    onResult,
  };
  return 'programs' in request
    ? comparePrograms(request.programs, request.gpus, tools)
    : compareKernels(request.kernelIds, request.gpus, tools);
}
