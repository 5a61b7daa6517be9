import type { CudaParser } from '../../cuda/syntax/parser';
import type { TrainedModel } from '../../predictors/port';
import type { CompareRequest } from '../protocol';
import type { AnyCompareResult } from '../results/compareResult';
import type { AnalysisSession } from '../session';
import { taskRunner } from '../simulation/runAnyTask';
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
  const tools: CompareTools<AnyCompareResult> = {
    under: (change) => session.under(change),
    models,
    runner: taskRunner(parser),
    outcomes: new Map<string, TaskOutcome>(),
    onResult,
  };
  return 'programs' in request
    ? comparePrograms(request.programs, request.gpus, tools)
    : compareKernels(request.kernelIds, request.gpus, tools);
}
