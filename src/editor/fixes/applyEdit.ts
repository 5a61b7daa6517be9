import * as vscode from 'vscode';
import type { Advice, AdviceEdit } from '../../analysis/results/workspaceResults';
import { toRange } from '../hover/hoverProvider';
import { uriOf } from '../workspaceFiles';

/** An advice's text edits as the editor's; null when the advice comes with none. */
export function workspaceEdit(edit: AdviceEdit | null): vscode.WorkspaceEdit | null {
  if (edit?.kind !== 'edit') return null;
  const result = new vscode.WorkspaceEdit();
  for (const { path, range, newText } of edit.edits) result.replace(uriOf(path), toRange(range), newText);
  return result;
}

/** Applies an advice, or tells why it cannot be applied. */
export async function applyAdvice(advice: Advice): Promise<void> {
  const edit = workspaceEdit(advice.edit);
  if (!edit) {
    const reason = advice.edit?.kind === 'refused' ? advice.edit.reason : 'there is no safe edit for it';
    void vscode.window.showInformationMessage(vscode.l10n.t('Not applied: {0}', reason));
    return;
  }
  if (await vscode.workspace.applyEdit(edit)) {
    const note = advice.edit?.kind === 'edit' ? advice.edit.note : '';
    vscode.window.setStatusBarMessage(vscode.l10n.t('Applied. {0}', note), 6000);
  }
}
