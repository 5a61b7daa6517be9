import * as vscode from 'vscode';
import type { ShareRequest } from '../../analysis/corun/share';
import { NOT_SHARED, type ShareState } from '../../analysis/protocol';
import { startSharing, type SeparateJob } from '../../analysis/worker/client';
import { CancelledError, type WorkerFiles } from '../../analysis/worker/workerHandle';
import type { ShareAnswer } from '../../analysis/corun/share';
import type { Scenario } from '../../kernel/scenario';
import type { EventSource } from '../../predictors/themis/training/samples';
import { Disposables } from '../disposables';
import type { ThemisModels } from '../results/themisModels';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';

/** Answers who gets how many SMs; a later question ends an earlier one. */
export class Sharing extends Disposables {
  readonly #changed = this.register(new vscode.EventEmitter<ShareState>());
  #state = NOT_SHARED;
  #job: SeparateJob<ShareAnswer> | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly files: WorkerFiles,
    private readonly analysis: WorkspaceAnalysis,
    private readonly models: ThemisModels,
  ) {
    super();
    this.register({ dispose: () => this.cancel() });
  }

  state(): ShareState {
    return this.#state;
  }

  /**
   * Works out the answer: first from runs alone, which is quick, then from a simulated co-run. Failures become
   * part of the state; the first answer outlives a failed or cancelled second.
   */
  async ask(request: ShareRequest): Promise<void> {
    this.cancel();
    this.#set({ request, busy: true, answer: null, error: null });
    let first: ShareAnswer | null = null;
    try {
      const scenario = await this.analysis.scenarioOf(request.kernelIds);
      if (this.#state.request !== request) return;
      first = await this.#run(scenario, request, 'solo').catch((error: unknown) => {
        if (error instanceof CancelledError) throw error;
        // What runs alone cannot tell, a shared epoch may.
        return null;
      });
      if (this.#state.request !== request) return;
      this.#set({ request, busy: true, answer: first, error: null });
      const answer = await this.#run(scenario, request, 'shared');
      if (this.#state.request === request) this.#set({ request, busy: false, answer, error: null });
    } catch (error) {
      if (this.#state.request !== request) return;
      const reason = error instanceof CancelledError ? null : (error as Error).message;
      this.#set({ request, busy: false, answer: first, error: reason });
    }
  }

  #run(scenario: Scenario, request: ShareRequest, counters: EventSource): Promise<ShareAnswer> {
    this.#job = startSharing(this.files, scenario, request, { counters, models: this.models.folders() });
    return this.#job.result;
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
