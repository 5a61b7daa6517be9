import type * as vscode from 'vscode';
import type { AloneRuns } from '../../analysis/colocation/aloneRuns';
import { NOT_COLOCATED, type ColocateState } from '../../analysis/protocol';
import type { ColocateNews, ColocateRequest, ColocateResult } from '../../analysis/results/colocateResult';
import type { SeparateJob } from '../../analysis/worker/client';
import { LatestQuestion } from '../latestQuestion';
import type { WorkspaceQuestions } from '../results/workspaceQuestions';

/** Starts a worker that predicts, and tells of each count of instances that it has looked at. */
export type StartColocation = (
  runs: AloneRuns,
  target: ColocateRequest['target'],
  onNews: (news: ColocateNews) => void,
) => SeparateJob<ColocateResult>;

/** Answers what can share the GPU with a service. */
export class Colocating extends LatestQuestion<ColocateState> {
  constructor(
    changed: vscode.EventEmitter<ColocateState>,
    private readonly questions: Pick<WorkspaceQuestions, 'aloneRuns'>,
    private readonly start: StartColocation,
  ) {
    super(changed, NOT_COLOCATED);
  }

  /** Predicts, and tells of every application on the way. */
  ask(request: ColocateRequest): Promise<void> {
    return this.answer({ ...NOT_COLOCATED, request }, async ({ tell, run }) => {
      const runs = await this.questions.aloneRuns(request);
      return { result: await run(() => this.start(runs, request.target, tell)) };
    });
  }
}
