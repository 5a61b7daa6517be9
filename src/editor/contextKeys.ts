import * as vscode from 'vscode';
import type { WorkspaceAnalysis } from './results/workspaceAnalysis';

/**
 * Keeps the context keys on which views, menus and commands depend: `corun.active`, which no workspace has that Corun
 * has nothing to do with, `corun.state` (analyzing, empty or ready) and `corun.busy`.
 */
export function trackState(analysis: WorkspaceAnalysis): vscode.Disposable {
  const refresh = (): void => {
    const results = analysis.results();
    const found = results?.files.some((file) => file.kernels.length > 0) ?? false;
    const state = found ? 'ready' : analysis.activity().busy ? 'analyzing' : results ? 'empty' : undefined;
    void vscode.commands.executeCommand('setContext', 'corun.state', state);
    void vscode.commands.executeCommand('setContext', 'corun.busy', analysis.activity().busy);
  };
  void vscode.commands.executeCommand('setContext', 'corun.active', true);
  return vscode.Disposable.from(analysis.onDidChangeResults(refresh), analysis.onDidChangeActivity(refresh));
}
