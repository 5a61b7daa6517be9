import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CorunApi } from '../../src/extension';
import { PATIENCE_MS } from '../support/patience';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';

/** The activated extension, with nothing pending. */
export async function idleApi(): Promise<CorunApi> {
  const extension = vscode.extensions.getExtension<CorunApi>('corun.corun');
  assert.ok(extension, 'the extension is not installed in this host');
  const api = await extension.activate();
  await api.analysis.whenIdle();
  return api;
}

/** The results of the idle extension. */
export async function idleResults(): Promise<WorkspaceResults> {
  const results = (await idleApi()).analysis.results();
  assert.ok(results, 'there are no results');
  return results;
}

/** Opens a workspace file whose path ends with `name`. */
export async function openWorkspaceFile(name: string): Promise<vscode.TextEditor> {
  const [uri] = await vscode.workspace.findFiles(`**/${name}`, null, 1);
  assert.ok(uri, `the test workspace has no ${name}`);
  return vscode.window.showTextDocument(uri);
}

/** Titles of all lenses of a document, with their lines (0-based). */
export async function lenses(uri: vscode.Uri): Promise<{ line: number; title: string }[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
  );
  return found
    .filter((lens) => lens.command?.command.startsWith('corun.'))
    .map((lens) => ({ line: lens.range.start.line, title: lens.command!.title }));
}

/** The text of all hovers at a position. */
export async function hoverText(uri: vscode.Uri, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    uri,
    position,
  );
  return hovers
    .flatMap((hover) => hover.contents)
    .map((content) => (typeof content === 'string' ? content : content.value))
    .join('\n');
}

/** Waits until `condition` holds; where it never does, the error says `what`. */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`never happened: ${what}`);
}
