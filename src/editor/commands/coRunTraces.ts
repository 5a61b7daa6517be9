import * as vscode from 'vscode';
import type { ProfileResult } from '../../analysis/results/workspaceResults';
import { saidOf } from '../../kernel/result';
import { words } from '../../words';
import { say } from '../../words/say';
import { togetherPage } from '../../words/texts/togetherTexts';
import type { MarkdownPages } from '../markdownPages';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';

/**
 * Predicts what two traced applications cost each other, and shows it as a page: the one that was clicked and one that
 * is asked for, or two that are.
 */
export async function coRunTraces(
  analysis: WorkspaceAnalysis,
  pages: MarkdownPages,
  clicked: string | undefined,
): Promise<void> {
  const traces = (analysis.results()?.profiles ?? []).filter(({ isTrace }) => isTrace);
  if (traces.length < 2) {
    void vscode.window.showInformationMessage(say('editor.coRunTraces.needsTwo'));
    return;
  }
  const first = traces.find(({ path }) => path === clicked) ?? (await pickTrace(traces));
  const second = first && (await pickTrace(traces.filter((trace) => trace !== first)));
  if (second === undefined || first === undefined) return;
  const paths = [first.path, second.path];
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: say('editor.coRunTraces.predicting') },
    async () => {
      const result = await analysis.questions
        .coRunTraces(paths)
        .catch((error: unknown) => words(saidOf(error)));
      if (typeof result === 'string')
        await vscode.window.showErrorMessage(say('editor.corun', { text: result }));
      else await pages.show(say('editor.coRunTraces.page'), togetherPage(result));
    },
  );
}

async function pickTrace(traces: readonly ProfileResult[]): Promise<ProfileResult | undefined> {
  const items = traces.map((trace) => ({
    label: trace.path,
    description: trace.device ?? say('report.deviceNotNamed'),
    trace,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: say('editor.coRunTraces.which'),
    matchOnDescription: true,
  });
  return chosen?.trace;
}
