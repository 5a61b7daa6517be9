import * as vscode from 'vscode';
import type { RelatedPlace, Severity, SourceDiagnostic } from '../../kernel/source';
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
      const found = file.diagnostics.map(toDiagnostic);
      if (found.length > 0) this.collection.set(uriOf(file.path), found);
    }
  }
}

function toDiagnostic({ range, message, severity, code, related }: SourceDiagnostic): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(toRange(range), words(message), SEVERITY[severity]);
  diagnostic.source = 'Corun';
  diagnostic.code = code;
  if (related !== undefined) diagnostic.relatedInformation = related.map(toRelated);
  return diagnostic;
}

function toRelated({
  location: { path, line, column },
  message,
}: RelatedPlace): vscode.DiagnosticRelatedInformation {
  const position = new vscode.Position(line - 1, column ?? 0);
  return new vscode.DiagnosticRelatedInformation(new vscode.Location(uriOf(path), position), words(message));
}
