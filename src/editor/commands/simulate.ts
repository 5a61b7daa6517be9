import * as vscode from 'vscode';
import type { Dashboard } from '../dashboard/dashboard';
import type { ScenarioRuns } from '../scenario/scenarioRuns';

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
    title: vscode.l10n.t('Simulate a scenario'),
    openLabel: vscode.l10n.t('Simulate'),
    filters: { [vscode.l10n.t('Scenario')]: ['json'] },
  });
  return chosen?.[0];
}
