import type * as vscode from 'vscode';
import { NOT_YIELDED, type YieldState } from '../../analysis/protocol';
import type { SeparateJob } from '../../analysis/worker/client';
import type { ListedTrial, YieldRequest, YieldSearchAnswer } from '../../analysis/yielding/yieldAnswer';
import type { Scenario } from '../../kernel/scenario';
import { LatestQuestion } from '../latestQuestion';
import type { WorkspaceQuestions } from '../results/workspaceQuestions';

/** Starts a worker that searches, and tells of each configuration that it has tried. */
export type StartYieldSearch = (
  scenario: Scenario,
  request: YieldRequest,
  onTrial: (trial: ListedTrial) => void,
) => SeparateJob<YieldSearchAnswer>;

/** Answers how much a kernel is to yield to another. */
export class YieldSearching extends LatestQuestion<YieldState> {
  constructor(
    changed: vscode.EventEmitter<YieldState>,
    private readonly questions: Pick<WorkspaceQuestions, 'scenarioOf'>,
    private readonly start: StartYieldSearch,
  ) {
    super(changed, NOT_YIELDED);
  }

  /** Searches, and tells of every trial on the way; what was tried stays. */
  ask(request: YieldRequest): Promise<void> {
    return this.answer({ ...NOT_YIELDED, request }, async ({ tell, run }) => {
      const scenario = await this.questions.scenarioOf(request.kernelIds);
      const onTrial = (trial: ListedTrial): void => tell({ trials: [...this.state().trials, trial] });
      return { answer: await run(() => this.start(scenario, request, onTrial)) };
    });
  }
}
