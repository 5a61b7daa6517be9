import * as vscode from 'vscode';
import { Disposables } from './disposables';
import type { WorkspaceAnalysis } from './results/workspaceAnalysis';

/** The one status item: GPU and sharing mode, or what is being done. */
export class StatusItem extends Disposables {
  readonly #item = this.register(
    vscode.window.createStatusBarItem('corun.status', vscode.StatusBarAlignment.Right, 90),
  );

  constructor(private readonly analysis: WorkspaceAnalysis) {
    super();
    this.#item.name = 'Corun';
    this.#item.command = 'corun.selectGpu';
    this.register(analysis.onDidChangeResults(() => this.#refresh()));
    this.register(analysis.onDidChangeActivity(() => this.#refresh()));
    this.#refresh();
    this.#item.show();
  }

  #refresh(): void {
    const results = this.analysis.results();
    const { busy, message, error } = this.analysis.activity();
    const icon = error ? '$(warning)' : busy ? '$(sync~spin)' : '$(circuit-board)';
    this.#item.text = results ? `${icon} ${results.gpu.name} · ${results.mode}` : `${icon} Corun`;
    this.#item.tooltip =
      error ??
      (busy
        ? message
        : (results?.gpu.note ?? vscode.l10n.t('The GPU that answers are for; click to change')));
    this.#item.accessibilityInformation = {
      label: `Corun: ${results?.gpu.name ?? 'no results yet'}${busy ? `, ${message}` : ''}`,
    };
  }
}
