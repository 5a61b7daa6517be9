import type * as vscode from 'vscode';
import { NO_WHAT_IF, type WhatIfState } from '../../analysis/protocol';
import { isElsewhere, kernelFactors } from '../../analysis/applications/elsewhere';
import type { WhatIfRequest, WhatIfResult } from '../../analysis/results/whatIfResult';
import { saidOf } from '../../kernel/result';
import { words } from '../../words/words';
import { Disposables } from '../disposables';
import type { WorkspaceQuestions } from '../results/workspaceQuestions';
import type { Trials } from './trials';

/** What the analysis has to offer. */
interface Replays {
  readonly questions: Pick<WorkspaceQuestions, 'whatIf' | 'kernelsElsewhere'>;
  readonly onDidChangeResults: vscode.Event<unknown>;
}

/** Replays the program of the timeline with the change that the user tries; follows the analysis. */
export class WhatIfs extends Disposables {
  readonly onDidChange: vscode.Event<WhatIfState>;
  private _state = NO_WHAT_IF;
  /** The last that was answered. */
  private answered = NO_WHAT_IF;

  constructor(
    private readonly changed: vscode.EventEmitter<WhatIfState>,
    private readonly analysis: Replays,
    private readonly trials: Pick<Trials, 'run' | 'dispose'>,
  ) {
    super();
    this.onDidChange = this.register(changed).event;
    this.register(trials);
    this.register(analysis.onDidChangeResults(() => void this.ask(this._state.request)));
  }

  state(): WhatIfState {
    return this._state;
  }

  /**
   * The last answer stays until the next is there, and where there is none; one that was overtaken is dropped.
   */
  async ask(request: WhatIfRequest | null): Promise<void> {
    if (request === null) {
      this.answered = NO_WHAT_IF;
      if (this._state !== NO_WHAT_IF) this.set(NO_WHAT_IF);
      return;
    }
    this.set({ request, busy: true, result: this._state.result, error: null });
    const asked = this._state;
    const answer = await this.replay(request).then(
      (result) => ({ request, busy: false, result, error: null }),
      (error: unknown) => {
        // What cannot be is not tried further; what was once answered and cannot be any more is given up.
        const last = this.answered.request === request ? NO_WHAT_IF : this.answered;
        return { ...last, error: words(saidOf(error)) };
      },
    );
    if (this._state !== asked) return;
    this.answered = { ...answer, error: null };
    this.set(answer);
  }

  private async replay(request: WhatIfRequest): Promise<WhatIfResult> {
    if (!isElsewhere(request.machine)) return this.analysis.questions.whatIf(request, []);
    const kernels = await this.analysis.questions.kernelsElsewhere(request);
    const outcomes = await this.trials.run(kernels.flatMap(({ here, there }) => [here, there]));
    const factors = kernelFactors(kernels, (key) => outcomes.get(key));
    return this.analysis.questions.whatIf(request, factors);
  }

  private set(state: WhatIfState): void {
    this._state = state;
    this.changed.fire(state);
  }
}
