import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { message, type Words } from '../kernel/message';
import { InputError, saidOf } from '../kernel/result';
import { isWithin, slashes } from './paths';
import { fileFault } from './regularFile';

/** What a walk takes, and whom it tells what it leaves out. */
export interface WalkOptions {
  /** By a file's name. */
  readonly isWanted: (name: string) => boolean;
  /** Folders of these names are not entered. */
  readonly leftOut: ReadonlySet<string>;
  /** Is told of each file and folder that could not be read. */
  readonly note: (line: Words) => void;
}

/** A file that was found. */
export interface FoundFile {
  /** Below the folder as it was named, with `/`. */
  readonly file: string;
  /** The file itself, behind every link. */
  readonly real: string;
}

/**
 * What a path that someone named is, and where it really lies.
 * @throws InputError naming it where there is nothing, or it cannot be reached
 */
export async function lookUp(name: string): Promise<{ readonly isFolder: boolean; readonly real: string }> {
  try {
    const [stats, real] = [await stat(name), await realpath(name)];
    return { isFolder: stats.isDirectory(), real };
  } catch (error) {
    const fault = fileFault(name, error);
    if (!(fault instanceof InputError) || fault.code !== 'no-such-file') throw fault;
    throw new InputError(message('files.noneNorFolder'), 'no-such-file', name);
  }
}

/**
 * Wanted files below a folder, sorted by path. Links are followed, each file and folder is there once (by its own
 * path where it has one), and a link that leads back to a folder it lies in is told. One that cannot be read is
 * told, and the rest goes on.
 */
export async function walk(folder: string, options: WalkOptions): Promise<FoundFile[]> {
  const found = new Walk(options);
  await found.enter(folder, await realpath(folder).catch(() => path.resolve(folder)));
  await found.followLinks();
  return [...found.files.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}

class Walk {
  /** By their real path. */
  readonly files = new Map<string, FoundFile>();
  private readonly folders = new Set<string>();
  private links: { readonly file: string; readonly inFolder: string }[] = [];

  constructor(private readonly options: WalkOptions) {}

  async enter(folder: string, real: string): Promise<void> {
    if (this.folders.has(real)) return;
    this.folders.add(real);
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown): Dirent[] => {
      this.tell(folder, error);
      return [];
    });
    for (const entry of entries) await this.take(entry, folder, real);
  }

  /** Links come after all that is there by itself, so that a file keeps its own name. */
  async followLinks(): Promise<void> {
    for (let link = this.links.shift(); link !== undefined; link = this.links.shift()) {
      const { file, inFolder } = link;
      try {
        const real = await realpath(file);
        const stats = await stat(real);
        if (stats.isDirectory()) await this.enterLinked(file, real, inFolder);
        else if (stats.isFile() && this.options.isWanted(path.basename(file))) this.add(file, real);
      } catch (error) {
        if (this.options.isWanted(path.basename(file)) || isLoop(error)) this.tell(file, error);
      }
    }
  }

  private async take(entry: Dirent, folder: string, real: string): Promise<void> {
    const { name } = entry;
    const file = slashes(path.join(folder, name));
    if (name.includes('\uFFFD') && !(await isThere(file))) {
      this.options.note(message('files.nameNotText', { file }));
    } else if (entry.isSymbolicLink()) {
      if (!this.options.leftOut.has(name)) this.links.push({ file, inFolder: real });
    } else if (entry.isDirectory()) {
      if (!this.options.leftOut.has(name)) await this.enter(file, path.join(real, name));
    } else if (this.options.isWanted(name)) {
      if (entry.isFile()) this.add(file, path.join(real, name));
      else this.options.note(message('files.leftOut', { file, reason: message('files.notAFile') }));
    }
  }

  private async enterLinked(file: string, real: string, inFolder: string): Promise<void> {
    if (this.options.leftOut.has(path.basename(real))) return;
    if (isWithin(inFolder, real)) {
      this.options.note(message('files.leftOut', { file, reason: message('files.linkLoop') }));
      return;
    }
    await this.enter(file, real);
  }

  private add(file: string, real: string): void {
    if (!this.files.has(real)) this.files.set(real, { file, real });
  }

  private tell(file: string, error: unknown): void {
    this.options.note(message('files.left', { said: saidOf(fileFault(file, error)) }));
  }
}

const isLoop = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ELOOP';

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
