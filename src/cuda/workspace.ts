/**
 * The CUDA front end as the layers above use it.
 *
 *   const workspace = new CudaWorkspace();
 *   workspace.setFile('a.cu', text);              // again on every edit; removeFile when it goes
 *   workspace.file('a.cu')?.kernels               // one file: kernels, launches, what was not read
 *   workspace.index().launches                    // all files, launches joined to kernel ids
 *   workspace.functions('a.cu')                   // function bodies with their scopes, for readers
 *   workspace.functionsNamed('helper', 'a.cu')    // what a call in a.cu may mean
 *
 *   new CudaWorkspace({ parser })                 // with instruction mixes: kernel.mix is read when asked for
 *
 * Paths are compared as given; use one form with `/`. Results are plain data and stay valid.
 * Nothing here fails on bad source text: what is not understood is in `diagnostics` and `skipped`.
 * Work is done on demand and kept: an edit re-reads that file, and of the files that depend on it
 * what the edit can have changed.
 */
import type { InstructionMix, Kernel, Launch } from '../kernel/kernel';
import { resolveDim3 } from '../kernel/symbolic';
import type { SourceDiagnostic } from '../kernel/source';
import { scopeOfLaunch } from './edits/launchScope';
import { CallGraph, type RelatedFiles } from './files/callGraph';
import { FileAnalysis, type FileContext, type SkippedRange } from './files/fileAnalysis';
import type { FunctionUnit } from './files/functionUnit';
import { folderOf, IncludeGraph } from './files/includeGraph';
import { SourceFile } from './files/sourceFile';
import { SyntaxCheck } from './files/syntaxCheck';
import { KernelMixes } from './mix/kernelMixes';
import { predefinedMacros } from './preprocessor/predefined';
import { KernelTable } from './structure/join';
import type { CudaParser } from './syntax/parser';

export type { FunctionUnit, SkippedRange };

/** What is known of one file. Kernels and launches are in the order of their lines. */
export interface CudaFileIndex {
  readonly path: string;
  readonly kernels: readonly Kernel[];
  readonly launches: readonly Launch[];
  /** Code that was not understood, with its range. */
  readonly diagnostics: readonly SourceDiagnostic[];
  /** Branches of `#if` that are not compiled; kernels in them are listed with their reason. */
  readonly skipped: readonly SkippedRange[];
}

/** All files that hold CUDA, sorted by path, and their kernels and launches together. */
export interface CudaIndex {
  readonly files: readonly CudaFileIndex[];
  readonly kernels: readonly Kernel[];
  readonly launches: readonly Launch[];
}

export interface CudaWorkspaceOptions {
  /** Macros of the build by name, as `-D` gives them. */
  readonly defines?: Readonly<Record<string, string>>;
  /**
   * Reads function bodies: with it `diagnostics` also names the parts that the grammar cannot read, and
   * kernels have mixes. Stays the caller's to delete.
   */
  readonly parser?: CudaParser;
}

/** The analysis of a file with what it rests on. */
interface Cached {
  readonly analysis: FileAnalysis;
  readonly root: string;
  /** Directive keys of the files it depends on. */
  readonly keys: ReadonlyMap<string, string>;
  /** Every include that was looked up: target, including file, and the path that it named then. */
  readonly lookups: readonly (readonly [target: string, from: string, path: string | undefined])[];
  /** State of the workspace in which the analysis was last found valid. */
  checkedAt: number;
  resolved: Resolved | null;
  /** What was last handed out, and what it was made from. */
  shown: { readonly resolved: Resolved; readonly table: KernelTable; readonly index: CudaFileIndex } | null;
}

/** What depends on the symbols of other files, and what it was computed from. */
interface Resolved {
  readonly kernels: readonly Kernel[];
  readonly launches: readonly Launch[];
  readonly sources: ResolvedFrom;
  /** State of the workspace in which this was last found valid. */
  checkedAt: number;
}

/** The files whose text was looked at, and the functions whose calls were searched, with the file asked from. */
class ResolvedFrom {
  readonly texts = new Map<string, SourceFile | undefined>();
  readonly searches = new Map<string, Set<string>>();

