import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Names in a folder, sorted; none where there is no such folder, or it cannot be listed. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.sort();
}

/** Whether a path leads to a folder. */
export async function isFolder(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => null);
  return found?.isDirectory() ?? false;
}

/** Whether anything is at a path. */
export function isThere(name: string): boolean {
  return existsSync(name);
}

/** A path behind all links. */
export function realPath(name: string): string {
  return realpathSync(name);
}

/** A new folder whose name begins with `prefix`, and what takes it away. */
export async function temporaryFolder(
  prefix: string,
): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(prefix);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

/**
 * Removes the files of a folder whose names match, but the newest `count`.
 * @param last the one that was written last, whatever time the clock had: it may have been set back since the others
 */
export async function keepNewest(folder: string, names: RegExp, count: number, last: string): Promise<void> {
  const files = (await namesIn(folder)).filter((name) => names.test(name));
  const aged = await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const found = await stat(file).catch(() => null);
      return { file, mtimeMs: file === last ? Infinity : (found?.mtimeMs ?? 0) };
    }),
  );
  aged.sort((a, b) => b.mtimeMs - a.mtimeMs);
  await Promise.all(aged.slice(count).map(({ file }) => rm(file, { force: true })));
}
