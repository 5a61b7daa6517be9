import { folderOf, IncludeGraph } from './includeGraph';
import { SourceFile } from './sourceFile';

/** The texts of a workspace, who includes whom, and the history of their changes. */
export class SourceStore {
  private readonly files = new Map<string, SourceFile>();
  readonly graph = new IncludeGraph(this.files);
  private readonly folders = new Map<string, Set<string>>();
  /** The path of every change so far; its length is the state of the store. */
  private readonly changes: string[] = [];
  private directivesChanged = 0;
  private sorted: readonly string[] | null = null;

  /** Grows with every change of a file. */
  get state(): number {
    return this.changes.length;
  }

  /** State after the last change of the set of files or of any directive. */
  get directivesChangedAt(): number {
    return this.directivesChanged;
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
    else if (before.directiveKey !== file.directiveKey) this.graph.includesChanged();
    if (before?.mayHoldCuda !== file.mayHoldCuda) this.sorted = null;
    this.changes.push(path);
    if (before?.directiveKey !== file.directiveKey) this.directivesChanged = this.state;
    return true;
  }

  /** Takes a file out; false when there is none of that path. */
  remove(path: string): boolean {
    if (!this.files.delete(path)) return false;
    this.listChanged(path, false);
    this.changes.push(path);
    this.directivesChanged = this.state;
    return true;
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

  /** Paths that changed since a state, in order. */
  changedSince(state: number): readonly string[] {
    return this.changes.slice(state);
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
