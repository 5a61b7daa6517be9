import path from 'node:path';
import { slashes } from '../files/paths';
import { statRegular } from '../files/regularFile';
import { lookUp } from '../files/walk';
import { message, type Words } from '../kernel/message';
import { quotedIncludes } from './quotedIncludes';

/** Files that are named; the others are counted. */
const MOST_NAMES = 3;

/** Which files were read, or told to be left out. */
export interface KnownFiles {
  readonly texts: ReadonlyMap<string, string>;
  /** By real path. */
  readonly reals: ReadonlyMap<string, unknown>;
}

/**
 * Says of files that sources include from beside them, and that are there, that they were not read: they lie outside
 * of what was named, or have a name that no source has. Null where there is none. Headers to which only folders of a
 * build lead are not looked for.
 */
export async function unreadIncludes(
  sources: ReadonlyMap<string, string>,
  known: KnownFiles,
): Promise<Words | null> {
  const unread: string[] = [];
  for (const file of besideSources(sources, known.texts))
    if (await isUnread(file, known.reals)) unread.push(file);
  const names = unread.sort().slice(0, MOST_NAMES);
  return unread.length === 0 ? null : message('analysis.unreadIncludes', { count: unread.length, names });
}

/** Where compilers look first for what is included. */
function besideSources(
  sources: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const beside = new Set<string>();
  for (const [source, text] of sources)
    for (const name of quotedIncludes(text)) {
      // A whole path may lead to another machine, which code of others must not make us ask.
      if (path.isAbsolute(name)) continue;
      const file = slashes(path.join(path.dirname(source), name));
      if (!texts.has(file)) beside.add(file);
    }
  return beside;
}

async function isUnread(file: string, reals: ReadonlyMap<string, unknown>): Promise<boolean> {
  try {
    await statRegular(file);
    return !reals.has((await lookUp(file)).real);
  } catch {
    // What is not there beside a source is found elsewhere, or not at all.
    return false;
  }
}
