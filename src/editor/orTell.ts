import * as vscode from 'vscode';
import { saidOf } from '../kernel/result';
import { words } from '../words';

/** Does what a page has asked for; the user is told why it failed, as no one waits for it. */
export async function orTell(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    void vscode.window.showErrorMessage(words(saidOf(error)));
  }
}
