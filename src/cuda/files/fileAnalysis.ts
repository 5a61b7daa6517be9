import { message, type Words } from '../../kernel/message';
import type { Kernel, Launch } from '../../kernel/kernel';
import type { SourceDiagnostic, SourceRange } from '../../kernel/source';
import type { Circumstances } from '../constants/memo';
import { Scope, type ResolvedSymbol } from '../constants/scope';
import type { MacroLookup } from '../preprocessor/macros';
import type { InactiveRegion, Preprocessed } from '../preprocessor/preprocess';
import { LineIndex, SourceMap } from '../preprocessor/sourceMap';
import { spaces } from '../syntax/blanking';
import type { TokenRange } from '../syntax/angles';
import { tokenizeLaunches } from '../syntax/chevrons';
import { guessGlobals } from '../syntax/guessedGlobals';
import { tokenize } from '../syntax/lexer';
import { TokenKind } from '../syntax/tokens';
import type { CallSite } from '../structure/calls';
import type { Callers } from '../structure/functionScope';
import { FIRST_TIME } from '../structure/launches';
import { readOutline } from '../structure/outline';
import { UnitText } from '../structure/unitText';
import { CodeRegion, KernelIds } from './codeRegion';
import { DefiningFiles } from './definingFiles';
import type { FunctionUnit } from './functionUnit';
import { bareGlobals, preprocessedFile, type PreprocessingContext } from './preprocessedFile';
import type { SourceFile } from './sourceFile';
import { calledClass } from '../structure/calledClass';

/** A stretch of a file that was not analysed, and why. */
export interface SkippedRange {
  readonly range: SourceRange;
  readonly reason: Words;
}

/** Workspace lookups that the analysis of a file needs. */
export interface FileContext extends PreprocessingContext {
  /** Another file. */
  fileOf(path: string): FileAnalysis | null;
  /** While these are the same objects, a file defines the names that it defined before. */
  circumstances(): Circumstances;
  /** File-level symbols of the other files that belong together with one and mention a name. */
  symbolsNaming(name: string, path: string): readonly Scope[];
  /** The calls of the functions of a file. */
  callers(path: string): Callers;
}

/** Where calls stand that no function makes. */
const FILE_LEVEL = { qualifiedName: '' };

/**
 * The structure of one file: preprocessed text, functions, launches. It depends on the directives
 * of other files only; `kernels` and `launches` read the symbols of other files as well.
 */
export class FileAnalysis {
  /** Symbols at file level. */
  readonly scope: Scope;
  readonly skipped: readonly SkippedRange[];
  readonly diagnostics: readonly SourceDiagnostic[];
  /** Other files whose directives had a part in this analysis. */
  readonly dependencies: ReadonlySet<string>;
  /** The file itself, and those. */
  readonly sources: readonly string[];
  /** Compiled functions first, then those of inactive branches. */
  readonly functions: readonly FunctionUnit[];
  private readonly regions: readonly CodeRegion[];
  private readonly active: CodeRegion;

  constructor(
    readonly file: SourceFile,
    context: FileContext,
  ) {
    const { preprocessed, macros, paths, hasGuess } = preprocessedFile(file, context);
    this.dependencies = new Set([...paths, ...macros.includedPaths].filter((path) => path !== file.path));
    this.sources = [file.path, ...this.dependencies];
    const lines = new LineIndex(file.text);
    const { text, map, macroAt } = preprocessed;
    const { tokens: read, guessed } = guessGlobals(tokenizeLaunches(text));
    const unit = new UnitText(file.path, file.text, lines, read, map, macroAt);
    this.scope = this.fileScope(preprocessed, context);
    const ids = new KernelIds(file.path);
    const callers = context.callers(file.path);
    this.active = new CodeRegion(unit, readOutline(unit, this.scope), ids, callers, null);
    const inactive = preprocessed.inactive.map((region) => this.inactiveRegion(region, lines, ids, callers));
    this.regions = [this.active, ...inactive.filter((region) => region !== null)];
    this.functions = this.regions.flatMap((region) => region.functions);
    this.skipped = preprocessed.inactive.map(({ start, end, reason }) => ({
      range: lines.range(start, end),
      reason,
    }));
    this.diagnostics = [
      ...faultsOf(this.active, preprocessed),
      ...[...guessed, ...(hasGuess ? bareGlobals(unit) : [])].map(({ index, name }) =>
        guessedGlobal(unit, index, name),
      ),
    ];
  }

  /** The scope of the file: its macros at the end, and behind its symbols those of its includes. */
  private fileScope(preprocessed: Preprocessed, context: FileContext): Scope {
    const end = this.file.text.length;
    const macros: MacroLookup = (name) => preprocessed.macroAt(name, end);
    const defining = new DefiningFiles();
    const has = (path: string, name: string): boolean => context.fileOf(path)?.scope.own(name) !== undefined;
    const symbol = (name: string): ResolvedSymbol | null => {
      const path = defining.of(name, context.circumstances(), this.dependencies, has);
      return path === null ? null : context.fileOf(path)!.symbol(name);
    };
    const linked = (name: string): ResolvedSymbol | null =>
      onlyFunction(name, context.symbolsNaming(name, this.file.path));
    const imports = { symbol, linked };
    return new Scope(null, macros, imports, undefined, preprocessed.others);
  }

