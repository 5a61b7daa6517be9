import { makeMacro, type Macro } from '../preprocessor/macros';
import { compileCommand, type CompileCommand, type CompileEntry } from './compileCommand';

/** How a file is compiled, in paths of the workspace. */
interface FileBuild {
  /** Macros of the command; null for one that is undefined. */
  readonly macros: ReadonlyMap<string, Macro | null>;
  readonly includeFolders: readonly string[];
}

/**
 * The commands of a build, for the files of a workspace. A database names files of the machine on which it was written:
 * the folder there that stands for the workspace is the one under which most of its files are those of the workspace.
 */
export class CompileDatabase {
  private readonly commands: readonly CompileCommand[];
  private readonly byPath = new Map<string, FileBuild>();
  /** Paths of the workspace by what they are below its folder. */
  private readonly tails: ReadonlyMap<string, string>;
  private readonly folders: readonly string[];

  constructor(entries: readonly CompileEntry[], paths: Iterable<string>) {
    this.commands = entries.map(compileCommand);
    this.tails = new Map([...paths].map((path) => [tailOf(path), path]));
    const root = rootOf(this.commands, this.tails);
    const all = new Set<string>();
    for (const command of root === null ? [] : this.commands) {
      const path = this.tails.get(below(command.file, root!) ?? '');
      const includeFolders = command.includeFolders.flatMap((folder) => below(folder, root!) ?? []);
      for (const folder of includeFolders) all.add(folder);
      // Of two commands for one file the first counts.
      if (path !== undefined && !this.byPath.has(path))
        this.byPath.set(path, { macros: macrosOf(command.defines), includeFolders });
    }
    this.folders = [...all];
  }

  /** The macros that a file is compiled with; undefined for a name that its command does not mention. */
  macroOf(path: string, name: string): Macro | null | undefined {
    return this.byPath.get(path)?.macros.get(name);
  }

  /** The file that an include names in the folders of the command, or of all commands for a file without one. */
  includedBy(path: string, name: string): string | null {
    for (const folder of this.byPath.get(path)?.includeFolders ?? this.folders) {
      const found = this.tails.get(normalised(folder === '' ? name : `${folder}/${name}`));
      if (found !== undefined) return found;
    }
    return null;
  }
}

function macrosOf(defines: CompileCommand['defines']): ReadonlyMap<string, Macro | null> {
  const macros = new Map<string, Macro | null>();
  for (const [written, body] of defines) {
    const [, name = written, parameters] = /^([A-Za-z_]\w*)\((.*)\)$/s.exec(written) ?? [];
    const list = parameters?.split(',').map((one) => one.trim());
    macros.set(name, body === null ? null : makeMacro(name, body, list));
  }
  return macros;
}

/** A path of the workspace without what leads out of the current folder. */
function tailOf(path: string): string {
  return path.replace(/^(?:\.\.?\/)+|^\/+/, '');
}

/** What a path is below a folder; null for one that lies elsewhere. */
function below(path: string, folder: string): string | null {
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

/** The folder under which most files of the commands are files of the workspace; null where there are none. */
function rootOf(commands: readonly CompileCommand[], tails: ReadonlyMap<string, string>): string | null {
  const votes = new Map<string, number>();
  for (const { file } of commands)
    for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1))
      if (tails.has(file.slice(at + 1))) {
        const root = file.slice(0, at);
        votes.set(root, (votes.get(root) ?? 0) + 1);
      }
  let best: string | null = null;
  for (const [root, count] of votes)
    if (best === null || count > votes.get(best)! || (count === votes.get(best) && root.length < best.length))
      best = root;
  return best;
}

function normalised(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
