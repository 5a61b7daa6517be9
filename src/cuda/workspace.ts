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
 * Paths are compared as given; use one form with `/`. Results stay valid and are the same objects
 * until something in them changes.
 * Nothing here fails on bad source text: what is not understood is in `diagnostics` and `skipped`.
 * Work is done on demand and kept: an edit re-reads that file, and of the files that depend on it
 * what the edit can have changed.
 */
import { OfLastTexts } from './files/ofLastTexts';
import { allocationCalls } from './mix/allocationCalls';
import { bestLaunch } from '../kernel/bestLaunch';
import type { InstructionMix, Kernel, Launch } from '../kernel/kernel';
import { once } from '../kernel/once';
import type { SourceDiagnostic } from '../kernel/source';
import { groupBy } from '../stats/grouping';
import { BuildCommands, type CommandsFile } from './build/buildCommands';
import { PER_THREAD_MACRO } from './build/compileCommand';
import { definesStreamPerThread, lateDefinition } from './files/perThreadDefine';
import { scopeOfLaunch } from './files/scopeOfLaunch';
import { sizedLaunches, type Numbers } from './files/sizedLaunches';
import { Analyses, type ResolvedFile } from './files/analyses';
import { codeAround } from './files/codeAround';
import { pathOfKernel } from './files/codeRegion';
import type { SkippedRange } from './files/fileAnalysis';
import type { FunctionUnit } from './files/functionUnit';
import type { UnreadNames } from './files/includeGraph';
import type { SourceFile } from './files/sourceFile';
import { JoinedFiles } from './files/joinedFiles';
import { LinkedFunctions } from './files/linkedFunctions';
import { SourceStore } from './files/sourceStore';
import { SyntaxCheck } from './files/syntaxCheck';
import { DerivedResultCache, type DerivedResult, type Relower } from './derivedResultCache';
import { mostSharedBytes } from './lowering/declaredShared';
import { ProgramMixes } from './lowering/programMixes';
import { LoweringCache } from './loweringCache';
import type { Lowering, LoweringOptions } from './lowering/lowerKernel';
import type { UnusedNumber } from './lowering/unusedNumbers';
import type { FileTexts } from './mix/kernelCache';
import type { MixSources } from './mix/unitNames';
import { hipMacro } from './preprocessor/hip';
import { predefinedMacros } from './preprocessor/predefined';
import { isPtxPath, PtxFiles, type NameOfSymbol } from './ptx/ptxFiles';
import type { CudaParser } from './syntax/parser';

export type { CommandsFile, DerivedResult, FunctionUnit, Relower, Lowering, LoweringOptions, SkippedRange };

/** Finds out something about a kernel by lowering it; null without a parser or for an unknown id. */
export type DeriveByLowering<T> = (
  question: {
    readonly kernelId: string;
    readonly launch: Launch | null;
    readonly options: LoweringOptions;
    /** Name of what is looked for, and of everything else that decides the result. */
    readonly key: string;
  },
  find: (lower: Relower) => T,
) => DerivedResult<T> | null;

/** Index of one file. Kernels and launches are in the order of their lines. */
export interface CudaFileIndex {
  readonly path: string;
  readonly kernels: readonly Kernel[];
  readonly launches: readonly Launch[];
  /** Code that was not understood, with its range; function bodies are looked through when this is first read. */
  readonly diagnostics: readonly SourceDiagnostic[];
  /** Those of them that are found without a look into function bodies; what is left is information. */
  readonly faults: readonly SourceDiagnostic[];
  /** Branches of `#if` that are not compiled; kernels in them are listed with their reason. */
  readonly skipped: readonly SkippedRange[];
}

/** All files that hold CUDA, sorted by path, and their kernels and launches together. */
export interface CudaIndex {
  readonly files: readonly CudaFileIndex[];
  readonly kernels: readonly Kernel[];
  readonly launches: readonly Launch[];
}

/** Options of a CUDA workspace. */
export interface CudaWorkspaceOptions {
  /** Macros of the build by name, as `-D` gives them. */
  readonly defines?: Readonly<Record<string, string>>;
  /**
   * Reads function bodies: with it `diagnostics` also names the parts that the grammar cannot read, and
   * kernels have mixes. Stays the caller's to delete.
   */
  readonly parser?: CudaParser;
  /** Names of the kernels of PTX files as their source has them. */
  readonly nameOfSymbol?: NameOfSymbol;
  /** Of how many kernels what was read is kept; of all when left out. Another one is read again when it is asked for. */
  readonly mostKernelsRead?: number;
}

