import { readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { isWithin } from './paths';

/** Links on one way beyond which it is taken to lead in a circle; systems have such a limit, too. */
const MOST_LINKS = 40;

interface System {
  readonly paths: path.PlatformPath;
  /** The path behind all links, for which the file at their end is asked for. */
  readonly real: (file: string) => Promise<string>;
  /** Where a link leads, as it is written, for which only the link is read; null for what is none. */
  readonly link: (file: string) => Promise<string | null>;
}

const HERE: System = {
  paths: path,
  real: (file) => realpath(file),
  link: (file) => readlink(file).catch(() => null),
};

/**
 * Refuses a file outside of a folder, whether by its path or behind a link; both absolute. A path or link that leads
 * elsewhere is not followed at all: it may lead to another machine.
 *
 * @param system how paths are written, and what they are behind links
 * @throws InputError naming the file, with code `outside`
 */
export async function requireWithin(file: string, folder: string, system: System = HERE): Promise<void> {
  const { paths, real } = system;
  const isInside =
    isWithin(file, folder, paths) &&
    (await staysWithin(file, folder, system)) &&
    isWithin(await real(file).catch(() => file), await real(folder), paths);
  if (!isInside) throw new InputError(message('files.outside', { folder }), 'outside', file);
}

/** Whether every link on the way from a folder to a file in it leads to a path in that folder again. */
async function staysWithin(file: string, folder: string, { paths, real, link }: System): Promise<boolean> {
  const realFolder = await real(folder);
  const inFolder = (to: string): string | null => {
    const root = [folder, realFolder].find((one) => isWithin(to, one, paths));
    return root === undefined ? null : paths.relative(root, to);
  };
  let at = realFolder;
  const ahead = stepsOf(paths.relative(folder, file), paths);
  for (let links = 0, step = ahead.shift(); step !== undefined; step = ahead.shift()) {
    const next = paths.join(at, step);
    const to = await link(next);
    if (to === null) {
      at = next;
      continue;
    }
    const inside = inFolder(paths.resolve(at, to));
    if (inside === null || ++links > MOST_LINKS) return false;
    at = realFolder;
    ahead.unshift(...stepsOf(inside, paths));
  }
  return true;
}

function stepsOf(way: string, { sep }: path.PlatformPath): string[] {
  return way.split(sep).filter((step) => step !== '');
}
