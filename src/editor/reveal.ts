import * as vscode from 'vscode';
import { uriOf } from './workspaceFiles';

/** Shows a source line beside what asks for it: in the first text editor's column if there is one. */
export async function revealLine(path: string, line: number): Promise<void> {
  const position = new vscode.Position(Math.max(0, line - 1), 0);
  const viewColumn = vscode.window.visibleTextEditors[0]?.viewColumn ?? vscode.ViewColumn.One;
  const editor = await vscode.window.showTextDocument(uriOf(path), { viewColumn });
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenter);
}
