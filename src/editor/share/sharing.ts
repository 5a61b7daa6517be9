import type * as vscode from 'vscode';
import type { ShareAnswer, ShareRequest } from '../../analysis/corun/share';
import type { ProgramShareAnswer, ProgramShareRequest } from '../../analysis/results/programShareResult';
import { NOT_SHARED, type ShareState } from '../../analysis/protocol';
import type { SeparateJob } from '../../analysis/worker/client';
import { CancelledError } from '../../analysis/worker/workerHandle';
import type { Scenario } from '../../kernel/scenario';
import type { CounterSource } from '../../predictors/port';
import { LatestQuestion } from '../latestQuestion';
import type { WorkspaceQuestions } from '../results/workspaceQuestions';

/** Starts a worker that answers a question from these counters. */
export type StartSharing = (
  scenario: Scenario,
  request: ShareRequest,
  counters: CounterSource,
) => SeparateJob<ShareAnswer>;

/** Starts a worker that splits SMs between programs of the workspace. */
export type StartProgramSharing = (request: ProgramShareRequest) => SeparateJob<ProgramShareAnswer>;

/** Answers who gets how many SMs. */
export class Sharing extends LatestQuestion<ShareState> {
  constructor(
    changed: vscode.EventEmitter<ShareState>,
    private readonly questions: Pick<WorkspaceQuestions, 'scenarioOf'>,
    private readonly start: StartSharing,
    private readonly startPrograms: StartProgramSharing,
  ) {
    super(changed, NOT_SHARED);
  }

  /**
   * Works out the answer. Of kernels first from runs alone, which is quick, then from a simulated co-run. The first answer
   * outlives a failed or cancelled second.
   */
  ask(request: ShareRequest): Promise<void> {
    const { programs = [] } = request;
    return programs.length > 0 ? this.askOfPrograms({ ...request, programs }) : this.askOfKernels(request);
  }

  private askOfPrograms(request: ProgramShareRequest): Promise<void> {
    return this.answer({ ...NOT_SHARED, request }, async ({ run }) => ({
      ofPrograms: await run(() => this.startPrograms(request)),
    }));
  }

  private askOfKernels(request: ShareRequest): Promise<void> {
    return this.answer({ ...NOT_SHARED, request }, async ({ tell, run }) => {
      const scenario = await this.questions.scenarioOf(request.kernelIds);
      const from = (counters: CounterSource): Promise<ShareAnswer> =>
        run(() => this.start(scenario, request, counters));
      tell({ answer: await unlessRefused(from('solo')) });
      return { answer: await from('shared') };
    });
  }
}

/** Null where runs alone cannot tell: a shared epoch still may. */
async function unlessRefused(answer: Promise<ShareAnswer>): Promise<ShareAnswer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return null;
  }
}
