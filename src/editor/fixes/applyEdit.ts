import * as vscode from 'vscode';
import type { Advice, AdviceEdit } from '../../analysis/results/workspaceResults';
import { toRange } from '../hover/hoverProvider';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { uriOf } from '../workspaceFiles';
import { say } from '../../words/say';

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
      say('editor.notApplied', { title: advice.title, reason: edit.reason }),
    );
  } else if (await vscode.workspace.applyEdit(workspaceEdit(edit))) {
    vscode.window.setStatusBarMessage(say('editor.applied', { note: edit.note }), 6000);
  }
}