const NOTHING: Omit<CudaFileIndex, 'path'> = {
  kernels: [],
  launches: [],
  diagnostics: [],
  faults: [],
  skipped: [],
};

/** Questions in a large workspace after which what was read for them is dropped. */
const QUESTIONS = 300;

/** Files whose lines are kept: a host program goes through several of them in turn. */
const LISTED_FILES = 32;

/** Stands among texts for the commands of the build. */
const BUILD = '';

/** Index of a workspace's CUDA files: kernels, launches, functions and lowerings. */
export class CudaWorkspace {
  private readonly build: BuildCommands = new BuildCommands(() => this.store.paths);
  private readonly store = new SourceStore((from, name) => this.build.includedBy(from, name));
  private readonly ptx: PtxFiles;
  private readonly analyses: Analyses;
  private readonly syntax: SyntaxCheck | null;
  private readonly lowerings: LoweringCache | null;
  private readonly mixes = new ProgramMixes();
  private readonly sources: MixSources;
  /** Indices handed out for files, by the lists of their launches. */
  private readonly shown = new WeakMap<readonly Launch[], CudaFileIndex>();
  /** Kernels with their mixes, by the list they were made from. */
  private readonly mixed = new WeakMap<readonly Kernel[], readonly Kernel[]>();
  /** Compiled functions by name, by the list of all of a file. */
  private readonly byName = new WeakMap<
    readonly FunctionUnit[],
    ReadonlyMap<string, readonly FunctionUnit[]>
  >();
  /** All files. */
  private readonly all: JoinedFiles;
  private readonly linked: LinkedFunctions;
  /** Whether everything that was read is kept, as it is unless `mostKernelsRead` says of how many. */
  readonly keepsAll: boolean;
  private questions = 0;
  private readonly lines = new OfLastTexts((text) => text.split('\n'), LISTED_FILES);
  /** Kernels by their ids, by the list of all functions of a file. */
  private readonly byKernel = new WeakMap<readonly FunctionUnit[], ReadonlyMap<string, FunctionUnit>>();

  constructor(options: CudaWorkspaceOptions = {}) {
    const predefined = predefinedMacros(options.defines);
    this.ptx = new PtxFiles(options.nameOfSymbol);
    this.analyses = new Analyses(this.store, (path) => (name) => {
      const built = this.build.macroOf(path, name);
      return built === undefined ? (predefined.get(name) ?? hipMacro(name)) : (built ?? undefined);
    });
    this.all = new JoinedFiles(this.analyses, () => this.store.cudaPaths());
    this.linked = new LinkedFunctions(this.store, this.analyses, (path) => this.compiledByName(path));
    const { parser, mostKernelsRead = Infinity } = options;
    this.keepsAll = mostKernelsRead === Infinity;
    const allocations = new OfLastTexts(allocationCalls);
    const sources: MixSources = {
      functionsNamed: (name, path) => this.functionsNamed(name, path),
      textOf: (path) => this.text(path),
      linesOf: (path) => this.linesOf(path),
      allocationsIn: (path) => allocations.of(path, this.text(path) ?? ''),
      scopeOfLaunch: (launch) => scopeOfLaunch(this.functions(launch.path), launch),
    };
    this.sources = sources;
    const boundsOf = (kernelId: string) => this.kernel(kernelId)?.launchBounds ?? null;
    this.syntax = parser === undefined ? null : new SyntaxCheck(parser);
    this.lowerings =
      parser === undefined ? null : new LoweringCache(parser, sources, boundsOf, mostKernelsRead);
  }

  /**
   * To be called between questions about one kernel or file and the next: where not everything is kept, lets go of what
   * was read for the last ones now and then. Never while an answer is being made, whose parts would not fit together.
   */
  answered(): void {
    if (!this.keepsAll && ++this.questions % QUESTIONS === 0) this.analyses.letGo();
  }

  /**
   * Whether the default stream of a program is one of each host thread: by the command that builds its file, or by a
   * definition in one that nvcc does not compile, which has included the runtime before it reads the first line.
   */
  hasStreamPerThread(path: string): boolean {
    const built = this.build.macroOf(path, PER_THREAD_MACRO);
    if (built !== undefined) return built !== null;
    return definesStreamPerThread(path, this.text(path) ?? '');
  }

  /** Adds a file or replaces its text. */
  setFile(path: string, text: string): void {
    if (isPtxPath(path)) return this.ptx.set(path, text);
    const isNew = this.store.get(path) === undefined;
    this.store.set(path, text);
    if (isNew && this.build.pathsChanged()) this.buildChanged();
  }

  /** Adds a compilation database or replaces it: include folders and macros of the build, by file. */
  setCommands(path: string, commands: CommandsFile): void {
    this.build.set(path, commands);
    this.buildChanged();
  }

