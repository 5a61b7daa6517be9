import * as vscode from 'vscode';
import type { PinnedState } from '../../analysis/check/pinned';

const KEY = 'corun.baseline';

/** The state that the user has pinned; it outlives the window. */
export class Baseline {
  constructor(private readonly memento: vscode.Memento) {
    this.track();
  }

  pinned(): PinnedState | null {
    return this.memento.get<PinnedState>(KEY) ?? null;
  }

  /** Pins a state, or with null forgets it. */
  async set(state: PinnedState | null): Promise<void> {
    await this.memento.update(KEY, state ?? undefined);
    this.track();
  }

  /** The command that forgets is offered while there is something to forget. */
  private track(): void {
    void vscode.commands.executeCommand('setContext', 'corun.hasBaseline', this.pinned() !== null);
  }
}
