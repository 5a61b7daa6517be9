import * as vscode from 'vscode';
import type { ShareRequest } from '../../analysis/corun/share';
import type { ShareState } from '../../analysis/protocol';
import { startSharing, type SeparateJob } from '../../analysis/worker/client';
import { CancelledError, type WorkerFiles } from '../../analysis/worker/workerHandle';
import type { ShareAnswer } from '../../analysis/corun/share';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';

const NOTHING: ShareState = { request: null, busy: false, answer: null, error: null };

/** Answers who gets how many SMs; a later question ends an earlier one. */
export class Sharing extends Disposables {
  readonly #changed = this.register(new vscode.EventEmitter<ShareState>());
  #state = NOTHING;
  #job: SeparateJob<ShareAnswer> | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly files: WorkerFiles,
    private readonly analysis: WorkspaceAnalysis,
  ) {
    super();
    this.register({ dispose: () => this.cancel() });
  }

  state(): ShareState {
    return this.#state;
  }

  /** Works out the answer; failures become part of the state. */
  async ask(request: ShareRequest): Promise<void> {
    this.cancel();
    this.#set({ request, busy: true, answer: null, error: null });
    try {
      const scenario = await this.analysis.scenarioOf(request.kernelIds);
      if (this.#state.request !== request) return;
      this.#job = startSharing(this.files, scenario, request);
      const answer = await this.#job.result;
      this.#set({ request, busy: false, answer, error: null });
    } catch (error) {
      if (this.#state.request !== request) return;
      const reason = error instanceof CancelledError ? null : (error as Error).message;
      this.#set({ request, busy: false, answer: null, error: reason });
    }
  }

  cancel(): void {
    this.#job?.cancel();
    this.#job = null;
  }

  #set(state: ShareState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}
