import * as vscode from 'vscode';
import type { Severity } from '../../kernel/source';
import { Disposables } from '../disposables';
import { toRange } from '../hover/hoverProvider';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { diagnosticsEnabled } from '../settings';
import { uriOf } from '../workspaceFiles';
import { words } from '../../words';

const SEVERITY: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** Findings of the analysis in the Problems view. */
export class Diagnostics extends Disposables {
  private readonly collection = this.register(vscode.languages.createDiagnosticCollection('corun'));

  constructor(private readonly analysis: WorkspaceAnalysis) {
    super();
    this.register(analysis.onDidChangeResults(() => this.refresh()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('corun.diagnostics')) this.refresh();
      }),
    );
  }

  private refresh(): void {
    this.collection.clear();
    if (!diagnosticsEnabled()) return;
    for (const file of this.analysis.results()?.files ?? []) {
      const found = file.diagnostics.map((finding) => {
        const diagnostic = new vscode.Diagnostic(
          toRange(finding.range),
          words(finding.message),
          SEVERITY[finding.severity],
        );
        diagnostic.source = 'Corun';
        diagnostic.code = finding.code;
        return diagnostic;
      });
      if (found.length > 0) this.collection.set(uriOf(file.path), found);
    }
  }
}
