import type * as vscode from 'vscode';
import type { ShareAnswer, ShareRequest } from '../../analysis/corun/share';
import { NOT_SHARED, type ShareState } from '../../analysis/protocol';
import type { SeparateJob } from '../../analysis/worker/client';
import { CancelledError } from '../../analysis/worker/workerHandle';
import type { Scenario } from '../../kernel/scenario';
import type { CounterSource } from '../../predictors/port';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { words } from '../../words/words';
import { saidOf } from '../../kernel/result';

/** Starts a worker that answers a question from these counters. */
export type StartSharing = (
  scenario: Scenario,
  request: ShareRequest,
  counters: CounterSource,
) => SeparateJob<ShareAnswer>;

/** Answers who gets how many SMs; a later question ends an earlier one. */
export class Sharing extends Disposables {
  private _state = NOT_SHARED;
  /** The last question; a cancel, a newer one and disposal abort it, whatever it waits for. */
  private question = new AbortController();

  readonly onDidChange: vscode.Event<ShareState>;

  constructor(
    private readonly changed: vscode.EventEmitter<ShareState>,
    private readonly analysis: Pick<WorkspaceAnalysis, 'scenarioOf'>,
    private readonly start: StartSharing,
  ) {
    super();
    this.onDidChange = this.register(changed).event;
    this.register({ dispose: () => this.question.abort() });
  }

  state(): ShareState {
    return this._state;
  }

  /**
   * Works out the answer: first from runs alone, which is quick, then from a simulated co-run. Failures become
   * part of the state; the first answer outlives a failed or cancelled second.
   */
  async ask(request: ShareRequest): Promise<void> {
    this.question.abort();
    this.question = new AbortController();
    const { signal } = this.question;
    const tell = (news: Partial<ShareState>): void => {
      if (!signal.aborted) this.set({ ...this._state, ...news });
    };
    tell({ request, busy: true, answer: null, error: null });
    try {
      const scenario = await this.analysis.scenarioOf(request.kernelIds);
      tell({ answer: await this.fromRunsAlone(scenario, request, signal) });
      tell({ busy: false, answer: await this.run(scenario, request, 'shared', signal) });
    } catch (error) {
      tell({ busy: false, error: error instanceof CancelledError ? null : words(saidOf(error)) });
    }
  }

  /** Ends the question that is under way; what is known of its answer stays. */
  cancel(): void {
    this.question.abort();
    if (this._state.busy) this.set({ ...this._state, busy: false });
  }

  /** Null where runs alone cannot tell: a shared epoch still may. */
  private async fromRunsAlone(
    scenario: Scenario,
    request: ShareRequest,
    signal: AbortSignal,
  ): Promise<ShareAnswer | null> {
    try {
      return await this.run(scenario, request, 'solo', signal);
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      return null;
    }
  }

  /** @throws CancelledError when the question is aborted, before or while its worker runs. */
  private async run(
    scenario: Scenario,
    request: ShareRequest,
    counters: CounterSource,
    signal: AbortSignal,
  ): Promise<ShareAnswer> {
    if (signal.aborted) throw new CancelledError();
    const job = this.start(scenario, request, counters);
    signal.addEventListener('abort', () => job.cancel(), { once: true });
    return job.result;
  }

  private set(state: ShareState): void {
    this._state = state;
    this.changed.fire(state);
  }
}
