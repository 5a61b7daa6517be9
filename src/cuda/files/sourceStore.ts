import { folderOf, IncludeGraph, type UnreadNames } from './includeGraph';
import { SourceFile } from './sourceFile';

/** One state of the texts: the change that made it out of the state before. No two are the same object. */
export interface TextState {
  readonly path: string;
  /** True if the set of files or a directive changed. */
  readonly directives: boolean;
  /** True if an include may name another file than before: the set of files, folders of the build, an include. */
  readonly includes: boolean;
  readonly before: TextState | null;
}

/** Changes since a state. */
export interface Changes {
  readonly paths: readonly string[];
  readonly directives: boolean;
  readonly includes: boolean;
}

/** The texts of a workspace, who includes whom, and the history of their changes. */
export class SourceStore {
  private readonly files = new Map<string, SourceFile>();
  readonly graph: IncludeGraph;
  private readonly folders = new Map<string, Set<string>>();
  private current: TextState = { path: '', directives: false, includes: false, before: null };
  private sorted: readonly string[] | null = null;

  /** @param includedBy the file that an include names in the folders of the build; null for none */
  constructor(includedBy: (from: string, name: string) => string | null = () => null) {
    this.graph = new IncludeGraph(this.files, includedBy);
  }

  /** The paths of all files. */
  get paths(): Iterable<string> {
    return this.files.keys();
  }

  /** Another one after every change of a file. */
  get state(): TextState {
    return this.current;
  }

  get(path: string): SourceFile | undefined {
    return this.files.get(path);
  }

  /** Adds a file or replaces its text; false when the text is the one it had. */
  set(path: string, text: string): boolean {
    const before = this.files.get(path);
    if (before?.text === text) return false;
    const file = new SourceFile(path, text);
    this.files.set(path, file);
    if (before === undefined) this.listChanged(path, true);
    else if (before.includeKey !== file.includeKey) this.graph.includesChanged();
    if (before?.mayHoldCuda !== file.mayHoldCuda) this.sorted = null;
    this.changed(path, before?.directiveKey !== file.directiveKey, before?.includeKey !== file.includeKey);
    return true;
  }

  /** To be called when the build names other folders for includes. */
  foldersChanged(): void {
    this.graph.foldersChanged();
    this.changed('', true, true);
  }

  /** Names of files that are included and are none of these. */
  setUnread(names: UnreadNames): void {
    this.graph.setUnread(names);
    this.changed('', true, true);
  }

  /** Takes a file out; false when there is none of that path. */
  remove(path: string): boolean {
    if (!this.files.delete(path)) return false;
    this.listChanged(path, false);
    this.changed(path, true, true);
    return true;
  }

  private changed(path: string, directives: boolean, includes: boolean): void {
    this.current = { path, directives, includes, before: this.current };
  }

  /** Runs `look` with other texts in place of some files, which are then put back as they were. */
  during<T>(texts: ReadonlyMap<string, string>, look: () => T): T {
    const { current, sorted } = this;
    const originals = [...texts.keys()].map((path) => this.files.get(path)!);
    for (const [path, text] of texts) this.set(path, text);
    try {
      return look();
    } finally {
      for (const file of originals) this.files.set(file.path, file);
      if (this.changesSince(current)?.includes) this.graph.includesChanged();
      this.current = current;
      this.sorted = sorted;
    }
  }

  private listChanged(path: string, present: boolean): void {
    this.sorted = null;
    this.graph.filesChanged(path, present);
    const folder = folderOf(path);
    const paths = this.folders.get(folder) ?? new Set();
    if (present) paths.add(path);
    else paths.delete(path);
    this.folders.set(folder, paths);
  }

  /** Changes since a state; null when that state is none of those that led here. */
  changesSince(state: TextState): Changes | null {
    const paths: string[] = [];
    let [directives, includes] = [false, false];
    for (let at: TextState | null = this.current; at !== null; at = at.before) {
      if (at === state) return { paths, directives, includes };
      paths.push(at.path);
      directives ||= at.directives;
      includes ||= at.includes;
    }
    return null;
  }

  /** The files of the folder in which a file lies. */
  besides(path: string): ReadonlySet<string> {
    return this.folders.get(folderOf(path)) ?? new Set();
  }

  /** The files that may hold CUDA, sorted. */
  cudaPaths(): readonly string[] {
    this.sorted ??= [...this.files.values()]
      .filter((file) => file.mayHoldCuda)
      .map((file) => file.path)
      .sort();
    return this.sorted;
  }
}
