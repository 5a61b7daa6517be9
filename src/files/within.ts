import { realpath } from 'node:fs/promises';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { isWithin } from './paths';

/**
 * Refuses a file outside of a folder, whether by its path or behind a link; both absolute. A path that leads
 * elsewhere is not touched at all: it may be another machine's.
 * @throws InputError naming the file, with code `outside`
 */
export async function requireWithin(file: string, folder: string): Promise<void> {
  const isInside =
    isWithin(file, folder) && isWithin(await realpath(file).catch(() => file), await realpath(folder));
  if (!isInside) throw new InputError(message('files.outside', { folder }), 'outside', file);
}
