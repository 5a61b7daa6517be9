import { message, type Words } from '../../kernel/message';
import { TokenKind, type Tokens } from '../syntax/tokens';
import { spaces } from '../syntax/blanking';
import { Conditionals } from './conditionals';
import type { Directive } from './directives';
import type { MacroEnvironment, MacrosInForce } from './environment';
import { MacroExpander } from './expand';
import { needsSpace, writtenTokens, type MacroToken } from './macroTokens';
import { isConstantMacro, type Macro, type OtherDefinitions } from './macros';
import { OutputBuilder, type SourceMap } from './sourceMap';

/** A stretch of a file that is not compiled, as offsets. */
export interface InactiveRegion {
  readonly start: number;
  readonly end: number;
  readonly reason: Words;
}

/** A fault in the preprocessor lines, as offsets. */
export interface PreprocessorFault {
  readonly code: 'unbalanced-conditional' | 'macro-budget';
  readonly start: number;
  readonly end: number;
  readonly message: Words;
}

/** A file after preprocessing. */
export interface Preprocessed {
  /** Active text, macros expanded except plain constants; directives and inactive text are spaces. */
  readonly text: string;
  readonly map: SourceMap;
  readonly inactive: readonly InactiveRegion[];
  readonly faults: readonly PreprocessorFault[];
  /** The macros that the file names, with all that their bodies name, at an offset of the source. */
  readonly macroAt: MacrosInForce;
  /** Definitions in code that is not compiled, of this file and those that it includes; null for none. */
  readonly others: OtherDefinitions | null;
}

/** Tokens that macros may add to one file. */
const MAX_EXPANSION = 400_000;

/** Names that stand for themselves although headers define them as macros. */
const KEPT = new Set([
  'assert',
  '__global__',
  '__device__',
  '__host__',
  '__shared__',
  '__constant__',
  '__launch_bounds__',
]);

class Preprocessor {
  private readonly output: OutputBuilder;
  private readonly conditionals: Conditionals;
  private readonly expander: MacroExpander;
  private readonly inactive: InactiveRegion[] = [];
  private readonly faults: PreprocessorFault[] = [];
  /** Everything before this offset is in the output. */
  private copied = 0;
  private inactiveFrom = -1;
  private inactiveReason: Words = '';
  /** Names of macros that the active text has. */
  private readonly named = new Set<string>();

  constructor(
    private readonly path: string,
    private readonly tokens: Tokens,
    private readonly directives: ReadonlyMap<number, Directive>,
    private readonly environment: MacroEnvironment,
  ) {
    this.output = new OutputBuilder(tokens.text);
    this.conditionals = new Conditionals(environment.conditionLookup);
    this.expander = new MacroExpander(this.expandable, MAX_EXPANSION);
  }

  /** Macros that are to be expanded in the text; plain constants keep their names. */
  private readonly expandable = (name: string): Macro | undefined => {
    const macro = this.environment.lookup(name);
    if (macro === undefined) return undefined;
    this.named.add(name);
    if (KEPT.has(name)) return undefined;
    return isConstantMacro(macro, this.environment.lookup) ? undefined : macro;
  };

  run(): Preprocessed {
    const { tokens } = this;
    for (let index = 0; index < tokens.count;) {
      if (tokens.kinds[index] === TokenKind.directive) this.directive(index++);
      else if (tokens.kinds[index] === TokenKind.identifier && this.conditionals.active)
        index = this.word(index);
      else index++;
    }
    this.finish();
    const macroAt = this.environment.snapshot(this.named);
    const { inactive, faults, environment } = this;
    return { ...this.output.build(), inactive, faults, macroAt, others: environment.passedOver };
  }

  private finish(): void {
    const { length } = this.tokens.text;
    const open = this.conditionals.open;
    if (open !== null) this.fault('unbalanced-conditional', open, open + 1, message('cuda.missingEndif'));
    if (this.inactiveFrom >= 0) this.closeInactive(length);
    this.output.copy(this.copied, length);
    if (this.expander.exhausted) {
      this.fault('macro-budget', 0, Math.min(1, length), message('cuda.macroBudget'));
    }
  }

  private fault(code: PreprocessorFault['code'], start: number, end: number, what: Words): void {
    this.faults.push({ code, start, end, message: what });
  }

  private blank(from: number, to: number): void {
    this.output.copy(this.copied, from);
    this.output.copy(from, to, spaces(this.tokens.text.slice(from, to)));
    this.copied = to;
  }

