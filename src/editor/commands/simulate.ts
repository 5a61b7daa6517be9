import path from 'node:path';
import * as vscode from 'vscode';
import { startSimulation } from '../../analysis/worker/client';
import { CancelledError, type WorkerFiles } from '../../analysis/worker/workerHandle';
import type { SimulationResult } from '../../simulator/run/result';
import { pathOf } from '../workspaceFiles';

/** Simulates a scenario file: the given one, the one in the active editor, or one that the user picks. */
export async function simulateScenario(files: WorkerFiles, given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : (activeScenario() ?? (await askForScenario()));
  if (!uri) return;
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const result = await run(files, JSON.parse(document.getText()), uri);
    if (result) await show(result);
  } catch (error) {
    void vscode.window.showErrorMessage(`${pathOf(uri)}: ${(error as Error).message}`);
  }
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

/** Null when the user cancelled. */
async function run(files: WorkerFiles, scenario: unknown, uri: vscode.Uri): Promise<SimulationResult | null> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Corun: simulating {0}', pathOf(uri)),
      cancellable: true,
    },
    async (progress, token) => {
      let done = 0;
      const job = startSimulation(files, scenario, path.dirname(uri.fsPath), ({ phase, fraction }) => {
        const increment = fraction === null ? 0 : (fraction - done) * 100;
        done = fraction ?? done;
        progress.report({ message: phase, increment });
      });
      token.onCancellationRequested(() => job.cancel());
      try {
        return await job.result;
      } catch (error) {
        if (error instanceof CancelledError) return null;
        throw error;
      }
    },
  );
}

async function show(result: SimulationResult): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    language: 'json',
    content: JSON.stringify(result, null, 2),
  });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}
