import path from 'node:path';
import { compileCommand } from '../cuda/build/compileCommand';
import type { UnreadNames } from '../cuda/files/includeGraph';
import { isWithin, slashes } from '../files/paths';
import { statRegular } from '../files/regularFile';
import { lookUp } from '../files/walk';
import { message, type Words } from '../kernel/message';
import { readCompileCommands } from './compileCommands';
import { includedNames, type IncludedName } from './includedNames';

/** Files that are named; the others are counted. */
const MOST_NAMES = 3;

/** Which files were read, or told to be left out. */
export interface KnownFiles {
  readonly texts: ReadonlyMap<string, string>;
  /** By real path. */
  readonly reals: ReadonlyMap<string, unknown>;
  /** Texts of the compilation databases of builds. */
  readonly commands: ReadonlyMap<string, string>;
}

/** Files that sources include, that are there, and that were not read. */
export interface UnreadIncludes {
  /** What is said of them; null where there is none. */
  readonly said: Words | null;
  readonly names: UnreadNames;
}

/**
 * Which files that sources include, from beside them or from a folder that a build's command names in its own project,
 * were not read: they lie outside of what was named, or have a name that no source has.
 */
export async function unreadIncludes(
  sources: ReadonlyMap<string, string>,
  known: KnownFiles,
): Promise<UnreadIncludes> {
  const folders = new IncludeFolders(known.commands);
  const files = new Files(known);
  const names = new Map<string, Set<string>>();
  const unread = new Set<string>();
  for (const [source, text] of sources)
    for (const included of includedNames(text)) {
      const file = await files.firstThere(placesOf(source, included, folders));
      if (file === null || !(await files.isUnread(file))) continue;
      unread.add(file);
      names.set(source, (names.get(source) ?? new Set()).add(included.name));
    }
  const first = [...unread].sort().slice(0, MOST_NAMES);
  const count = unread.size;
  return { names, said: count === 0 ? null : message('analysis.unreadIncludes', { count, names: first }) };
}

/** Where compilers look for an include, as far as it is looked for here. */
function placesOf(source: string, { name, isQuoted }: IncludedName, folders: IncludeFolders): string[] {
  // A whole path may lead to another machine, which code of others must not make us ask.
  if (path.isAbsolute(name)) return [];
  const beside = isQuoted ? [path.dirname(source)] : [];
  return [...beside, ...folders.of(source)].map((folder) => slashes(path.join(folder, name)));
}

/** Files as the system has them, each asked for once. */
class Files {
  private readonly known = new Map<string, boolean>();

  constructor(private readonly read: KnownFiles) {}

  async firstThere(places: readonly string[]): Promise<string | null> {
    for (const file of places) if (await this.isThere(file)) return file;
    return null;
  }

  private async isThere(file: string): Promise<boolean> {
    if (this.read.texts.has(file)) return true;
    let found = this.known.get(file);
    if (found === undefined) {
      found = await statRegular(file).then(
        () => true,
        () => false,
      );
      this.known.set(file, found);
    }
    return found;
  }

  async isUnread(file: string): Promise<boolean> {
    if (this.read.texts.has(file)) return false;
    return lookUp(file).then(
      ({ real }) => !this.read.reals.has(real),
      () => false,
    );
  }
}

/** Include folders of builds within their own projects: those elsewhere are of the system, or on another machine. */
class IncludeFolders {
  private readonly bySource = new Map<string, readonly string[]>();
  private readonly all = new Set<string>();

  constructor(commands: ReadonlyMap<string, string>) {
    for (const [database, text] of commands) {
      const project = path.resolve(projectOf(database));
      for (const entry of readCompileCommands(text).entries) {
        const { file, includeFolders } = compileCommand(entry);
        const own = includeFolders.filter((folder) => isWithin(folder, project)).map(relative);
        for (const folder of own) this.all.add(folder);
        const source = slashes(relative(file));
        if (!this.bySource.has(source)) this.bySource.set(source, own);
      }
    }
  }

  /** Of its command, or of all commands for a file without one. */
  of(source: string): Iterable<string> {
    return this.bySource.get(slashes(relative(path.resolve(source)))) ?? this.all;
  }
}

/** The folder for which a database is looked for where it lies, or beside it. */
function projectOf(database: string): string {
  const folder = path.dirname(path.resolve(database));
  return /^build/i.test(path.basename(folder)) ? path.dirname(folder) : folder;
}

/** As paths are told: from the current folder, where they lie in it. */
function relative(file: string): string {
  const way = path.relative('.', file);
  return way.startsWith('..') || path.isAbsolute(way) ? file : way;
}
