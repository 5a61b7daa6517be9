import type * as vscode from 'vscode';
import type { ApplicationPair } from '../../analysis/results/pairedPrograms';

const KEY = 'corun.paired';

/** The programs that the user lets run at the same time; they outlive the window. */
export class Pairings {
  constructor(private readonly memento: vscode.Memento) {}

  all(): readonly ApplicationPair[] {
    return this.memento.get<readonly ApplicationPair[]>(KEY) ?? [];
  }

  async set(pairs: readonly ApplicationPair[]): Promise<void> {
    await this.memento.update(KEY, pairs);
  }
}
