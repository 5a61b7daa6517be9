import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { isWithin } from './paths';

interface System {
  readonly paths: path.PlatformPath;
  readonly real: (file: string) => Promise<string>;
}

const HERE: System = { paths: path, real: (file) => realpath(file) };

/**
 * Refuses a file outside of a folder, whether by its path or behind a link; both absolute. A path that leads
 * elsewhere is not touched at all: it may be another machine's.
 *
 * @param system how paths are written, and what they are behind links
 * @throws InputError naming the file, with code `outside`
 */
export async function requireWithin(
  file: string,
  folder: string,
  { paths, real }: System = HERE,
): Promise<void> {
  const isInside =
    isWithin(file, folder, paths) && isWithin(await real(file).catch(() => file), await real(folder), paths);
  if (!isInside) throw new InputError(message('files.outside', { folder }), 'outside', file);
}
