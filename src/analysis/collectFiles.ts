import type { UnreadNames } from '../cuda/files/includeGraph';
import { slashes } from '../files/paths';
import { MAX_SOURCE_BYTES, readText } from '../files/readText';
import { stampOf, statRegular } from '../files/regularFile';
import { lookUp, walk, type FoundFile } from '../files/walk';
import { message, type Words } from '../kernel/message';
import { InputError } from '../kernel/result';
import { MAX_SOURCE_CHARACTERS, SourceBudget } from './sourceBudget';
import { commandFiles, foldersAround } from './commandFiles';
import { isCompileCommands } from './compileCommands';
import { isSourceName, wantedSources } from './sourceKinds';
import { unreadIncludes } from './unreadIncludes';
import type { ProfileInput } from './workspaceState';

const COMMANDS_OPTIONS = { maxBytes: 64_000_000 };
const PROFILE = /\.(csv|txt|log|out|nvprof|nvvp|ncu-rep|nsys-rep|sqlite|json|gz|prof|profile)$/i;
const LEFT_OUT = new Set(['node_modules', '.git', 'build', 'dist', 'out', '.cache']);
/** In a folder only files that look like profiles are tried; a named file is always tried. */
const PROFILE_NAME = /nvprof|ncu|nsys|profile|trace|metrics|ptxas|prof/i;

/** Sources and profiles found under the named paths; `left` says what was left out and why. */
export interface CollectedFiles {
  /** Texts by path, those of compilation databases among them. */
  readonly sources: ReadonlyMap<string, string>;
  /** What sources include and what was not read. */
  readonly unread: UnreadNames;
  readonly profiles: ReadonlyMap<string, ProfileInput>;
  /** Of all profiles together. */
  readonly profileBytes: number;
  readonly left: readonly Words[];
}

/**
 * Collects CUDA sources and profile files from files and folders; keys are the paths as given, with `/`. What is
 * named twice, in a named folder as well, or behind a link, is there once. A file in a folder that cannot be read
 * is told, and the rest goes on; files are told as well that sources include and that are not among what was named.
 * The commands of a build are looked for in each named folder, and for a named source in the folders from its own up to
 * the current one: there, and in folders whose names begin with `build`.
 * @throws InputError when a named path does not exist, or when files alone are named and none of them can be read
 */
export async function collectFiles(paths: readonly string[]): Promise<CollectedFiles> {
  const collected = new Collected();
  for (const name of paths) await collected.add(name);
  return collected.result();
}

class Collected {
  private readonly texts = new Map<string, string>();
  private readonly named = new Set<string>();
  private readonly commands = new Map<string, string>();
  private readonly profiles = new Map<string, ProfileInput>();
  private profileBytes = 0;
  private readonly left: Words[] = [];
  private hasFolder = false;
  /** Why the first file that was left out was. */
  private fault: InputError | null = null;
  /** Keys by real path; null for what was left out. */
  private readonly keys = new Map<string, string | null>();
  private readonly budget = new SourceBudget();
  private readonly note = (line: Words): void => void this.left.push(line);

  async add(name: string): Promise<void> {
    const { isFolder, real } = await lookUp(name);
    if (!isFolder) {
      await this.take({ file: slashes(name), real }, true);
      for (const folder of foldersAround(name)) await this.findCommands(folder);
      return;
    }
    this.hasFolder = true;
    await this.findCommands(name);
    for (const file of await walk(name, { isWanted, leftOut: LEFT_OUT, note: this.note }))
      await this.take(file, false);
  }

  async result(): Promise<CollectedFiles> {
    const sources = wantedSources(this.texts);
    for (const file of this.named) sources.set(file, this.texts.get(file)!);
    const { texts, keys: reals, commands } = this;
    const unread = await unreadIncludes(sources, { texts, reals, commands });
    if (unread.said !== null) this.note(unread.said);
    for (const [file, text] of commands) sources.set(file, text);
    const { profiles, profileBytes, left, fault } = this;
    if (fault !== null && !this.hasFolder && this.texts.size + profiles.size === 0) throw fault;
    return { sources, unread: unread.names, profiles, profileBytes, left };
  }

  /** Takes the commands of the builds of a folder. */
  private async findCommands(folder: string): Promise<void> {
    for (const file of await commandFiles(folder)) {
      const { isFolder, real } = await lookUp(file);
      if (!isFolder) await this.take({ file, real }, false);
    }
  }

  private async take({ file, real }: FoundFile, byName: boolean): Promise<void> {
    if (!this.keys.has(real)) this.keys.set(real, (await this.read(file)) ? file : null);
    const key = this.keys.get(real);
    if (byName && typeof key === 'string' && this.texts.has(key)) this.named.add(key);
  }

  /** False when the file was left out. */
  private async read(file: string): Promise<boolean> {
    try {
      if (isCompileCommands(file)) this.commands.set(file, await readText(file, COMMANDS_OPTIONS));
      else if (isSourceName(file)) await this.readSource(file);
      else await this.findProfile(file);
      return true;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.fault ??= error;
      this.note(message('files.left', { said: error.said }));
      return false;
    }
  }

  private async readSource(file: string): Promise<void> {
    const text = await readText(file, { maxBytes: MAX_SOURCE_BYTES, note: this.note });
    if (!this.budget.take(file, text.length))
      throw new InputError(
        message('analysis.tooMuchSource', { most: MAX_SOURCE_CHARACTERS / 1e6 }),
        'too-large',
        file,
      );
    this.texts.set(file, text);
  }

  private async findProfile(file: string): Promise<void> {
    const stats = await statRegular(file);
    this.profiles.set(file, { kind: 'file', file, stamp: stampOf(stats) });
    this.profileBytes += stats.size;
  }
}

function isWanted(name: string): boolean {
  return isSourceName(name) || (PROFILE.test(name) && PROFILE_NAME.test(name));
}
