import { chmod, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { clearParts, partOf } from './parts';

/**
 * Writes a file as a whole: into a temporary file beside it, which takes its place once it is on the disk. Whatever
 * happens before, the old content stays. Folders are made, a link is written through, and what is no regular file
 * (`/dev/stdout`, a pipe) is written as it is.
 * @param permissions of the file; by default those that it has, or the system's for a new one
 * @throws InputError naming the file and the system's reason, e.g. ENOSPC
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  permissions?: number,
): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const target = await realpath(file).catch(() => file);
    const known = await stat(target).catch(() => null);
    if (known !== null && !known.isFile()) await writeFile(target, content);
    else await replace(target, content, permissions ?? known?.mode);
  } catch (error) {
    throw writeFault(file, error);
  }
}

async function replace(
  target: string,
  content: string | Uint8Array,
  mode: number | undefined,
): Promise<void> {
  await clearParts(target);
  const part = partOf(target);
  try {
    const handle = await open(part, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (mode !== undefined) await chmod(part, mode & 0o777);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(target));
}

/** The new name is on the disk as well; where a folder cannot be opened (Windows), the system sees to it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** A failure to write as the fault of the file that it is about. */
export function writeFault(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof InputError || code === undefined) return error;
  return new InputError(message('files.unwritable', { reason: code }), 'unwritable-file', file);
}
