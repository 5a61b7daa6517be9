import * as vscode from 'vscode';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { pathOf, profileInput } from '../workspaceFiles';

/** Reads profile files that the user names (or that were dropped) and shows what came of it. */
export async function importProfiles(analysis: WorkspaceAnalysis, given: unknown): Promise<void> {
  const uris = given instanceof vscode.Uri ? [given] : await askForFiles();
  if (uris.length === 0) return;
  const profiles = new Map<string, Awaited<ReturnType<typeof profileInput>>>();
  for (const uri of uris) {
    try {
      profiles.set(pathOf(uri), await profileInput(uri));
    } catch (error) {
      void vscode.window.showErrorMessage(vscode.l10n.t('Corun: {0}', (error as Error).message));
    }
  }
  if (profiles.size === 0) return;
  analysis.note({ profiles });
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Corun: reading profiles'),
      cancellable: true,
    },
    async (_, token) => {
      token.onCancellationRequested(() => analysis.cancel());
      await analysis.whenIdle();
    },
  );
  report(analysis, [...profiles.keys()]);
}

async function askForFiles(): Promise<vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectMany: true,
    title: vscode.l10n.t('Import profile files'),
    openLabel: vscode.l10n.t('Import'),
  });
  return chosen ?? [];
}

function report(analysis: WorkspaceAnalysis, paths: readonly string[]): void {
  for (const profile of analysis.results()?.profiles ?? []) {
    if (!paths.includes(profile.path)) continue;
    if (profile.status === 'refused' || profile.status === 'reader-to-come')
      void vscode.window.showWarningMessage(`${profile.path}: ${profile.reason ?? profile.status}`);
    else
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          '{0}: {1} kernel rows, {2} transfers, {3} joined to kernels of the sources',
          profile.path,
          profile.kernelRows,
          profile.transferRows,
          profile.joined.length,
        ),
      );
  }
}
