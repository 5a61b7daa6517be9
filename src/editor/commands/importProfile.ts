import * as vscode from 'vscode';
import type { ProfileResult } from '../../analysis/results/workspaceResults';
import { openProfile } from '../profile/openProfile';
import type { ImportedProfiles } from '../results/importedProfiles';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { pathOf, profileInput, uriOf } from '../workspaceFiles';
import { words } from '../../words';
import { say } from '../../words/say';
import { titleOf } from '../../words/titleOf';
import { saidOf } from '../../kernel/result';

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
      void vscode.window.showErrorMessage(say('editor.corun', { text: saidOf(error) }));
    }
  }
  if (profiles.size === 0) return;
  const known = new Set(analysis.results()?.profiles.map(({ path }) => path));
  analysis.note({ profiles });
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: say('editor.readingProfiles'),
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
    title: say('editor.importProfiles'),
    openLabel: say('editor.import'),
  });
  return chosen ?? [];
}

function report(profiles: readonly ProfileResult[]): void {
  if (profiles.length > MAX_MESSAGES) {
    const unread = profiles.filter(isUnread).length;
    const text = say('editor.imported', { profiles: profiles.length, unread });
    void vscode.window.showInformationMessage(text);
    return;
  }
  for (const profile of profiles) void reportOne(profile);
}

async function reportOne(profile: ProfileResult): Promise<void> {
  const { path, reason, status, kernelRows, transferRows, joined, ambiguous } = profile;
  const open = say('editor.open');
  const rows = say('editor.importedOne', {
    path,
    rows: kernelRows,
    transfers: transferRows,
    kernels: joined.length,
  });
  const doubt = say('editor.ambiguous', { ambiguous: ambiguous.length });
  const answer = isUnread(profile)
    ? await vscode.window.showWarningMessage(`${path}: ${words(reason ?? titleOf('status', status))}`, open)
    : await vscode.window.showInformationMessage(ambiguous.length > 0 ? `${rows}, ${doubt}` : rows, open);
  if (answer === open) await openProfile(uriOf(path));
}

function isUnread({ status }: ProfileResult): boolean {
  return status === 'refused';
}
