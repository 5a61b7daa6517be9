import * as vscode from 'vscode';
import type { Advice, AdviceEdit } from '../../analysis/results/workspaceResults';
import { toRange } from '../hover/hoverProvider';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { uriOf } from '../workspaceFiles';
import type { Words } from '../../kernel/message';
import { words } from '../../words';
import { say } from '../../words/say';

/** An advice's text edits as the editor's, which shows them as a refactor preview and waits for ticks. */
function workspaceEdit(
  title: Words,
  { edits, note }: Extract<AdviceEdit, { kind: 'edit' }>,
): vscode.WorkspaceEdit {
  const result = new vscode.WorkspaceEdit();
  const shown = { needsConfirmation: true, label: words(title), description: words(note) };
  for (const { path, range, newText } of edits) result.replace(uriOf(path), toRange(range), newText, shown);
  return result;
}

/** Shows what an advice changes and applies what the user leaves of it, or tells why it cannot be applied. */
export async function applyAdvice(analysis: WorkspaceAnalysis, advice: Advice): Promise<void> {
  await showEdit(advice.title, await analysis.questions.adviceEdit(advice));
}

/** Shows an edit as a preview and applies what the user leaves of it, or tells why there is none. */
export async function showEdit(title: Words, edit: AdviceEdit): Promise<void> {
  if (edit.kind === 'refused') {
    void vscode.window.showInformationMessage(say('editor.notApplied', { title, reason: edit.reason }));
    return;
  }
  const documents = await Promise.all(
    edit.edits.map(({ path }) => vscode.workspace.openTextDocument(uriOf(path))),
  );
  const versions = (): string => documents.map(({ version }) => version).join(',');
  const before = versions();
  if (!(await vscode.workspace.applyEdit(workspaceEdit(title, edit), { isRefactoring: true }))) return;
  // The preview begins without ticks, and applying it so changes nothing.
  if (versions() === before) void vscode.window.showInformationMessage(say('editor.nothingTicked'));
  else vscode.window.setStatusBarMessage(say('editor.applied', { note: edit.note }), 6000);
}
