import * as vscode from 'vscode';
import { uriOf } from './workspaceFiles';

/** Shows a line as text beside what asks for it: in the first text editor's column if there is one. */
export async function revealLine(path: string, line: number): Promise<void> {
  const position = new vscode.Position(Math.max(0, line - 1), 0);
  const selection = new vscode.Range(position, position);
  const viewColumn = vscode.window.visibleTextEditors[0]?.viewColumn ?? vscode.ViewColumn.One;
  const uri = uriOf(path);
  try {
    const editor = await vscode.window.showTextDocument(uri, { viewColumn });
    editor.selection = new vscode.Selection(position, position);
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenter);
  } catch {
    // Extensions cannot have documents above 50 MB or that are no text; the editor itself shows or explains them.
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', { viewColumn, selection });
  }
}