  private directive(index: number): void {
    const start = this.tokens.start(index);
    const end = this.tokens.end(index);
    const directive = this.directives.get(index);
    if (directive === undefined) {
      if (this.inactiveFrom < 0) this.blank(start, end);
      return;
    }
    const wasActive = this.conditionals.active;
    const conditional =
      directive.kind !== 'define' && directive.kind !== 'undef' && directive.kind !== 'include';
    const branch = this.conditionals.branchCount;
    if (!conditional) {
      if (wasActive) this.environment.apply(directive, this.path);
      else this.environment.passOver(directive, this.conditionals.reason);
    } else if (!this.conditionals.take(directive)) {
      this.fault(
        'unbalanced-conditional',
        start,
        end,
        message('cuda.missingIf', { directive: `#${directive.kind}` }),
      );
    }
    const changed = branch !== this.conditionals.branchCount;
    if (this.inactiveFrom >= 0 && changed) this.closeInactive(start);
    if (wasActive || changed) this.blank(start, end);
    if (!this.conditionals.active && changed) {
      this.inactiveFrom = end;
      this.inactiveReason = this.conditionals.reason;
    }
  }

  private closeInactive(end: number): void {
    const start = this.inactiveFrom;
    this.inactiveFrom = -1;
    if (this.tokens.text.slice(start, end).trim() !== '')
      this.inactive.push({ start, end, reason: this.inactiveReason });
    this.blank(start, end);
  }

  /** Copies or expands the identifier at `index`; the index after it or after its invocation. */
  private word(index: number): number {
    const { tokens } = this;
    const macro = this.expandable(tokens.at(index));
    if (macro === undefined) return index + 1;
    const close = tokens.is(index + 1, '(') ? tokens.partner(index + 1) : -1;
    if (macro.parameters !== null) {
      return close < 0 ? index + 1 : this.emit(index, close + 1, this.invocation(index, close));
    }
    const expanded = this.expander.expand(writtenTokens(tokens, index, index + 1));
    const callee = close < 0 ? undefined : expanded.at(-1);
    if (callee === undefined || (this.expandable(callee.text)?.parameters ?? null) === null) {
      return this.emitExpanded(index, index + 1, expanded);
    }
    // An alias of a function-like macro: the arguments that follow in the source are its own.
    return this.emit(index, close + 1, this.invocation(index, close));
  }

  /** The tokens of an invocation; conditionals among its arguments are obeyed. */
  private invocation(index: number, close: number): MacroToken[] {
    const { tokens } = this;
    const inner: number[] = [];
    for (let at = index; at <= close; at++) if (tokens.kinds[at] === TokenKind.directive) inner.push(at);
    if (inner.length === 0) return writtenTokens(tokens, index, close + 1);
    const list: MacroToken[] = [];
    const conditionals = new Conditionals(this.environment.conditionLookup);
    for (let at = index; at <= close; at++) {
      const directive = this.directives.get(at);
      if (directive !== undefined) conditionals.take(directive);
      else if (conditionals.active) list.push(...writtenTokens(tokens, at, at + 1));
    }
    return list;
  }

  private emit(from: number, to: number, list: readonly MacroToken[]): number {
    return this.emitExpanded(from, to, this.expander.expand(list));
  }

  private emitExpanded(from: number, to: number, expanded: readonly MacroToken[]): number {
    const { tokens, output } = this;
    const start = tokens.start(from);
    const end = tokens.end(to - 1);
    output.copy(this.copied, start);
    this.copied = end;
    let before = this.tokens.text.slice(Math.max(0, start - 1), start).trim();
    for (const token of expanded) {
      const space = (token.spaced && before !== '') || needsSpace(before, token.text) ? ' ' : '';
      output.generate(space, start, end);
      if (token.written) output.copy(token.start, token.end);
      else output.generate(token.text, start, end);
      before = token.text;
    }
    if (needsSpace(before, tokens.text[end] ?? '')) output.generate(' ', start, end);
    return to;
  }
}

/** Preprocesses one file in an environment that holds what is defined before its first line. */
export function preprocess(
  path: string,
  tokens: Tokens,
  directives: ReadonlyMap<number, Directive>,
  environment: MacroEnvironment,
): Preprocessed {
  return new Preprocessor(path, tokens, directives, environment).run();
}
