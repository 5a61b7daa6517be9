import { posix } from 'node:path';
import * as vscode from 'vscode';
import { COMPILE_COMMANDS } from '../analysis/compileCommands';
import { compiledSource } from '../analysis/compilerOutput';
import { MAX_SOURCE_CHARACTERS, SourceBudget } from '../analysis/sourceBudget';
import type { ProfileInput } from '../analysis/workspaceState';
import { readFileSettings } from './settings';
import { Turns } from '../files/turns';
import { slashes } from '../files/paths';
import { folderKeys, isUriKey, keyOfPath } from './pathKeys';
import { fileStamp } from '../files/regularFile';
import { requireSize, textOf } from '../files/readText';
import { message } from '../kernel/message';
import { InputError, saidOf } from '../kernel/result';
import { words } from '../words';

/** Profiles up to this size are handed over as bytes when they are on no local disk. */
const MAX_REMOTE_PROFILE_BYTES = 64_000_000;

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/**
 * The key under which the analysis knows a file: relative to the workspace with forward slashes; outside of
 * it the file's path, and for what is no file (an untitled document) the whole URI.
 */
export function pathOf(uri: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return uri.scheme === 'file' ? slashes(uri.fsPath) : uri.toString();
  const path = pathWithin(folder, uri);
  const keys = keysOfFolders();
  return keyOfPath(keys.length > 1 ? `${keys[folder.index]}/${path}` : path);
}

/** The inverse of `pathOf`. */
export function uriOf(path: string): vscode.Uri {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (compiledSource(path) !== null)
    return vscode.Uri.from({ scheme: 'nvcc', path: path.slice('nvcc:'.length) });
  if (path.startsWith('/') || /^[a-z]:[\\/]/i.test(path)) return vscode.Uri.file(path);
  if (isUriKey(path)) return vscode.Uri.parse(path);
  if (folders.length === 0) return vscode.Uri.file(path);
  if (folders.length === 1) return vscode.Uri.joinPath(folders[0]!.uri, path);
  const [name, ...rest] = path.replace(/^\.\//, '').split('/');
  const folder = folders[keysOfFolders().indexOf(name!)] ?? folders[0]!;
  return vscode.Uri.joinPath(folder.uri, ...rest);
}

/** A path below its folder, with `/`. */
export function pathWithin(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  const path = posix.relative(folder.uri.path, uri.path);
  // Drive letters and systems without case: the editor knows how to compare them.
  return path.startsWith('..') ? vscode.workspace.asRelativePath(uri, false) : path;
}

function keysOfFolders(): readonly string[] {
  return folderKeys((vscode.workspace.workspaceFolders ?? []).map(({ name }) => name));
}

/** Files that are read at a time, whoever asks. */
const AT_ONCE = 16;
const turns = new Turns(AT_ONCE);

/** Texts of sources, a few at a time; what is over what memory holds is told and left out. */
export async function readSources(
  uris: readonly vscode.Uri[],
  log: (line: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const budget = new SourceBudget();
  for (let from = 0; from < uris.length; from += AT_ONCE)
    for (const source of await Promise.all(
      uris.slice(from, from + AT_ONCE).map((uri) => readSource(uri, log)),
    )) {
      if (source === null) continue;
      if (budget.take(source.path, source.text.length)) texts.set(source.path, source.text);
      else log(tooMuch(source.path));
    }
  return texts;
}

/** What is said of a source that memory has no room for. */
export const tooMuch = (path: string): string =>
  words(message('editor.tooMuchSource', { path, most: MAX_SOURCE_CHARACTERS / 1e6 }));

/** The text of a source, from the open editor when there is one; null when it cannot be used. */
export function readSource(uri: vscode.Uri, log: (line: string) => void): Promise<SourceText | null> {
  return turns.take(() => readNow(uri, log));
}

async function readNow(uri: vscode.Uri, log: (line: string) => void): Promise<SourceText | null> {
  const path = pathOf(uri);
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return { path, text: open.getText() };
  try {
    requireFile(path, await vscode.workspace.fs.stat(uri), readFileSettings().maxSourceBytes);
    const bytes = await vscode.workspace.fs.readFile(uri);
    return { path, text: textOf(path, bytes, (line) => log(words(line))) };
  } catch (error) {
    const reason = saidOf(error);
    log(words(error instanceof InputError ? reason : message('editor.notReadable', { path, reason })));
    return null;
  }
}

/** A file that can be read: no folder, pipe or device, which might never end, and not over the limit in bytes. */
function requireFile(path: string, { type, size }: vscode.FileStat, limit: number): void {
  if ((type & vscode.FileType.File) === 0)
    throw new InputError(message('files.notAFile'), 'not-a-file', path);
  requireSize(path, size, limit);
}

/**
 * Where the worker finds a profile: the file itself when it is on disk, else its bytes.
 * @throws Error when there is no such file, or it is too large to be handed over.
 */
export async function profileInput(uri: vscode.Uri): Promise<ProfileInput> {
  const isFileSystem = vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
  if (!isFileSystem) return documentInput(await vscode.workspace.openTextDocument(uri));
  if (uri.scheme === 'file') return { kind: 'file', file: uri.fsPath, stamp: await fileStamp(uri.fsPath) };
  const stat = await vscode.workspace.fs.stat(uri);
  requireFile(pathOf(uri), stat, MAX_REMOTE_PROFILE_BYTES);
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { kind: 'bytes', bytes, stamp: `${stat.size}:${stat.mtime}` };
}

/** A profile that is a document only: what the compiler said, or another version of a file. */
function documentInput(document: vscode.TextDocument): ProfileInput {
  const bytes = new TextEncoder().encode(document.getText());
  return { kind: 'bytes', bytes, stamp: `${document.version}:${bytes.length}` };
}

export async function findSources(): Promise<vscode.Uri[]> {
  const { sources, exclude } = readFileSettings();
  return vscode.workspace.findFiles(sources, exclude);
}

/** Where the commands of a build are, below each folder of the workspace. */
export const COMMANDS_GLOB = `{${COMPILE_COMMANDS},build*/${COMPILE_COMMANDS}}`;

/** The compilation databases of the workspace, whatever `corun.files.exclude` leaves out. */
export async function findCommands(): Promise<vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = folders.map((folder) =>
    vscode.workspace.findFiles(new vscode.RelativePattern(folder, COMMANDS_GLOB), null),
  );
  return (await Promise.all(found)).flat();
}

export async function findProfiles(): Promise<vscode.Uri[]> {
  const { profiles, exclude } = readFileSettings();
  return profiles === '' ? [] : vscode.workspace.findFiles(profiles, exclude);
}
