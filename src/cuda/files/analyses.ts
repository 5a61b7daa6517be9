import type { Kernel, Launch } from '../../kernel/kernel';
import type { MacroLookup } from '../preprocessor/macros';
import { CallGraph, type RelatedFiles } from './callGraph';
import { FileAnalysis, type FileContext } from './fileAnalysis';
import type { SourceFile } from './sourceFile';
import type { SourceStore } from './sourceStore';

/** An analysis with what it rests on. */
interface Cached {
  readonly analysis: FileAnalysis;
  readonly root: string;
  /** Directive keys of the files it depends on. */
  readonly keys: ReadonlyMap<string, string>;
  /** Every include that was looked up: target, including file, and the path that it named then. */
  readonly lookups: readonly (readonly [target: string, from: string, path: string | undefined])[];
  /** State of the store in which the analysis was last found valid. */
  checkedAt: number;
  resolved: ResolvedFile | null;
}

/** The files whose text was looked at, and the functions whose calls were searched, by who asked. */
class Sources {
  readonly texts = new Map<string, SourceFile | undefined>();
  readonly searches = new Map<string, Set<string>>();

  search(name: string, path: string): void {
    const paths = this.searches.get(name);
    if (paths === undefined) this.searches.set(name, new Set([path]));
    else paths.add(path);
  }
}

/** What of a file depends on the symbols of other files: the same object as long as it holds. */
export interface ResolvedFile {
  readonly analysis: FileAnalysis;
  readonly kernels: readonly Kernel[];
  /** Not yet joined to kernels. */
  readonly launches: readonly Launch[];
  readonly sources: Sources;
  /** State of the store in which this was last found valid. */
  checkedAt: number;
}

/** The analyses of all files, made on demand and kept as long as nothing they rest on changes. */
export class Analyses implements RelatedFiles {
  private readonly cache = new Map<string, Cached>();
  private readonly context: FileContext;
  /** What is being resolved rests on this. */
  private reading: Sources | null = null;
  private related = { state: -1, sets: new Map<string, ReadonlySet<string>>() };

  constructor(
    private readonly store: SourceStore,
    predefined: MacroLookup,
  ) {
    this.context = {
      predefined,
      resolve: (target, from) => store.graph.resolve(target, from),
      root: (path) => store.get(store.graph.rootOf(path))!,
      symbolsOf: (path) => {
        this.reading?.texts.set(path, store.get(path));
        return this.analysis(path)?.scope ?? null;
      },
      callers: (path) => new CallGraph(path, this),
    };
  }

  state(): number {
    return this.store.state;
  }

  /** To be called when a file has changed or gone. */
  forget(path: string): void {
    this.cache.delete(path);
  }

  /** The analysis of a file, renewed when it or directives it depends on have changed. */
  analysis(path: string): FileAnalysis | null {
    return this.cached(path)?.analysis ?? null;
  }

  private cached(path: string): Cached | null {
    const file = this.store.get(path);
    if (file === undefined) return null;
    const before = this.cache.get(path);
    if (before !== undefined && this.isCurrent(before)) return before;
    const { graph } = this.store;
    const lookups: Cached['lookups'][number][] = [];
    const resolve: FileContext['resolve'] = (target, from) => {
      const found = graph.resolve(target, from);
      lookups.push([target, from, found?.path]);
      return found;
    };
    const analysis = new FileAnalysis(file, { ...this.context, resolve });
    const keys = new Map([...analysis.dependencies].map((other) => [other, this.keyOf(other)]));
    const root = graph.rootOf(path);
    const cached = { analysis, root, keys, lookups, checkedAt: this.state(), resolved: null };
    this.cache.set(path, cached);
    return cached;
  }

  private keyOf(path: string): string {
    return this.store.get(path)?.directiveKey ?? '';
  }

  private isCurrent(cached: Cached): boolean {
    const state = this.state();
    if (cached.checkedAt === state) return true;
    if (cached.checkedAt < this.store.directivesChangedAt && !this.sameDirectives(cached)) return false;
    cached.analysis.scope.memo.clear();
    cached.checkedAt = state;
    return true;
  }

  /** Whether the file still sees the same directives in the same files. */
  private sameDirectives({ analysis, root, keys, lookups }: Cached): boolean {
    const { graph } = this.store;
    if (graph.rootOf(analysis.file.path) !== root) return false;
    for (const [other, key] of keys) if (this.keyOf(other) !== key) return false;
    return lookups.every(([target, from, path]) => graph.resolve(target, from)?.path === path);
  }

  /** Kernels and launches of a file, resolved anew when something they rest on has changed. */
  resolved(path: string): ResolvedFile | null {
    const cached = this.cached(path);
    if (cached === null) return null;
    if (cached.resolved !== null && this.stillHolds(cached.resolved)) return cached.resolved;
    const sources = new Sources();
    sources.texts.set(path, this.store.get(path));
    this.reading = sources;
    const { analysis } = cached;
    try {
      const [kernels, launches] = [analysis.kernels(), analysis.launches()];
      cached.resolved = { analysis, kernels, launches, sources, checkedAt: this.state() };
    } finally {
      this.reading = null;
    }
    return cached.resolved;
  }

  private stillHolds(resolved: ResolvedFile): boolean {
    const { texts, searches } = resolved.sources;
    for (const path of this.store.changedSince(resolved.checkedAt)) {
      const file = this.store.get(path);
      if (texts.has(path) && file !== texts.get(path)) return false;
      for (const [name, askers] of searches) {
        if (file?.mentions(name) !== true) continue;
        for (const asker of askers) if (this.relatedTo(asker).has(path)) return false;
      }
    }
    resolved.checkedAt = this.state();
    return true;
  }

  /** The file itself, the files of its folder, and those that it includes or that include it. */
  private relatedTo(path: string): ReadonlySet<string> {
    if (this.related.state !== this.state()) this.related = { state: this.state(), sets: new Map() };
    let found = this.related.sets.get(path);
    if (found === undefined) {
      const dependencies = this.analysis(path)?.dependencies ?? [];
      found = new Set([...this.store.besides(path), ...this.store.graph.includersOf(path), ...dependencies]);
      this.related.sets.set(path, found);
    }
    return found;
  }

  naming(name: string, path: string): FileAnalysis[] {
    this.reading?.search(name, path);
    const found: FileAnalysis[] = [];
    for (const other of this.relatedTo(path)) {
      if (this.store.get(other)?.mentions(name) !== true) continue;
      const analysis = this.analysis(other)!;
      for (const read of [other, ...analysis.dependencies]) {
        this.reading?.texts.set(read, this.store.get(read));
      }
      found.push(analysis);
    }
    return found;
  }
}
