import type { Kernel, Launch } from '../../kernel/kernel';
import type { SourceDiagnostic } from '../../kernel/source';
import { LOOKED_UP } from '../constants/memo';
import { CallGraph, ChosenCalls, type RelatedFiles } from './callGraph';
import { FileAnalysis, type FileContext } from './fileAnalysis';
import type { SourceFile } from './sourceFile';
import type { SourceStore, TextState } from './sourceStore';
import { before } from '../../kernel/texts';

/** The files whose text was looked at, and the functions whose calls were searched, by who asked. */
class Sources {
  readonly texts = new Map<string, SourceFile | undefined>();
  readonly searches = new Map<string, Set<string>>();

  /** Notes that the calls of a function were searched; false where that was known. */
  search(name: string, path: string): boolean {
    const paths = this.searches.get(name) ?? new Set();
    if (paths.has(path)) return false;
    this.searches.set(name, paths.add(path));
    return true;
  }
}

/**
 * Part of a file's analysis that depends on the symbols of other files; the same object as long as it holds.
 */
export interface ResolvedFile {
  readonly analysis: FileAnalysis;
  readonly kernels: readonly Kernel[];
  /** Not yet joined to kernels. */
  readonly launches: readonly Launch[];
  /** Kernels and launches that are missing, as reading them failed. */
  readonly failures: readonly SourceDiagnostic[];
}

/** An analysis with what it rests on. Replaced, not changed. */
interface Cached {
  readonly analysis: FileAnalysis;
  readonly root: string;
  /** Directive keys of the files it depends on. */
  readonly keys: ReadonlyMap<string, string>;
  /** Every include that was looked up: target, including file, and the path that it named then. */
  readonly lookups: readonly (readonly [target: string, from: string, path: string | undefined])[];
  /** The texts with which the analysis was last found valid. */
  readonly checkedAt: TextState;
  readonly resolved: CachedResolution | null;
}

interface CachedResolution {
  readonly file: ResolvedFile;
  readonly sources: Sources;
  /** The texts with which this was last found valid. */
  readonly checkedAt: TextState;
}

/** The analyses of all files, made on demand and kept as long as nothing they rest on changes. */
export class Analyses implements RelatedFiles {
  private cache = new LayeredMap<string, Cached>();
  private readonly context: FileContext;
  private readonly chosenCalls = new ChosenCalls();
  /** Sources that the resolution in progress depends on. */
  private reading: Sources | null = null;
  private related: Related;
  private readers: Readers | null = null;

  constructor(
    private readonly store: SourceStore,
    predefined: FileContext['predefined'],
  ) {
    this.related = relatedAt(store.state);
    this.context = {
      predefined,
      resolve: (target, from) => store.graph.resolve(target, from),
      root: (path) => store.get(store.graph.rootOf(path))!,
      fileOf: (path) => {
        this.reading?.texts.set(path, store.get(path));
        return this.analysis(path);
      },
      circumstances: () => [this.state(), this.reading, LOOKED_UP.now],
      symbolsNaming: (name, path) => this.naming(name, path).map(({ scope }) => scope),
      callers: (path) => new CallGraph(path, this, this.chosenCalls),
    };
  }

  state(): TextState {
    return this.store.state;
  }

  asking(): object | null {
    return this.reading;
  }

  /** To be called when a file has gone. */
  forget(path: string): void {
    this.cache.own.delete(path);
  }

  /** To be called when the build compiles files with other macros or folders. */
  forgetAll(): void {
    this.cache.own.clear();
  }

  /** Drops the bodies of functions and the values that were read, which are read again when they are asked for. */
  letGo(): void {
    for (const { analysis } of this.cache.own.values()) {
      analysis.scope.memo.clear();
      for (const unit of analysis.functions) unit.letGo();
    }
  }

  /** Runs `look` on other texts; what it caches is dropped, what was cached before is restored. */
  during<T>(look: () => T): T {
    const { cache } = this;
    const trial = new LayeredMap(cache);
    this.cache = trial;
    try {
      return look();
    } finally {
      this.cache = cache;
      // Analyses that hold for both have seen values of the other texts.
      for (const path of trial.own.keys()) cache.get(path)?.analysis.scope.memo.clear();
    }
  }

