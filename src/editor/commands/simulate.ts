import * as vscode from 'vscode';
import type { Dashboard } from '../dashboard/dashboard';
import type { ScenarioRuns } from '../scenario/scenarioRuns';
import { say } from '../../words/say';

/**
 * Simulates a scenario file and shows the result in the dashboard: the given file, the one in the active editor,
 * or one that the user picks.
 */
export async function simulateScenario(
  dashboard: Dashboard,
  scenarios: ScenarioRuns,
  given: unknown,
): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : (activeScenario() ?? (await askForScenario()));
  if (!uri) return;
  dashboard.show('scenario');
  await scenarios.simulate(uri);
}

function activeScenario(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === 'json' && /"apps"\s*:/.test(document.getText()) ? document.uri : undefined;
}

async function askForScenario(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: say('editor.simulateScenario'),
    openLabel: say('editor.simulate'),
    filters: { [say('editor.scenario')]: ['json'] },
  });
  return chosen?.[0];
}
