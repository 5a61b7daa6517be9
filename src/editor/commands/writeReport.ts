import * as vscode from 'vscode';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { writeWhole } from '../../files/writeFile';
import { html } from '../../words/report/html';
import { markdown } from '../../words/report/markdown';
import { say } from '../../words/say';
import { reportDocument } from '../../words/texts/reportDocument';
import { orTell } from '../orTell';

const SUGGESTED = 'corun-report.md';

/**
 * Writes what is known as a page for a colleague, as HTML or Markdown by the name that is chosen, and opens it.
 *
 * @param version of the extension, which the page names
 */
export async function writeReport(results: WorkspaceResults, version: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, SUGGESTED) } : {}),
    filters: { Markdown: ['md'], HTML: ['html'] },
    title: say('editor.report.title'),
  });
  if (target === undefined) return;
  const isHtml = /\.html?$/i.test(target.path);
  const page = reportDocument(results, version);
  await orTell(async () => {
    await write(target, isHtml ? html(page) : markdown(page));
    await show(target, isHtml);
  });
}

/** Files of this machine are written as a whole; others as their file system does. */
async function write(target: vscode.Uri, text: string): Promise<void> {
  if (target.scheme === 'file') await writeWhole(target.fsPath, text);
  else await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}

/** As people read it: Markdown rendered, HTML in their browser; where that does not open, as text. */
async function show(target: vscode.Uri, isHtml: boolean): Promise<void> {
  if (!isHtml) await vscode.commands.executeCommand('markdown.showPreview', target);
  else if (!(await vscode.env.openExternal(target))) await vscode.window.showTextDocument(target);
}