  /** Tells what sources include, is there and was not given to the workspace, in place of what was told before. */
  setUnread(names: UnreadNames): void {
    this.store.setUnread(names);
  }

  private buildChanged(): void {
    this.analyses.forgetAll();
    this.store.foldersChanged();
  }

  removeFile(path: string): void {
    this.ptx.remove(path);
    if (this.build.remove(path)) return this.buildChanged();
    if (!this.store.remove(path)) return;
    this.analyses.forget(path);
    this.syntax?.forget(path);
    if (this.build.pathsChanged()) this.buildChanged();
  }

  /**
   * Runs `look` with other texts in place of those of some files that are there, and returns its result. After
   * that the workspace is as it was, with everything that it had read.
   */
  during<T>(texts: ReadonlyMap<string, string>, look: () => T): T {
    return this.all.during(() => this.analyses.during(() => this.store.during(texts, look)));
  }

  /** The text of a file; null for a path that was not set. */
  text(path: string): string | null {
    return this.store.get(path)?.text ?? this.ptx.text(path);
  }

  /** The lines of a file's text; one empty line for a path that was not set. */
  linesOf(path: string): readonly string[] {
    return this.lines.of(path, this.text(path) ?? '');
  }

  /** The index of a file; null for a path that was not set. Empty for a file without CUDA. */
  file(path: string): CudaFileIndex | null {
    const file = this.store.get(path);
    if (file === undefined) return this.ptxFile(path);
    if (!file.mayHoldCuda) return { path, ...NOTHING };
    const resolved = this.analyses.resolved(path)!;
    const launches = this.all.launchesIn(resolved);
    let shown = this.shown.get(launches);
    if (shown === undefined) this.shown.set(launches, (shown = this.fileIndex(resolved, this.all)));
    return shown;
  }

  private ptxFile(path: string): CudaFileIndex | null {
    const found = this.ptx.file(path);
    if (found === null) return null;
    const { kernels, diagnostics } = found;
    return { ...NOTHING, path, kernels, diagnostics, faults: diagnostics };
  }

  /** PTX files; a kernel that a source in the workspace defines is that source's. */
  private ptxIndex(among: readonly CudaFileIndex[], only: readonly string[] | null): CudaFileIndex[] {
    const defined = new Set(among.flatMap(({ kernels }) => kernels.map(({ name }) => name)));
    return this.ptx.paths
      .filter((path) => only === null || only.includes(path))
      .map((path) => this.ptxFile(path)!)
      .map((file) => ({ ...file, kernels: file.kernels.filter(({ name }) => !defined.has(name)) }));
  }

  private fileIndex(resolved: ResolvedFile, among: JoinedFiles): CudaFileIndex {
    const { file, diagnostics, skipped, functions } = resolved.analysis;
    const found = [...diagnostics, ...resolved.failures];
    const isBuilt = this.build.macroOf(file.path, PER_THREAD_MACRO) !== undefined;
    const faults = isBuilt ? found : [...found, ...lateDefinition(resolved.analysis)];
    const all = once(() => [...faults, ...(this.syntax?.check(file.path, functions) ?? [])]);
    return {
      path: file.path,
      kernels: this.withMixes(resolved.kernels, among),
      launches: among.launchesIn(resolved),
      get diagnostics() {
        return all();
      },
      faults,
      skipped,
    };
  }

  /** Reads the kernels and launches of all files, each as a question of its own: less is kept meanwhile than by `index`. */
  readAll(): void {
    for (const path of this.store.cudaPaths()) {
      this.analyses.resolved(path);
      this.answered();
    }
  }

  /**
   * The index of all files that may hold CUDA.
   *
   * @param only reads no other files than these and those that they include: launches in others do not count
   */
  index(only: readonly string[] | null = null): CudaIndex {
    const paths = this.store.cudaPaths();
    const sources =
      only === null
        ? paths.map((path) => this.file(path)!)
        : this.filesAmong(paths.filter((path) => only.includes(path)));
    const unread = this.unreadCommands().map(([path, faults]) => ({
      ...NOTHING,
      path,
      diagnostics: faults,
      faults,
    }));
    const others = [...this.ptxIndex(sources, only), ...unread];
    const files =
      others.length === 0
        ? sources
        : [...sources, ...others].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    return {
      files,
      kernels: files.flatMap((file) => file.kernels),
      launches: files.flatMap((file) => file.launches),
    };
  }

  /** Compilation databases that could not be read as a whole. */
  unreadCommands(): readonly (readonly [path: string, faults: readonly SourceDiagnostic[]])[] {
    return this.build.faults();
  }

