import path from 'node:path';
import * as vscode from 'vscode';
import type { ScenarioPlace } from '../../analysis/scenarios/scenarioPlace';
import { pathOf } from '../workspaceFiles';
import type { RunFile } from './fileRuns';

/** A file to run as the editor has it, saved or not. */
export function runFile(uri: vscode.Uri): RunFile {
  return {
    path: pathOf(uri),
    place: placeOf(uri),
    read: async () => (await vscode.workspace.openTextDocument(uri)).getText(),
  };
}

/** Of a workspace that nobody trusts only its own files are read. */
function placeOf(uri: vscode.Uri): ScenarioPlace {
  const folder = path.dirname(uri.fsPath);
  if (vscode.workspace.isTrusted) return { folder, within: null };
  return { folder, within: vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? folder };
}

/** Shows a whole result as JSON beside what is open. */
export async function openAsJson(result: unknown): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    language: 'json',
    content: JSON.stringify(result, null, 2),
  });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}
