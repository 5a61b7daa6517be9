import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../kernel/result';
import { isSourceName, wantedSources } from './sourceKinds';
import type { ProfileInput } from './workspaceState';
import { message, type Words } from '../kernel/message';

const PROFILE = /\.(csv|txt|log|out|nvprof|nvvp|ncu-rep|nsys-rep|sqlite|json|gz|prof|profile)$/i;
const LEFT_OUT = new Set(['node_modules', '.git', 'build', 'dist', 'out', '.cache']);
/** Larger sources are generated tables; they would cost more than they tell. */
const MAX_SOURCE_BYTES = 8_000_000;
/** In a folder only files that look like profiles are tried; a named file is always tried. */
const PROFILE_NAME = /nvprof|ncu|nsys|profile|trace|metrics|ptxas|prof/i;

/** Sources and profiles found under the named paths; `left` says what was left out and why. */
export interface CollectedFiles {
  readonly sources: ReadonlyMap<string, string>;
  readonly profiles: ReadonlyMap<string, ProfileInput>;
  readonly left: readonly Words[];
}

/**
 * Collects CUDA sources and profile files from files and folders; keys are the paths as given.
 * @throws InputError when a named path does not exist.
 */
export async function collectFiles(paths: readonly string[]): Promise<CollectedFiles> {
  const texts = new Map<string, string>();
  const named = new Set<string>();
  const profiles = new Map<string, ProfileInput>();
  const left: Words[] = [];
  /** Keys by absolute path: what is named twice, or in a named folder as well, is there once. */
  const keys = new Map<string, string>();
  for (const name of paths) {
    const found = await stat(name).catch(() => null);
    if (!found) throw new InputError(message('analysis.noFileOrFolder'), 'no-such-file', name);
    const files = found.isDirectory() ? await walk(name, left) : [name];
    for (const file of files) await take(file, !found.isDirectory());
  }
  const sources = wantedSources(texts);
  for (const file of named) sources.set(file, texts.get(file)!);
  return { sources, profiles, left };

  async function take(file: string, byName: boolean): Promise<void> {
    const key = keys.get(path.resolve(file)) ?? file;
    if (isSourceName(file)) {
      if (!keys.has(path.resolve(file))) await takeSource(file);
      if (byName && texts.has(key)) named.add(key);
    } else if (byName || (PROFILE.test(file) && PROFILE_NAME.test(path.basename(file)))) {
      const { size, mtimeMs } = await stat(file);
      profiles.set(key, { kind: 'file', file, stamp: `${size}:${mtimeMs}` });
    } else return;
    keys.set(path.resolve(file), key);
  }

  async function takeSource(file: string): Promise<void> {
    const { size } = await stat(file);
    if (size > MAX_SOURCE_BYTES)
      left.push(message('analysis.tooMuchSource', { file, megabytes: size / 1e6 }));
    else texts.set(file, await readFile(file, 'utf8'));
  }
}

/** Files below a folder, sorted by path; a folder that cannot be read is named in `left`. */
async function walk(folder: string, left: Words[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => {
    left.push(message('analysis.notReadable', { file: folder, reason: error.message }));
    return [];
  });
  const nested = await Promise.all(
    entries.map((entry) => {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : walk(name, left);
      return entry.isFile() ? [name] : [];
    }),
  );
  return nested.flat().sort();
}
