import type { SourceDiagnostic } from '../../kernel/source';
import type { Macro } from '../preprocessor/macros';
import type { CompileEntry } from './compileCommand';
import { CompileDatabase } from './compileDatabase';

/** What was read of a compilation database. */
export interface CommandsFile {
  readonly entries: readonly CompileEntry[];
  readonly faults: readonly SourceDiagnostic[];
}

/** The compilation databases of a workspace; where several name a file, the first by path counts. */
export class BuildCommands {
  private readonly files = new Map<string, CommandsFile>();
  private databases: readonly CompileDatabase[] | null = null;
  private _version = 0;

  /** @param paths of the files of the workspace */
  constructor(private readonly paths: () => Iterable<string>) {}

  /** Another number after every change that may change what a file is compiled with; 0 while no database was there. */
  get version(): number {
    return this._version;
  }

  set(path: string, file: CommandsFile): void {
    this.files.set(path, file);
    this.changed();
  }

  /** False where there is none of that path. */
  remove(path: string): boolean {
    const isThere = this.files.delete(path);
    if (isThere) this.changed();
    return isThere;
  }

  /** To be called when files of the workspace come or go; false where that changes nothing here. */
  pathsChanged(): boolean {
    if (this.files.size === 0) return false;
    this.changed();
    return true;
  }

  /** The entries that may be those of some files, by database. */
  of(paths: readonly string[]): ReadonlyMap<string, CommandsFile> {
    const names = new Set(paths.map(nameOf));
    const chosen = [...this.files].map(([path, { entries }]) => {
      const own = entries.filter(({ file }) => names.has(nameOf(file)));
      return [path, { entries: own, faults: [] }] as const;
    });
    return new Map(chosen);
  }

  /** What could not be read, by database. */
  faults(): readonly (readonly [path: string, faults: readonly SourceDiagnostic[]])[] {
    return [...this.files].flatMap(([path, { faults }]) =>
      faults.length === 0 ? [] : [[path, faults] as const],
    );
  }

  /** A macro of a file's command; null for one that it undefines, undefined for one that it does not mention. */
  macroOf(path: string, name: string): Macro | null | undefined {
    for (const database of this.all()) {
      const macro = database.macroOf(path, name);
      if (macro !== undefined) return macro;
    }
    return undefined;
  }

  /** The file that an include names by the include folders of the build; null where they have none. */
  includedBy(path: string, name: string): string | null {
    for (const database of this.all()) {
      const found = database.includedBy(path, name);
      if (found !== null) return found;
    }
    return null;
  }

  private changed(): void {
    this.databases = null;
    this._version++;
  }

  private all(): readonly CompileDatabase[] {
    this.databases ??= [...this.files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { entries }]) => new CompileDatabase(entries, this.paths()));
    return this.databases;
  }
}

/** A path's last part. */
function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
