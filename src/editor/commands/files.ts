import * as vscode from 'vscode';
import { say } from '../../words/say';

/** Asks where to store a text and writes it there. */
export async function saveText(suggestedName: string, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog(
    folder ? { defaultUri: vscode.Uri.joinPath(folder, suggestedName) } : {},
  );
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  void vscode.window.showInformationMessage(say('editor.saved', { file: target.fsPath }));
}

/** Copies a text and says what of. */
export async function copyText(text: string, what: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(say('editor.copied', { what }), 3000);
}

/** Opens the bundled sample programs as a workspace of their own. */
export async function openSamples(extension: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand(
    'vscode.openFolder',
    vscode.Uri.joinPath(extension, 'workloads', 'samples'),
    {
      forceNewWindow: (vscode.workspace.workspaceFolders?.length ?? 0) > 0,
    },
  );
}
