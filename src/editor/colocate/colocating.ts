import type * as vscode from 'vscode';
import type { AloneRuns } from '../../analysis/colocation/aloneRuns';
import { NOT_COLOCATED, type ColocateState } from '../../analysis/protocol';
import type { ColocateNews, ColocateRequest, ColocateResult } from '../../analysis/results/colocateResult';
import type { SeparateJob } from '../../analysis/worker/client';
import { CancelledError } from '../../analysis/worker/workerHandle';
import { saidOf } from '../../kernel/result';
import { words } from '../../words/words';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';

/** Starts a worker that predicts, and tells of each count of instances that it has looked at. */
export type StartColocation = (
  runs: AloneRuns,
  target: ColocateRequest['target'],
  onNews: (news: ColocateNews) => void,
) => SeparateJob<ColocateResult>;

/** Answers what can share the GPU with a service; a later question ends an earlier one. */
export class Colocating extends Disposables {
  private _state = NOT_COLOCATED;
  /** The last question; a cancel, a newer one and disposal abort it. */
  private question = new AbortController();

  readonly onDidChange: vscode.Event<ColocateState>;

  constructor(
    private readonly changed: vscode.EventEmitter<ColocateState>,
    private readonly analysis: Pick<WorkspaceAnalysis, 'aloneRuns'>,
    private readonly start: StartColocation,
  ) {
    super();
    this.onDidChange = this.register(changed).event;
    this.register({ dispose: () => this.question.abort() });
  }

  state(): ColocateState {
    return this._state;
  }

  /** Predicts, and tells of every application on the way. Failures become part of the state. */
  async ask(request: ColocateRequest): Promise<void> {
    this.question.abort();
    this.question = new AbortController();
    const { signal } = this.question;
    const tell = (news: Partial<ColocateState>): void => {
      if (!signal.aborted) this.set({ ...this._state, ...news });
    };
    tell({ ...NOT_COLOCATED, request, busy: true });
    try {
      const runs = await this.analysis.aloneRuns(request);
      if (signal.aborted) return;
      const job = this.start(runs, request.target, tell);
      signal.addEventListener('abort', () => job.cancel(), { once: true });
      tell({ busy: false, result: await job.result });
    } catch (error) {
      tell({ busy: false, error: error instanceof CancelledError ? null : words(saidOf(error)) });
    }
  }

  /** Ends the question that is under way; what was answered stays. */
  cancel(): void {
    this.question.abort();
    if (this._state.busy) this.set({ ...this._state, busy: false });
  }

  private set(state: ColocateState): void {
    this._state = state;
    this.changed.fire(state);
  }
}