  search(name: string, path: string): void {
    const paths = this.searches.get(name);
    if (paths === undefined) this.searches.set(name, new Set([path]));
    else paths.add(path);
  }
}

export class CudaWorkspace implements RelatedFiles {
  private readonly files = new Map<string, SourceFile>();
  private readonly graph = new IncludeGraph(this.files);
  private readonly cache = new Map<string, Cached>();
  private readonly context: FileContext;
  /** The path of every change of a file so far; its length is the state of the workspace. */
  private readonly changes: string[] = [];
  /** State at the last change of the set of files or of any directive. */
  private directivesChangedAt = 0;
  private readonly folders = new Map<string, Set<string>>();
  /** What is being resolved, to note what it rests on. */
  private reading: ResolvedFrom | null = null;
  private table: {
    readonly state: number;
    readonly lists: readonly (readonly Kernel[])[];
    readonly table: KernelTable;
  } | null = null;
  private sorted: readonly string[] | null = null;
  private readonly syntax: SyntaxCheck | null;
  private readonly mixes: KernelMixes | null;
  private launchTable: {
    readonly state: number;
    readonly byKernel: ReadonlyMap<string, readonly Launch[]>;
  } | null = null;

  /** Grows with every change of a file. */
  state(): number {
    return this.changes.length;
  }

  constructor(options: CudaWorkspaceOptions = {}) {
    const predefined = predefinedMacros(options.defines);
    this.syntax = options.parser === undefined ? null : new SyntaxCheck(options.parser);
    const sources = {
      functionsNamed: (name: string, path: string) => this.functionsNamed(name, path),
      textOf: (path: string) => this.text(path),
      scopeOfLaunch: (launch: Launch) => scopeOfLaunch(this, launch),
    };
    this.mixes = options.parser === undefined ? null : new KernelMixes(options.parser, sources);
    this.context = {
      predefined: (name) => predefined.get(name),
      resolve: (target, from) => this.graph.resolve(target, from),
      root: (path) => this.files.get(this.graph.rootOf(path))!,
      symbolsOf: (path) => {
        this.reading?.texts.set(path, this.files.get(path));
        return this.analysis(path)?.scope ?? null;
      },
      callers: (path) => new CallGraph(path, this),
    };
  }

  /** Adds a file or replaces its text. */
  setFile(path: string, text: string): void {
    const before = this.files.get(path);
    if (before?.text === text) return;
    const file = new SourceFile(path, text);
    this.files.set(path, file);
    this.cache.delete(path);
    if (before === undefined) this.graph.filesChanged(path, true);
    else if (before.directiveKey !== file.directiveKey) this.graph.includesChanged();
    if (before?.directiveKey !== file.directiveKey) this.directivesChangedAt = this.state() + 1;
    if (before === undefined) this.filesChanged(path, true);
    if (before?.mayHoldCuda !== file.mayHoldCuda) this.sorted = null;
    this.changes.push(path);
  }

  removeFile(path: string): void {
    if (!this.files.delete(path)) return;
    this.cache.delete(path);
    this.syntax?.forget(path);
    this.graph.filesChanged(path, false);
    this.filesChanged(path, false);
    this.directivesChangedAt = this.state() + 1;
    this.changes.push(path);
  }

  private filesChanged(path: string, present: boolean): void {
    this.sorted = null;
    const folder = folderOf(path);
    const paths = this.folders.get(folder) ?? new Set();
    if (present) paths.add(path);
    else paths.delete(path);
    this.folders.set(folder, paths);
  }

  /** The text of a file; null for a path that was not set. */
  text(path: string): string | null {
    return this.files.get(path)?.text ?? null;
  }

  /** The index of a file; null for a path that was not set. Empty for a file without CUDA. */
  file(path: string): CudaFileIndex | null {
    const file = this.files.get(path);
    if (file === undefined) return null;
    if (!file.mayHoldCuda) return { path, kernels: [], launches: [], diagnostics: [], skipped: [] };
    const analysis = this.analysis(path)!;
    const resolved = this.resolved(path)!;
    const table = this.kernelTable();
    const cached = this.cache.get(path)!;
    if (cached.shown?.resolved !== resolved || cached.shown.table !== table) {
      cached.shown = { resolved, table, index: this.joined(analysis, resolved, table) };
    }
    return cached.shown.index;
  }

