import type { SourceFile } from './sourceFile';

/** Includers that are followed upwards from a fragment. */
const MAX_CHAIN = 16;

/** Folder of a path, with its closing slash; empty for a bare name. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * A path as systems that do not mind how a name is written compare it: in small letters (Windows, macOS), letters with
 * marks as one character each (macOS finds `é` also where it is written as `e` and a mark).
 */
export const folded = (path: string): string => path.normalize('NFC').toLowerCase();

/** Whether a path is one below some folder. */
const endsWith = (path: string, tail: string): boolean => path === tail || path.endsWith(`/${tail}`);

/** `a/b/../c.h` as `a/c.h`. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Names, as they are written, of files that sources include, that are there, and that nobody gave to the workspace. */
export type UnreadNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Which file of the workspace an include names, and who includes whom. */
export class IncludeGraph {
  /** Paths by the file's folded name. */
  private readonly byName = new Map<string, Set<string>>();
  /** Paths by what an include names, by the file in which it stands. */
  private readonly resolved = new Map<string, Map<string, string | null>>();
  /** Paths by folder and name, where nothing but these tells. */
  private readonly nearest = new Map<string, string | null>();
  private includers: Map<string, string[]> | null = null;
  private unread: UnreadNames = new Map();

  /** @param includedBy the file that an include names in the folders of the build; null for none */
  constructor(
    private readonly files: ReadonlyMap<string, SourceFile>,
    private readonly includedBy: (from: string, name: string) => string | null,
  ) {}

  /** To be called when a file appears or disappears. */
  filesChanged(path: string, present: boolean): void {
    const name = folded(nameOf(path));
    const paths = this.byName.get(name) ?? new Set();
    if (present) paths.add(path);
    else paths.delete(path);
    this.byName.set(name, paths);
    this.foldersChanged();
  }

  /** What includes name and what is not in the workspace: no file of a like name stands for it. */
  setUnread(unread: UnreadNames): void {
    this.unread = unread;
    this.foldersChanged();
  }

  /** To be called when the folders of the build have changed. */
  foldersChanged(): void {
    this.resolved.clear();
    this.nearest.clear();
    this.includers = null;
  }

  /** To be called when the includes of a file may have changed. */
  includesChanged(): void {
    this.includers = null;
  }

  /**
   * The file that `"x.h"` or `<x.h>` names in `from`: beside it, else in a folder that the build's commands name, else
   * the one whose path ends with it and is nearest, which stands for include paths that are not known. Where none has
   * the very name, one that differs in case or in how its letters are composed is taken: Windows and macOS compile that.
   */
  resolve(target: string, from: string): SourceFile | null {
    let known = this.resolved.get(from);
    if (known === undefined) this.resolved.set(from, (known = new Map()));
    let path = known.get(target);
    if (path === undefined) known.set(target, (path = this.pathOf(target, from)));
    return path === null ? null : (this.files.get(path) ?? null);
  }

  private pathOf(target: string, from: string): string | null {
    const name = /^["<]([^">]+)[">]/.exec(target)?.[1]?.replaceAll('\\', '/');
    if (name === undefined) return null;
    const folder = folderOf(from);
    const isBeside = this.files.has(normalise(folder + name));
    if (!isBeside && this.unread.get(from)?.has(name) === true) return null;
    return (isBeside ? null : this.includedBy(from, name)) ?? this.nearestTo(folder, name);
  }

  private nearestTo(folder: string, name: string): string | null {
    const key = `${folder}\0${name}`;
    let path = this.nearest.get(key);
    if (path === undefined) this.nearest.set(key, (path = this.find(name, folder)));
    return path;
  }

  private find(name: string, folder: string): string | null {
    const beside = normalise(folder + name);
    if (this.files.has(beside)) return beside;
    const tail = normalise(name.replace(/^(\.\.?\/)+/, ''));
    const candidates = [...(this.byName.get(folded(nameOf(tail))) ?? [])]
      .filter((path) => endsWith(folded(path), folded(tail)))
      .sort(
        (a, b) =>
          Number(endsWith(b, tail)) - Number(endsWith(a, tail)) ||
          sharedPrefix(b, folder) - sharedPrefix(a, folder) ||
          a.length - b.length ||
          (a < b ? -1 : 1),
      );
    return candidates[0] ?? null;
  }

  /** The files that include a file directly, sorted. */
  includersOf(path: string): readonly string[] {
    if (this.includers === null) {
      this.includers = new Map();
      for (const from of [...this.files.keys()].sort()) this.addIncludes(this.includers, from);
    }
    return this.includers.get(path) ?? [];
  }

  private addIncludes(table: Map<string, string[]>, from: string): void {
    for (const directive of this.files.get(from)!.directives) {
      if (directive.kind !== 'include') continue;
      const file = this.resolve(directive.text, from);
      if (file === null || file.path === from) continue;
      const list = table.get(file.path);
      if (list === undefined) table.set(file.path, [from]);
      else if (list.at(-1) !== from) list.push(from);
    }
  }

  /**
   * The compiled file through which `path` is read: itself when nobody includes it, else the
   * first includer's (sources before headers, near before far, then by name).
   */
  rootOf(path: string): string {
    let root = path;
    const seen = new Set([path]);
    for (let step = 0; step < MAX_CHAIN; step++) {
      const next = this.includersOf(root)
        .filter((candidate) => !seen.has(candidate))
        .sort(
          (a, b) => rank(a) - rank(b) || sharedPrefix(b, path) - sharedPrefix(a, path) || (a < b ? -1 : 1),
        )[0];
      if (next === undefined) break;
      seen.add(next);
      root = next;
    }
    return root;
  }
}

function rank(path: string): number {
  return /\.(cu|cpp|cc|cxx|c)$/i.test(path) ? 0 : 1;
}
