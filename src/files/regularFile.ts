import { constants, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';

/** A file opened for reading, and what the system knows of it. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

// Opening a pipe that no one writes to would wait for ever; a pipe may also take the file's place after the look.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file: no folder, pipe, socket or device, which might never end or never begin.
 * @throws InputError naming the file, with code `no-such-file`, `not-a-file` or `unreadable-file`
 */
export async function openRegular(file: string): Promise<OpenFile> {
  await statRegular(file);
  const handle = await open(file, FLAGS).catch((error: unknown) => {
    throw fileFault(file, error);
  });
  try {
    const stats = await handle.stat();
    requireRegular(file, stats);
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw fileFault(file, error);
  }
}

/**
 * What the system knows of a regular file.
 * @throws InputError as `openRegular` does
 */
export async function statRegular(file: string): Promise<Stats> {
  const stats = await stat(file).catch((error: unknown) => {
    throw fileFault(file, error);
  });
  requireRegular(file, stats);
  return stats;
}

/**
 * A text that is another one after the file was written: sizes and times of writing alone can be equal, the time
 * of the entry (`ctime`) is set by the system only.
 */
export const stampOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): string =>
  [size, mtimeMs, ctimeMs, ino].join(':');

/**
 * The stamp of a regular file as it is now.
 * @throws InputError as `openRegular` does
 */
export const fileStamp = async (file: string): Promise<string> => stampOf(await statRegular(file));

function requireRegular(file: string, stats: Stats): void {
  if (!stats.isFile()) throw new InputError(message('files.notAFile'), 'not-a-file', file);
}

/** A failure of the file system as the fault of the file that it is about. */
export function fileFault(file: string, error: unknown): unknown {
  if (error instanceof InputError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new InputError(message('files.none'), 'no-such-file', file);
  if (code === 'ELOOP') return new InputError(message('files.linkLoop'), 'unreadable-file', file);
  return new InputError(message('files.unreadable', { reason: code }), 'unreadable-file', file);
}
