import type * as vscode from 'vscode';
import type { SeparateJob } from '../analysis/worker/client';
import { CancelledError } from '../analysis/worker/workerHandle';
import { saidOf } from '../kernel/result';
import { words } from '../words/words';
import { Disposables } from './disposables';

/** How far the answer to a question is. */
interface QuestionState {
  readonly busy: boolean;
  /** Why there is no answer. */
  readonly error: string | null;
}

/** A question that is being answered. */
export interface Asked<State> {
  /** Adds what is known by now, unless the question is over. */
  readonly tell: (news: Partial<State>) => void;
  /**
   * The result of a worker, which ends with the question.
   *
   * @throws CancelledError when the question is over, before the worker starts or while it runs
   */
  readonly run: <Result>(start: () => SeparateJob<Result>) => Promise<Result>;
}

/** Answers questions of one kind. A later one, a cancel and disposal end the one before, whatever it waits for. */
export abstract class LatestQuestion<State extends QuestionState> extends Disposables {
  readonly onDidChange: vscode.Event<State>;
  private question = new AbortController();

  /** @param _state before anything was asked */
  constructor(
    private readonly changed: vscode.EventEmitter<State>,
    private _state: State,
  ) {
    super();
    this.onDidChange = this.register(changed).event;
    this.register({ dispose: () => this.question.abort() });
  }

  state(): State {
    return this._state;
  }

  /** Ends the question that is under way; what is known of its answer stays. */
  cancel(): void {
    this.question.abort();
    if (this._state.busy) this.set({ ...this._state, busy: false });
  }

  /**
   * Asks a question. What is told of it on the way and at its end is added to its state; so is why it failed.
   *
   * @param first the state while nothing is known of the answer
   * @param work what to add at the end
   */
  protected async answer(
    first: State,
    work: (asked: Asked<State>) => Promise<Partial<State>>,
  ): Promise<void> {
    this.question.abort();
    this.question = new AbortController();
    const { signal } = this.question;
    const tell = (news: Partial<State>): void => {
      if (!signal.aborted) this.set({ ...this._state, ...news });
    };
    this.set({ ...first, busy: true });
    try {
      const news = await work({ tell, run: (start) => runUntil(signal, start) });
      if (!signal.aborted) this.set({ ...this._state, ...news, busy: false });
    } catch (error) {
      const reason = error instanceof CancelledError ? null : words(saidOf(error));
      if (!signal.aborted) this.set({ ...this._state, busy: false, error: reason });
    }
  }

  private set(state: State): void {
    this._state = state;
    this.changed.fire(state);
  }
}

function runUntil<Result>(signal: AbortSignal, start: () => SeparateJob<Result>): Promise<Result> {
  if (signal.aborted) return Promise.reject(new CancelledError());
  const job = start();
  signal.addEventListener('abort', () => job.cancel(), { once: true });
  return job.result;
}
