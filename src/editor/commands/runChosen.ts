import * as vscode from 'vscode';
import type { FileView } from '../../analysis/protocol';
import { say } from '../../words/say';
import type { Dashboard } from '../dashboard/dashboard';
import type { ViewedRuns } from '../fileRuns/viewedRuns';

/** What a file of a view is told by while it is in the active editor. */
const TELLTALES: Readonly<Record<FileView, RegExp>> = {
  scenario: /"apps"\s*:/,
  queue: /"gpus"\s*:/,
};

/** Runs a file and shows the result in its view: the given file, the one in the active editor, or one that is picked. */
export async function runChosen(
  dashboard: Dashboard,
  runs: ViewedRuns,
  view: FileView,
  given: unknown,
): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : (activeFile(TELLTALES[view]) ?? (await askFor(view)));
  if (!uri) return;
  dashboard.show(view);
  await runs[view].run(uri);
}

function activeFile(telltale: RegExp): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === 'json' && telltale.test(document.getText()) ? document.uri : undefined;
}

async function askFor(view: FileView): Promise<vscode.Uri | undefined> {
  const words = {
    scenario: [say('editor.simulateScenario'), say('editor.simulate'), say('editor.scenario')],
    queue: [say('editor.scheduleQueue'), say('editor.schedule'), say('editor.queue')],
  } as const;
  const [title, openLabel, kind] = words[view];
  const chosen = await vscode.window.showOpenDialog({ title, openLabel, filters: { [kind]: ['json'] } });
  return chosen?.[0];
}
