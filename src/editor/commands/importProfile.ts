import * as vscode from 'vscode';
import type { ProfileResult } from '../../analysis/results/workspaceResults';
import { openProfile } from '../profile/openProfile';
import type { ImportedProfiles } from '../results/importedProfiles';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { pathOf, profileInput, uriOf } from '../workspaceFiles';
import { words } from '../../words';

/** What importing needs of the extension. */
export interface ImportServices {
  readonly analysis: WorkspaceAnalysis;
  readonly imported: ImportedProfiles;
}

/** Above this many files, one message says what came of all. */
const MAX_MESSAGES = 3;

/** Makes files profiles of the analysis and shows what came of each; asks for files when none are given. */
export async function importProfiles(
  { analysis, imported }: ImportServices,
  given: readonly vscode.Uri[] | null,
): Promise<void> {
  const uris = given ?? (await askForFiles());
  const profiles = new Map<string, Awaited<ReturnType<typeof profileInput>>>();
  for (const uri of uris) {
    try {
      profiles.set(pathOf(uri), await profileInput(uri));
    } catch (error) {
      void vscode.window.showErrorMessage(vscode.l10n.t('Corun: {0}', (error as Error).message));
    }
  }
  if (profiles.size === 0) return;
  const known = new Set(analysis.results()?.profiles.map(({ path }) => path));
  analysis.note({ profiles });
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Corun: reading profiles'),
      cancellable: true,
    },
    async (progress, token) => {
      token.onCancellationRequested(() => analysis.cancel());
      const listener = analysis.onDidChangeActivity(({ message }) => progress.report({ message }));
      await analysis.whenIdle().finally(() => listener.dispose());
    },
  );
  const read = (analysis.results()?.profiles ?? []).filter(({ path }) => profiles.has(path));
  // Files that the workspace has under telling names are found again without being remembered.
  await imported.add(read.filter(({ path }) => !known.has(path)).map(({ path }) => uriOf(path)));
  report(read);
}

/** Takes a profile that the user added off the analysis; the file stays. */
export async function removeProfile(
  { imported }: Pick<ImportServices, 'imported'>,
  path: string | undefined,
): Promise<void> {
  if (path !== undefined) await imported.remove(uriOf(path));
}

async function askForFiles(): Promise<vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectMany: true,
    title: vscode.l10n.t('Import profile files'),
    openLabel: vscode.l10n.t('Import'),
  });
  return chosen ?? [];
}

function report(profiles: readonly ProfileResult[]): void {
  if (profiles.length > MAX_MESSAGES) {
    const unread = profiles.filter(isUnread).length;
    const text = vscode.l10n.t('{0} profiles imported, {1} of them not readable', profiles.length, unread);
    void vscode.window.showInformationMessage(text);
    return;
  }
  for (const profile of profiles) void reportOne(profile);
}

async function reportOne(profile: ProfileResult): Promise<void> {
  const { path, reason, status, kernelRows, transferRows, joined, ambiguous } = profile;
  const open = vscode.l10n.t('Open');
  const rows = vscode.l10n.t(
    '{0}: {1} kernel rows, {2} transfers, {3} kernels found in the sources',
    path,
    kernelRows,
    transferRows,
    joined.length,
  );
  const doubt = vscode.l10n.t('{0} ambiguous', ambiguous.length);
  const answer = isUnread(profile)
    ? await vscode.window.showWarningMessage(`${path}: ${words(reason ?? status)}`, open)
    : await vscode.window.showInformationMessage(ambiguous.length > 0 ? `${rows}, ${doubt}` : rows, open);
  if (answer === open) await openProfile(uriOf(path));
}

function isUnread({ status }: ProfileResult): boolean {
  return status === 'refused' || status === 'reader-to-come';
}
