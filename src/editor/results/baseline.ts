import * as vscode from 'vscode';
import { storedPin, type PinnedState } from '../../analysis/check/baseline';

const KEY = 'corun.baseline';

/** The state that the user has pinned; it outlives the window. */
export class Baseline {
  private state: PinnedState | null;

  constructor(private readonly memento: vscode.Memento) {
    this.state = storedPin(memento.get(KEY));
    this.track();
  }

  /** Null where nothing is pinned, or nothing that can be read. */
  pinned(): PinnedState | null {
    return this.state;
  }

  /** Pins a state, or with null forgets it. */
  async set(state: PinnedState | null): Promise<void> {
    this.state = state;
    await this.memento.update(KEY, state ?? undefined);
    this.track();
  }

  /** The command that forgets is offered while there is something to forget. */
  private track(): void {
    void vscode.commands.executeCommand('setContext', 'corun.hasBaseline', this.pinned() !== null);
  }
}