  /** The files that may hold CUDA and whose kernels and launches rest on the text of a file, sorted. */
  readersOf(path: string): readonly string[] {
    if (this.readers?.state !== this.state()) this.readers = { state: this.state(), of: this.readersNow() };
    return this.readers.of.get(path) ?? [];
  }

  private readersNow(): Readers['of'] {
    const readers = new Map<string, string[]>();
    for (const path of this.store.cudaPaths()) {
      this.resolved(path);
      const { keys, resolved } = this.cache.get(path)!;
      for (const read of new Set([...keys.keys(), ...resolved!.sources.texts.keys()])) {
        const known = readers.get(read);
        if (known === undefined) readers.set(read, [path]);
        else known.push(path);
      }
    }
    return readers;
  }

  /** The analysis of a file, renewed when it or directives it depends on have changed. */
  analysis(path: string): FileAnalysis | null {
    return this.cached(path)?.analysis ?? null;
  }

  private cached(path: string): Cached | null {
    const file = this.store.get(path);
    if (file === undefined) return null;
    const before = this.cache.get(path);
    if (before?.checkedAt === this.state()) return before;
    const cached = before?.analysis.file === file && this.seesTheSame(before) ? before : this.analysed(file);
    cached.analysis.scope.memo.clear();
    return this.keep(path, { ...cached, checkedAt: this.state() });
  }

  private keep(path: string, cached: Cached): Cached {
    this.cache.set(path, cached);
    return cached;
  }

  private analysed(file: SourceFile): Cached {
    const { graph } = this.store;
    const lookups: Cached['lookups'][number][] = [];
    const resolve: FileContext['resolve'] = (target, from) => {
      const found = graph.resolve(target, from);
      lookups.push([target, from, found?.path]);
      return found;
    };
    const analysis = new FileAnalysis(file, { ...this.context, resolve });
    const keys = new Map([...analysis.dependencies].map((other) => [other, this.keyOf(other)]));
    const root = graph.rootOf(file.path);
    return { analysis, root, keys, lookups, checkedAt: this.state(), resolved: null };
  }

  private keyOf(path: string): string {
    return this.store.get(path)?.directiveKey ?? '';
  }

  /** Tests whether the file still sees the same directives in the same files. */
  private seesTheSame({ analysis, root, keys, lookups, checkedAt }: Cached): boolean {
    const changes = this.store.changesSince(checkedAt);
    if (changes?.directives === false) return true;
    // With all includes as they were, only directives of changed files can differ.
    if (changes?.includes === false)
      return changes.paths.every((other) => !keys.has(other) || this.keyOf(other) === keys.get(other));
    const { graph } = this.store;
    if (graph.rootOf(analysis.file.path) !== root) return false;
    for (const [other, key] of keys) if (this.keyOf(other) !== key) return false;
    return lookups.every(([target, from, path]) => graph.resolve(target, from)?.path === path);
  }

  /** Kernels and launches of a file, resolved anew when something they rest on has changed. */
  resolved(path: string): ResolvedFile | null {
    const cached = this.cached(path);
    if (cached === null) return null;
    const before = cached.resolved;
    if (before?.checkedAt === this.state()) return before.file;
    const { file, sources } =
      before !== null && this.stillHolds(before) ? before : this.resolvedAnew(path, cached.analysis);
    this.keep(path, { ...cached, resolved: { file, sources, checkedAt: this.state() } });
    return file;
  }

  private resolvedAnew(path: string, analysis: FileAnalysis): Omit<CachedResolution, 'checkedAt'> {
    const sources = new Sources();
    sources.texts.set(path, this.store.get(path));
    this.reading = sources;
    try {
      const [kernels, launches] = [analysis.kernels(), analysis.launches()];
      return { file: { analysis, kernels, launches, failures: analysis.failures() }, sources };
    } finally {
      this.reading = null;
    }
  }