  /** Kernels and launches of a branch that is not compiled; null when it cannot hold any. */
  private inactiveRegion(
    region: InactiveRegion,
    lines: LineIndex,
    ids: KernelIds,
    callers: Callers,
  ): CodeRegion | null {
    const source = this.file.text.slice(region.start, region.end);
    if (!/__global__|<<\s*<|cudaLaunch/.test(source)) return null;
    const map = new SourceMap([{ output: 0, source: region.start, sourceEnd: -1 }], source.length);
    const tokens = tokenizeLaunches(withoutDirectives(source));
    const unit = new UnitText(this.file.path, this.file.text, lines, tokens, map);
    return new CodeRegion(unit, readOutline(unit, new Scope(this.scope)), ids, callers, region.reason);
  }

  /** A symbol at file level, for the files that include this one: a variable with what its functions give to it. */
  symbol(name: string): ResolvedSymbol | null {
    const symbol = this.scope.own(name);
    if (symbol === undefined) return null;
    if (symbol.kind === 'variable') this.active.readHostFunctions();
    return { symbol: this.scope.held(name)!, scope: this.scope };
  }

  /** Calls in compiled code by the callee's name. */
  callsOf(name: string): readonly CallSite[] {
    return this.active.callsOf(name);
  }

  /** The class whose function a call in compiled code is of, as `calledClass` tells it. */
  calledClass(index: number): string | null | undefined {
    const { outline } = this.functionAt(index) ?? { outline: FILE_LEVEL };
    return calledClass(this.active.unit.tokens, index, outline);
  }

  /** The symbols at a token of the compiled code. */
  scopeAt(index: number): Scope {
    return this.active.scopeAt(index);
  }

  /** The function of the compiled code whose body holds a token. */
  functionAt(index: number): FunctionUnit | null {
    return this.active.functionAt(index);
  }

  /** Compiled code between two tokens, after preprocessing. */
  text(range: TokenRange): string {
    return this.active.unit.tokens.slice(range.from, range.to);
  }

  /** Kernels and launches that `kernels` and `launches` could not read, by a fault of ours. */
  failures(): SourceDiagnostic[] {
    return this.regions.flatMap(({ unit, failures }) =>
      failures.map(({ range, what }) => ({
        code: 'failed-reading',
        severity: 'warning',
        message: message('cuda.readingFailed', { what }),
        range: unit.range(range),
      })),
    );
  }

  kernels(): Kernel[] {
    return this.regions.flatMap((region) => region.kernels()).sort((a, b) => a.line - b.line);
  }

  /**
   * The launches, not yet joined to kernels.
   *
   * @param given numbers for names that the code leaves open
   */
  launches(given: ReadonlyMap<string, number> = new Map()): Launch[] {
    const mode = { ...FIRST_TIME, given };
    return this.regions.flatMap((region) => region.launches(mode)).sort((a, b) => a.line - b.line);
  }
}

/** The function of that name which one of the files defines; null where several do. */
function onlyFunction(name: string, files: readonly Scope[]): ResolvedSymbol | null {
  const found = files.flatMap((scope) => {
    const symbol = scope.own(name);
    return symbol?.kind === 'function' ? [{ symbol, scope }] : [];
  });
  return found.length === 1 ? found[0]! : null;
}

function withoutDirectives(text: string): string {
  const tokens = tokenize(text);
  const parts: string[] = [];
  let done = 0;
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kind(index) !== TokenKind.directive) continue;
    parts.push(text.slice(done, tokens.start(index)), spaces(tokens.at(index)));
    done = tokens.end(index);
  }
  return parts.join('') + text.slice(done);
}

function faultsOf(region: CodeRegion, preprocessed: Preprocessed): SourceDiagnostic[] {
  const { unit, outline } = region;
  const severity = 'warning' as const;
  return [
    ...preprocessed.faults.map(({ start, end, ...fault }) => ({
      ...fault,
      severity,
      range: unit.lines.range(start, end),
    })),
    ...outline.faults.map((fault) => ({ ...fault, severity, range: unit.range(fault.range) })),
    ...region.unread.map((range) => ({
      code: 'unread-launch',
      severity,
      message: message('cuda.unreadLaunch'),
      range: unit.range(range),
    })),
  ];
}

function guessedGlobal(unit: UnitText, index: number, name: string): SourceDiagnostic {
  const range = { from: index, to: index + 1 };
  return {
    code: 'guessed-global',
    severity: 'information',
    message: message('cuda.guessedGlobal', { name }),
    range: unit.range(range),
  };
}