  private joined(analysis: FileAnalysis, resolved: Resolved, table: KernelTable): CudaFileIndex {
    const { file, diagnostics: faults, skipped, dependencies, functions } = analysis;
    const diagnostics = [...faults, ...(this.syntax?.check(file.path, functions) ?? [])];
    const launches = resolved.launches.map((launch) => ({
      ...launch,
      kernelIds: table.join(launch, dependencies),
    }));
    return { path: file.path, kernels: resolved.kernels, launches, diagnostics, skipped };
  }

  /** The index of all files that may hold CUDA. */
  index(): CudaIndex {
    const files = this.cudaPaths().map((path) => this.file(path)!);
    return {
      files,
      kernels: files.flatMap((file) => file.kernels),
      launches: files.flatMap((file) => file.launches),
    };
  }

  /** The function definitions of a file, kernels among them. */
  functions(path: string): readonly FunctionUnit[] {
    return this.analysis(path)?.functions ?? [];
  }

  /** Functions of that name in a file and in the files that it includes; compiled ones only. */
  functionsNamed(name: string, path: string): FunctionUnit[] {
    const analysis = this.analysis(path);
    if (analysis === null) return [];
    return [path, ...analysis.dependencies]
      .flatMap((from) => this.functions(from))
      .filter((unit) => unit.name === name && unit.inactive === null);
  }

  /**
   * The instruction mix of a kernel for one of its launches, or for an assumed launch. Kept until a
   * file changes that the kernel's file depends on. Null without a parser or for an unknown id.
   */
  mixOf(kernelId: string, launch: Launch | null): InstructionMix | null {
    const path = kernelId.slice(0, kernelId.indexOf('#'));
    const unit = this.functions(path).find((candidate) => candidate.kernelId === kernelId);
    if (unit === undefined || this.mixes === null) return null;
    const paths = [path, ...(this.analysis(path)?.dependencies ?? [])];
    const texts = new Map(paths.map((other) => [other, this.text(other) ?? '']));
    return this.mixes.mixOf(unit, launch, texts);
  }

  /** The launches that may start a kernel. */
  launchesOf(kernelId: string): readonly Launch[] {
    if (this.launchTable?.state !== this.state()) {
      const byKernel = new Map<string, Launch[]>();
      for (const launch of this.index().launches)
        for (const id of launch.kernelIds) byKernel.set(id, [...(byKernel.get(id) ?? []), launch]);
      this.launchTable = { state: this.state(), byKernel };
    }
    return this.launchTable.byKernel.get(kernelId) ?? [];
  }

  /** A kernel whose mix is estimated when it is first read, for its launch that is known best. */
  private withMix(kernel: Kernel): Kernel {
    if (this.mixes === null) return kernel;
    const mix = (): InstructionMix | null => {
      const launches = this.launchesOf(kernel.id);
      const known = launches.find(
        ({ grid, block }) => resolveDim3(grid) !== null && resolveDim3(block) !== null,
      );
      const partly = launches.find(({ block }) => resolveDim3(block) !== null);
      return this.mixOf(kernel.id, known ?? partly ?? launches[0] ?? null);
    };
    return Object.defineProperty({ ...kernel }, 'mix', { get: mix, enumerable: true });
  }

  /** The files that may hold CUDA, sorted. */
  private cudaPaths(): readonly string[] {
    this.sorted ??= [...this.files.values()]
      .filter((file) => file.mayHoldCuda)
      .map((file) => file.path)
      .sort();
    return this.sorted;
  }

  /** The analysis of a file, renewed when directives it depends on have changed. */
  private analysis(path: string): FileAnalysis | null {
    const file = this.files.get(path);
    if (file === undefined) return null;
    const cached = this.cache.get(path);
    if (cached !== undefined && this.isCurrent(cached)) return cached.analysis;
    const lookups: Cached['lookups'][number][] = [];
    const resolve: FileContext['resolve'] = (target, from) => {
      const found = this.graph.resolve(target, from);
      lookups.push([target, from, found?.path]);
      return found;
    };
    const analysis = new FileAnalysis(file, { ...this.context, resolve });
    const keys = new Map([...analysis.dependencies].map((other) => [other, this.keyOf(other)]));
    const root = this.graph.rootOf(path);
    this.cache.set(path, {
      analysis,
      root,
      keys,
      lookups,
      checkedAt: this.state(),
      resolved: null,
      shown: null,
    });
    return analysis;
  }

