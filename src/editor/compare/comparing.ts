import type * as vscode from 'vscode';
import { NOT_COMPARED, type CompareRequest, type CompareState } from '../../analysis/protocol';
import type { AnyCompareResult } from '../../analysis/results/compareResult';
import type { SeparateJob } from '../../analysis/worker/client';
import { CancelledError } from '../../analysis/worker/workerHandle';
import { saidOf } from '../../kernel/result';
import { words } from '../../words/words';
import { Disposables } from '../disposables';

/** Starts a worker that compares ways of having a GPU, and tells what it knows so far. */
export type StartComparison = (
  request: CompareRequest,
  onResult: (result: AnyCompareResult) => void,
) => SeparateJob<AnyCompareResult>;

/** Answers in which way two kernels or programs should have a GPU; a later question ends an earlier one. */
export class Comparing extends Disposables {
  private _state = NOT_COMPARED;
  private job: SeparateJob<AnyCompareResult> | null = null;

  readonly onDidChange: vscode.Event<CompareState>;

  constructor(
    private readonly changed: vscode.EventEmitter<CompareState>,
    private readonly start: StartComparison,
  ) {
    super();
    this.onDidChange = this.register(changed).event;
    this.register({ dispose: () => this.job?.cancel() });
  }

  state(): CompareState {
    return this._state;
  }

  /** Predictions first, then what is simulated; failures become part of the state. */
  async ask(request: CompareRequest): Promise<void> {
    this.job?.cancel();
    this.set({ request, busy: true, result: null, error: null });
    const job = this.start(request, (result) => {
      if (this.job === job) this.set({ ...this._state, result });
    });
    this.job = job;
    try {
      const result = await job.result;
      if (this.job === job) this.set({ ...this._state, busy: false, result });
    } catch (error) {
      const reason = error instanceof CancelledError ? null : words(saidOf(error));
      if (this.job === job) this.set({ ...this._state, busy: false, error: reason });
    }
  }

  /** Ends the question that is under way; what is known of its answer stays. */
  cancel(): void {
    this.job?.cancel();
  }

  private set(state: CompareState): void {
    this._state = state;
    this.changed.fire(state);
  }
}
