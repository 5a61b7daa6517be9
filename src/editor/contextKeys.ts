import * as vscode from 'vscode';
import type { WorkspaceAnalysis } from './results/workspaceAnalysis';

/** Keeps the context key `corun.state` (analyzing, empty or ready), which the welcome views depend on. */
export function trackState(analysis: WorkspaceAnalysis): vscode.Disposable {
  const refresh = (): void => {
    const results = analysis.results();
    const found = results?.files.some((file) => file.kernels.length > 0) ?? false;
    const state = found ? 'ready' : analysis.activity().busy ? 'analyzing' : results ? 'empty' : undefined;
    void vscode.commands.executeCommand('setContext', 'corun.state', state);
  };
  return vscode.Disposable.from(analysis.onDidChangeResults(refresh), analysis.onDidChangeActivity(refresh));
}
