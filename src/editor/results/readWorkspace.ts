import * as vscode from 'vscode';
import { compiledSource } from '../../analysis/compilerOutput';
import { wantedSources } from '../../analysis/sourceKinds';
import type { WorkspaceChange, WorkspaceState } from '../../analysis/workspaceState';
import { saidOf } from '../../kernel/result';
import { words } from '../../words/words';
import {
  findCommands,
  findProfiles,
  findSources,
  pathOf,
  profileInput,
  readSources,
} from '../workspaceFiles';
import type { ImportedProfiles } from './importedProfiles';

/**
 * Every file of the workspace that counts, and those of `state` that are there no more, as a change of `state`. What
 * cannot be read is left out and told to `log`.
 */
export async function readWorkspace(
  state: WorkspaceState,
  imported: ImportedProfiles,
  log: (line: string) => void,
): Promise<WorkspaceChange> {
  const [sourceUris, profileUris] = await Promise.all([findSources(), findProfiles()]);
  const open = vscode.workspace.textDocuments.filter(isCudaDocument).map((document) => document.uri);
  const sources = new Map<string, string | null>();
  for (const path of state.sources.keys()) sources.set(path, null);
  const texts = await readSources([...sourceUris, ...open], log);
  for (const [path, text] of wantedSources(texts)) sources.set(path, text);
  for (const [path, text] of await readSources(await findCommands(), log)) sources.set(path, text);
  const profiles = new Map<string, Awaited<ReturnType<typeof profileInput>> | null>();
  // What the compiler said is no file: it stays.
  for (const path of state.profiles.keys()) if (compiledSource(path) === null) profiles.set(path, null);
  for (const uri of [...profileUris, ...imported.uris()]) {
    try {
      profiles.set(pathOf(uri), await profileInput(uri));
    } catch (error) {
      log(words(saidOf(error)));
    }
  }
  return { sources, profiles };
}

/** Keys of the files that editors show. */
export function visiblePaths(): readonly string[] {
  return vscode.window.visibleTextEditors.map(({ document }) => pathOf(document.uri));
}

/**
 * Documents that are CUDA by their language, whatever their name. Other versions of a file, as a comparison or the
 * preview of a refactoring opens them, are not: its kernels would be there twice.
 */
export function isCudaDocument({ languageId, uri }: vscode.TextDocument): boolean {
  const isCuda = languageId === 'cuda-cpp' || languageId === 'cuda';
  return isCuda && (['file', 'untitled'].includes(uri.scheme) || !!vscode.workspace.getWorkspaceFolder(uri));
}
