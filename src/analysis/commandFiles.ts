import path from 'node:path';
import { isThere, namesIn } from '../files/folders';
import { slashes } from '../files/paths';
import { COMPILE_COMMANDS } from './compileCommands';

/** The compilation databases of a project, in its folder and in those whose names begin with `build`. */
export async function commandFiles(folder: string): Promise<readonly string[]> {
  const builds = (await namesIn(folder)).filter((name) => /^build/i.test(name));
  return ['', ...builds].map((name) => slashes(path.join(folder, name, COMPILE_COMMANDS))).filter(isThere);
}

/** The folders in which a file may belong to a project: from its own up to the current one, or its own alone. */
export function foldersAround(file: string): readonly string[] {
  const own = path.dirname(file);
  const relative = path.relative('.', own);
  if (path.isAbsolute(relative) || relative.startsWith('..')) return [own];
  const parts = relative.split(path.sep).filter((part) => part !== '');
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join(path.sep)), '.'];
}