  private stillHolds({ sources: { texts, searches }, checkedAt }: CachedResolution): boolean {
    const changes = this.store.changesSince(checkedAt);
    if (changes === null) return false;
    for (const path of changes.paths) {
      const file = this.store.get(path);
      if (texts.has(path) && file !== texts.get(path)) return false;
      for (const [name, askers] of searches) {
        if (file?.mentions(name) !== true) continue;
        for (const asker of askers)
          if (this.relatedTo(asker).has(path) || this.throughHeaders(name, asker).has(path)) return false;
      }
    }
    return true;
  }

  private relatedNow(): Related {
    if (this.related.state !== this.state()) this.related = relatedAt(this.state());
    return this.related;
  }

  /** The file itself, the files of its folder, and those that it includes or that include it. */
  private relatedTo(path: string): ReadonlySet<string> {
    const { sets } = this.relatedNow();
    let found = sets.get(path);
    if (found === undefined) {
      const dependencies = this.analysis(path)?.dependencies ?? [];
      found = new Set([...this.store.besides(path), ...this.store.graph.includersOf(path), ...dependencies]);
      sets.set(path, found);
    }
    return found;
  }

  /** Files that know a function of this one from the header of its name (`a.cu` and `a.h`), or one that declares it. */
  private throughHeaders(name: string, path: string): ReadonlySet<string> {
    const { graph } = this.store;
    const headers = [...(this.analysis(path)?.dependencies ?? [])].filter((header) => {
      const file = this.store.get(header);
      return file?.mentions(name) === true && (stemOf(header) === stemOf(path) || declares(file.text, name));
    });
    return new Set(headers.flatMap((header) => graph.includersOf(header)));
  }

  naming(name: string, path: string): readonly FileAnalysis[] {
    const isNew = this.reading?.search(name, path) === true;
    const { namings } = this.relatedNow();
    const key = `${path}\n${name}`;
    let found = namings.get(key);
    if (found === undefined) {
      const paths = new Set([...this.relatedTo(path), ...this.throughHeaders(name, path)]);
      found = [...paths]
        .filter((other) => this.store.get(other)?.mentions(name) === true)
        .map((other) => this.analysis(other)!);
      namings.set(key, found);
    }
    if (isNew) for (const analysis of found) this.readWithDependencies(analysis);
    return found;
  }

  private readWithDependencies({ file, dependencies }: FileAnalysis): void {
    for (const read of [file.path, ...dependencies]) this.reading?.texts.set(read, this.store.get(read));
  }
}

/** A map whose entries cover those of another one, which stays as it is. */
class LayeredMap<K, V> {
  readonly own = new Map<K, V>();

  constructor(private readonly below: LayeredMap<K, V> | null = null) {}

  get(key: K): V | undefined {
    return this.own.get(key) ?? this.below?.get(key);
  }

  set(key: K, value: V): void {
    this.own.set(key, value);
  }
}

/** For each file those that rest on its text, for one state of the texts. */
interface Readers {
  readonly state: TextState;
  readonly of: ReadonlyMap<string, readonly string[]>;
}

/** What is known of the files that belong together, for one state of the texts. */
interface Related {
  readonly state: TextState;
  readonly sets: Map<string, ReadonlySet<string>>;
  /** The files in which the calls of a function are looked for, by file and name. */
  readonly namings: Map<string, readonly FileAnalysis[]>;
}

function relatedAt(state: TextState): Related {
  return { state, sets: new Map(), namings: new Map() };
}

/** Tests whether a text declares a function: its parameters stand in one pair of brackets, in front of a semicolon. */
function declares(text: string, name: string): boolean {
  return /^\w+$/.test(name) && new RegExp(`[\\w>&*]\\s*\\b${name}\\s*\\([^;{}()]*\\)\\s*;`).test(text);
}

/** A file's name without folders and endings. */
function stemOf(path: string): string {
  return before(path.slice(path.lastIndexOf('/') + 1), '.');
}
