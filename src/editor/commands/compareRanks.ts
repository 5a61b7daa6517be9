import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { ProfilePage } from '../../analysis/profileProtocol';
import type { ProfileResult } from '../../analysis/results/workspaceResults';
import { rankComparison } from '../../analysis/traces/rankComparison';
import { CancelledError } from '../../analysis/worker/workerHandle';
import { saidOf } from '../../kernel/result';
import { words } from '../../words';
import { say } from '../../words/say';
import { ranksPage } from '../../words/texts/rankTexts';
import type { MarkdownPages } from '../markdownPages';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { uriOf } from '../workspaceFiles';

/**
 * Shows traces of several ranks of one run side by side, as a page: those that are chosen, of which the one that was
 * clicked and its neighbours in the folder are ticked.
 */
export async function compareRanks(
  analysis: WorkspaceAnalysis,
  shown: MarkdownPages,
  clicked: string | undefined,
): Promise<void> {
  const traces = (analysis.results()?.profiles ?? []).filter(({ isTrace }) => isTrace);
  if (traces.length < 2) {
    void vscode.window.showInformationMessage(say('editor.compareRanks.needsTwo'));
    return;
  }
  const chosen = await pickRanks(traces, clicked);
  if (chosen.length < 2) return;
  const pages = await readPages(analysis, chosen).catch((error: unknown) =>
    error instanceof CancelledError ? null : words(saidOf(error)),
  );
  if (pages === null) return;
  if (typeof pages === 'string') {
    await vscode.window.showErrorMessage(say('editor.corun', { text: pages }));
    return;
  }
  const comparison = rankComparison(pages);
  if (comparison === null) await vscode.window.showInformationMessage(say('editor.compareRanks.none'));
  else await shown.show(say('editor.compareRanks.page'), ranksPage(comparison));
}

async function pickRanks(
  traces: readonly ProfileResult[],
  clicked: string | undefined,
): Promise<readonly string[]> {
  const folder = clicked === undefined ? null : posix.dirname(clicked);
  const items = traces.map(({ path, device }) => ({
    label: path,
    description: device ?? say('report.deviceNotNamed'),
    picked: folder === null || posix.dirname(path) === folder,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: say('editor.compareRanks.which'),
    canPickMany: true,
  });
  return (chosen ?? []).map(({ label }) => label);
}

/** The pages of all files, one read after the other. */
async function readPages(
  analysis: WorkspaceAnalysis,
  paths: readonly string[],
): Promise<readonly ProfilePage[]> {
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: say('editor.compareRanks.reading'),
    cancellable: true,
  };
  return await vscode.window.withProgress(progress, async (report, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const pages: ProfilePage[] = [];
    for (const path of paths) {
      report.report({ message: path, increment: 100 / paths.length });
      pages.push(await analysis.readProfile(uriOf(path), () => undefined, stop.signal));
    }
    return pages;
  });
}