  private keyOf(path: string): string {
    return this.files.get(path)?.directiveKey ?? '';
  }

  private isCurrent(cached: Cached): boolean {
    if (cached.checkedAt === this.state()) return true;
    if (cached.checkedAt < this.directivesChangedAt && !this.sameDirectives(cached)) return false;
    cached.analysis.scope.memo.clear();
    cached.checkedAt = this.state();
    return true;
  }

  /** Whether the file still sees the same directives in the same files. */
  private sameDirectives(cached: Cached): boolean {
    if (this.graph.rootOf(cached.analysis.file.path) !== cached.root) return false;
    for (const [other, key] of cached.keys) if (this.keyOf(other) !== key) return false;
    return cached.lookups.every(([target, from, path]) => this.graph.resolve(target, from)?.path === path);
  }

  /** Kernels and launches of a file, resolved anew when something they rest on has changed. */
  private resolved(path: string): Resolved | null {
    const analysis = this.analysis(path);
    const cached = this.cache.get(path);
    if (analysis === null || cached === undefined) return null;
    if (cached.resolved !== null && this.stillHolds(cached.resolved)) return cached.resolved;
    const sources = new ResolvedFrom();
    sources.texts.set(path, this.files.get(path));
    this.reading = sources;
    try {
      const kernels = analysis.kernels().map((kernel) => this.withMix(kernel));
      const launches = analysis.launches();
      cached.resolved = { kernels, launches, sources, checkedAt: this.state() };
    } finally {
      this.reading = null;
    }
    return cached.resolved;
  }

  private stillHolds(resolved: Resolved): boolean {
    const { texts, searches } = resolved.sources;
    for (const path of this.changes.slice(resolved.checkedAt)) {
      if (texts.has(path) && this.files.get(path) !== texts.get(path)) return false;
      for (const [name, from] of searches) {
        if (this.files.get(path)?.mentions(name) !== true) continue;
        for (const asker of from) if (this.related(asker).has(path)) return false;
      }
    }
    resolved.checkedAt = this.state();
    return true;
  }

  /** The file itself, the files of its folder, and those that it includes or that include it. */
  private related(path: string): ReadonlySet<string> {
    if (this.relatedAt.state !== this.state()) this.relatedAt = { state: this.state(), sets: new Map() };
    let found = this.relatedAt.sets.get(path);
    if (found === undefined) {
      found = new Set([
        ...(this.folders.get(folderOf(path)) ?? []),
        ...this.graph.includersOf(path),
        ...(this.analysis(path)?.dependencies ?? []),
      ]);
      this.relatedAt.sets.set(path, found);
    }
    return found;
  }

  private relatedAt = { state: -1, sets: new Map<string, ReadonlySet<string>>() };

  /** For `CallGraph`: the related files of `path` that mention `name`. */
  naming(name: string, path: string): FileAnalysis[] {
    this.reading?.search(name, path);
    const found: FileAnalysis[] = [];
    for (const other of this.related(path)) {
      const file = this.files.get(other);
      if (file?.mentions(name) !== true) continue;
      const analysis = this.analysis(other)!;
      for (const read of [other, ...analysis.dependencies])
        this.reading?.texts.set(read, this.files.get(read));
      found.push(analysis);
    }
    return found;
  }

  /** The kernels of all files; the same table as long as none of them has changed. */
  private kernelTable(): KernelTable {
    if (this.table?.state === this.state()) return this.table.table;
    const lists = this.cudaPaths().map((path) => this.resolved(path)!.kernels);
    const same =
      this.table?.lists.length === lists.length &&
      lists.every((list, index) => list === this.table!.lists[index]);
    this.table = {
      state: this.state(),
      lists,
      table: same ? this.table!.table : new KernelTable(lists.flat()),
    };
    return this.table.table;
  }
}