  /** What the compilation databases may say of some files. */
  commandsOf(paths: readonly string[]): ReadonlyMap<string, CommandsFile> {
    return this.build.of(paths);
  }

  private filesAmong(paths: readonly string[]): CudaFileIndex[] {
    const included = paths.flatMap((path) => [...(this.analyses.analysis(path)?.dependencies ?? [])]);
    const read = new Set([...paths, ...included]);
    const among = new JoinedFiles(this.analyses, () =>
      this.store.cudaPaths().filter((path) => read.has(path)),
    );
    return paths.map((path) => this.fileIndex(this.analyses.resolved(path)!, among));
  }

  /** A kernel without its mix, as its file alone tells it; null for an unknown id. */
  kernel(id: string): Kernel | null {
    const path = pathOfKernel(id);
    if (isPtxPath(path)) return this.ptx.kernel(id);
    return this.analyses.resolved(path)?.kernels.find((kernel) => kernel.id === id) ?? null;
  }

  /** The launches of a file without the kernels that they start, for which all files would be read. */
  unjoinedLaunches(path: string): readonly Launch[] {
    return this.analyses.resolved(path)?.launches ?? [];
  }

  /**
   * The files, sorted, whose kernels and launches rest on the text of a file: no others change with it while it
   * includes and names the same.
   */
  readersOf(path: string): readonly string[] {
    return this.analyses.readersOf(path);
  }

  /** The function definitions of a file, kernels among them. */
  functions(path: string): readonly FunctionUnit[] {
    return this.analyses.analysis(path)?.functions ?? [];
  }

  /** A file and what it includes. */
  filesOf(path: string): readonly string[] {
    const analysis = this.analyses.analysis(path);
    return analysis?.sources ?? [];
  }

  /** Of a file and what it includes the texts that have a word in them. */
  sourcesNaming(word: string, path: string): readonly SourceFile[] {
    const files = this.filesOf(path).map((from) => this.store.get(from));
    return files.filter((file): file is SourceFile => file?.mentions(word) === true);
  }

  /** The files that may hold CUDA and whose text has a name in it. */
  filesMentioning(name: string): readonly string[] {
    return this.store.cudaPaths().filter((path) => this.store.get(path)!.mentions(name));
  }

  /** Functions of that name in a file and in the files that it includes; compiled ones only. */
  functionsNamed(name: string, path: string): FunctionUnit[] {
    const found: FunctionUnit[] = [];
    // Asked for every call that a host program makes, over all files that it includes.
    for (const from of this.filesOf(path)) {
      const units = this.compiledByName(from).get(name);
      if (units !== undefined) found.push(...units);
    }
    return found;
  }

  /** Host functions of that name that a file declares, itself or by what it includes, and that another one defines. */
  functionsLinked(name: string, path: string): readonly FunctionUnit[] {
    return this.linked.of(name, path);
  }

  private compiledByName(path: string): ReadonlyMap<string, readonly FunctionUnit[]> {
    const functions = this.functions(path);
    let byName = this.byName.get(functions);
    if (byName === undefined) {
      byName = groupBy(
        functions.filter(({ inactive }) => inactive === null),
        ({ name }) => name,
      );
      this.byName.set(functions, byName);
    }
    return byName;
  }

  /**
   * The instruction mix of a kernel for one of its launches, or for an assumed launch: of a source, what the
   * program executes that `lower` makes. Null without a parser, for an unknown id, and for what cannot be lowered.
   */
  mixOf(kernelId: string, launch: Launch | null, options: LoweringOptions = {}): InstructionMix | null {
    if (isPtxPath(pathOfKernel(kernelId))) return this.ptx.mixOf(kernelId, launch);
    const lowering = this.lower(kernelId, launch, options);
    return lowering?.kind === 'lowered' ? this.mixes.of(lowering) : null;
  }

  /** The texts of files and of those that they depend on, by path. */
  textsOf(paths: readonly string[]): FileTexts {
    const all = paths.flatMap((path) => [path, ...(this.analyses.analysis(path)?.dependencies ?? [])]);
    return new Map(all.map((path) => [path, this.text(path) ?? '']));
  }

  /** Everything that a reading of code in a file may rest on. */
  private basisOf({ path }: FunctionUnit): FileTexts {
    const { version } = this.build;
    const texts = this.textsOf([path]);
    return version === 0 ? texts : new Map([...texts, [BUILD, String(version)]]);
  }

