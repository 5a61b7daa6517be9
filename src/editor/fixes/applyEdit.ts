import { words } from '../../words';
import * as vscode from 'vscode';
import type { Advice, AdviceEdit } from '../../analysis/results/workspaceResults';
import { toRange } from '../hover/hoverProvider';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { uriOf } from '../workspaceFiles';

/** An advice's text edits as the editor's. */
export function workspaceEdit(edit: Extract<AdviceEdit, { kind: 'edit' }>): vscode.WorkspaceEdit {
  const result = new vscode.WorkspaceEdit();
  for (const { path, range, newText } of edit.edits) result.replace(uriOf(path), toRange(range), newText);
  return result;
}

/** Applies an advice, or tells why it cannot be applied. */
export async function applyAdvice(analysis: WorkspaceAnalysis, advice: Advice): Promise<void> {
  const edit = await analysis.adviceEdit(advice.id);
  if (edit.kind === 'refused') {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} – not applied: {1}', words(advice.title), words(edit.reason)),
    );
  } else if (await vscode.workspace.applyEdit(workspaceEdit(edit))) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('Applied. {0}', words(edit.note)), 6000);
  }
}
