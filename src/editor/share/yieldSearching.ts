import type * as vscode from 'vscode';
import { NOT_YIELDED, type YieldState } from '../../analysis/protocol';
import type { SeparateJob } from '../../analysis/worker/client';
import { CancelledError } from '../../analysis/worker/workerHandle';
import type { ListedTrial, YieldRequest, YieldSearchAnswer } from '../../analysis/yielding/yieldAnswer';
import { saidOf } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import { words } from '../../words/words';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';

/** Starts a worker that searches, and tells of each configuration that it has tried. */
export type StartYieldSearch = (
  scenario: Scenario,
  request: YieldRequest,
  onTrial: (trial: ListedTrial) => void,
) => SeparateJob<YieldSearchAnswer>;

/** Answers how much a kernel is to yield to another; a later question ends an earlier one. */
export class YieldSearching extends Disposables {
  private _state = NOT_YIELDED;
  /** The last question; a cancel, a newer one and disposal abort it. */
  private question = new AbortController();

  readonly onDidChange: vscode.Event<YieldState>;

  constructor(
    private readonly changed: vscode.EventEmitter<YieldState>,
    private readonly analysis: Pick<WorkspaceAnalysis, 'scenarioOf'>,
    private readonly start: StartYieldSearch,
  ) {
    super();
    this.onDidChange = this.register(changed).event;
    this.register({ dispose: () => this.question.abort() });
  }

  state(): YieldState {
    return this._state;
  }

  /** Searches, and tells of every trial on the way. Failures become part of the state. */
  async ask(request: YieldRequest): Promise<void> {
    this.question.abort();
    this.question = new AbortController();
    const { signal } = this.question;
    const tell = (news: Partial<YieldState>): void => {
      if (!signal.aborted) this.set({ ...this._state, ...news });
    };
    tell({ ...NOT_YIELDED, request, busy: true });
    try {
      const scenario = await this.analysis.scenarioOf(request.kernelIds);
      if (signal.aborted) return;
      const job = this.start(scenario, request, (trial) => tell({ trials: [...this._state.trials, trial] }));
      signal.addEventListener('abort', () => job.cancel(), { once: true });
      tell({ busy: false, answer: await job.result });
    } catch (error) {
      tell({ busy: false, error: error instanceof CancelledError ? null : words(saidOf(error)) });
    }
  }

  /** Ends the search that is under way; what was tried stays. */
  cancel(): void {
    this.question.abort();
    if (this._state.busy) this.set({ ...this._state, busy: false });
  }

  private set(state: YieldState): void {
    this._state = state;
    this.changed.fire(state);
  }
}