  /**
   * A kernel as the simulator runs it, for one of its launches or for an assumed launch. Null without a parser or
   * for an unknown id. What cannot be lowered is refused with the reason. Kept as long as nothing that its reading
   * looked at changes.
   */
  lower(kernelId: string, launch: Launch | null, options: LoweringOptions = {}): Lowering | null {
    if (isPtxPath(pathOfKernel(kernelId))) return this.ptx.lower(kernelId, launch, options, this.sources);
    const unit = this.kernelUnit(kernelId);
    if (unit === null || this.lowerings === null) return null;
    return this.lowerings.of(unit, launch, options, this.basisOf(unit));
  }

  /**
   * Bytes that the static shared arrays of a kernel have at most where it is lowered so, without lowering it; null
   * where only its program tells.
   */
  mostSharedBytes(kernelId: string, launch: Launch | null, options: LoweringOptions = {}): number | null {
    const [kernel, unit] = [this.kernel(kernelId), this.kernelUnit(kernelId)];
    if (kernel === null || unit === null) return null;
    const paths = [unit.path, ...(this.analyses.analysis(unit.path)?.dependencies ?? [])];
    const others = paths.flatMap((path) => this.functions(path));
    return mostSharedBytes(kernel, unit, launch, options, this.sources, others);
  }

  /**
   * Keeps what is found out about kernels by lowering them in many ways, as `lower` keeps programs: until
   * something changes that one of these lowerings looked at. Findings must hold no places of the source.
   */
  derivedResults<T>(): DeriveByLowering<T> {
    const { lowerings } = this;
    if (lowerings === null) return () => null;
    const kept = new DerivedResultCache<T>(lowerings, this.sources);
    return ({ kernelId, launch, options, key }, find) => {
      const unit = this.kernelUnit(kernelId);
      return unit && kept.of(unit, launch, options, key, this.basisOf(unit), find);
    };
  }

  /** The function that is a kernel, with its body; null for an unknown id. */
  kernelUnit(kernelId: string): FunctionUnit | null {
    const units = this.functions(pathOfKernel(kernelId));
    let known = this.byKernel.get(units);
    if (known === undefined) {
      known = new Map(units.flatMap((unit) => (unit.kernelId === null ? [] : [[unit.kernelId, unit]])));
      this.byKernel.set(units, known);
    }
    return known.get(kernelId) ?? null;
  }

  /**
   * What a file says besides the bodies of its kernels: equal as long as no edit but in those has changed it, and they
   * use the same names of the file and have as many lines. Empty for a path that was not set.
   */
  codeAround(path: string): string {
    const analysis = this.analyses.analysis(path);
    return analysis === null ? '' : codeAround(analysis);
  }

  /** The text of a kernel, after preprocessing; empty for an unknown id. */
  kernelText(kernelId: string): string {
    return this.kernelUnit(kernelId)?.text ?? '';
  }

  /**
   * Numbers that comments, or the options, set for a kernel and that it has no use for where it is lowered so.
   * @param names of the numbers among the options that are asked about
   */
  unusedNumbers(
    kernelId: string,
    launch: Launch | null,
    options: LoweringOptions = {},
    names: readonly string[] = Object.keys(options.arguments ?? {}),
  ): readonly UnusedNumber[] {
    if (isPtxPath(pathOfKernel(kernelId)))
      return this.ptx.unused(kernelId, launch, options, names, this.sources);
    const unit = this.kernelUnit(kernelId);
    if (unit === null || this.lowerings === null) return [];
    return this.lowerings.unused(unit, launch, options, names, this.basisOf(unit));
  }

  /** The launches that may start a kernel. */
  launchesOf(kernelId: string): readonly Launch[] {
    return this.all.launchesOf(kernelId);
  }

  /** Launches with numbers in the place of names that host code leaves open. */
  launchesWith(launches: readonly Launch[], given: Numbers): readonly Launch[] {
    return sizedLaunches(launches, given, (path) => this.analyses.analysis(path)?.launches(given) ?? []);
  }

  private withMixes(kernels: readonly Kernel[], among: JoinedFiles): readonly Kernel[] {
    if (this.lowerings === null) return kernels;
    const known = among === this.all ? this.mixed.get(kernels) : undefined;
    const made = known ?? kernels.map((kernel) => this.withMix(kernel, among));
    if (among === this.all) this.mixed.set(kernels, made);
    return made;
  }

  /** A kernel whose mix is estimated when it is first read, for its launch that is known best. */
  private withMix(kernel: Kernel, among: JoinedFiles): Kernel {
    const mix = (): InstructionMix | null => this.mixOf(kernel.id, bestLaunch(among.launchesOf(kernel.id)));
    return Object.defineProperty({ ...kernel }, 'mix', { get: mix, enumerable: true });
  }
}
