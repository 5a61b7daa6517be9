import { rewriteComparison } from './comparisons';
import { tokenize } from './lexer';
import { rewriteParenthesis, rewriteWord, type Rewrite } from './rewrites';
import { TokenKind, type Tokens } from './tokens';

/** One replacement in a text: the characters from `start` to `end` become `text` padded to length. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Attributes that the grammar takes nowhere, or not in the places where CUDA code has them. */
const ATTRIBUTES = new Set([
  '__align__',
  '__attribute__',
  '__block_size__',
  '__builtin_align__',
  '__cluster_dims__',
  '__declspec',
  '__launch_bounds__',
  '__maxnreg__',
  '__nv_pure__',
  '__pragma',
  '_Pragma',
  'alignas',
]);

/** Specifier words that the grammar does not know; they change nothing for the reader of a body. */
const WORDS = new Set(['__extension__', '__forceinline', '__inline', '__inline__']);

/** Words after which a call-like identifier is an expression, not a macro that stands alone. */
const EXPRESSION_WORDS = new Set([
  'return',
  'throw',
  'new',
  'delete',
  'case',
  'else',
  'do',
  'goto',
  'sizeof',
  'co_return',
]);

/** Words that only a declaration has after its first one. */
const HEAD_WORDS = new Set(['__device__', '__host__', '__global__', 'static', 'inline', 'extern']);

const EXECUTION_SPACES = new Set(['__device__', '__host__', '__global__']);

function isMacroName(name: string): boolean {
  return name.length > 1 && /^[A-Z_][A-Z0-9_]*$/.test(name);
}

/** Tests whether a line break lies between two tokens. */
function breaksLine(tokens: Tokens, before: number, after: number): boolean {
  const from = tokens.end(before);
  const at = tokens.text.indexOf('\n', from);
  return at >= 0 && at < tokens.start(after);
}

/**
 * Tokens of one statement, and `<` open in it, above which it is not given to the grammar: on long
 * ambiguous runs its parser needs memory and stack beyond all bounds. Only tables and generated
 * code are that long.
 */
const MAX_STATEMENT = 3000;
const MAX_ANGLES = 200;

/** Collects same-length replacements over one token stream. */
class Blanker {
  readonly edits: Edit[] = [];
  /** Statements that are left out whole. */
  readonly skipped: Edit[] = [];

  constructor(private readonly tokens: Tokens) {}

  run(): this {
    const { tokens } = this;
    let start = 0;
    while (start < tokens.count) {
      const end = this.endOfStatement(start);
      if (end.tangled) this.skip(start, end.index);
      else for (let index = start; index < end.index; index++) this.visit(index);
      start = Math.max(end.index, start + 1);
    }
    return this;
  }

  /** The statement that starts at `start` runs up to and including the next `;` `{` or `}`. */
  private endOfStatement(start: number): { index: number; tangled: boolean } {
    const { tokens } = this;
    let angles = 0;
    let deepest = 0;
    let index = start;
    for (; index < tokens.count; index++) {
      if (tokens.end(index) - tokens.start(index) !== 1) continue;
      const char = tokens.text[tokens.start(index)]!;
      if (char === '<') deepest = Math.max(deepest, ++angles);
      else if (char === '>') angles--;
      else if (char === ';' || char === '{' || char === '}') break;
    }
    return { index: index + 1, tangled: index - start > MAX_STATEMENT || deepest > MAX_ANGLES };
  }

  private skip(from: number, to: number): void {
    const last = Math.min(to - 1, this.tokens.count);
    const edit = { start: this.tokens.start(from), end: this.tokens.end(last - 1), text: '' };
    this.edits.push(edit);
    this.skipped.push(edit);
  }

  private visit(index: number): void {
    const { tokens } = this;
    const kind = tokens.kind(index);
    if (kind === TokenKind.directive) this.blank(index, index);
    else if (kind === TokenKind.identifier) this.word(index);
    else if (kind === TokenKind.punctuator && tokens.is(index, ']')) this.lambdaSpaces(index);
    else if (kind === TokenKind.punctuator && tokens.is(index, '('))
      rewriteParenthesis(tokens, index, this.rewrite);
    else if (kind === TokenKind.punctuator && tokens.is(index, '<'))
      rewriteComparison(tokens, index, this.rewrite);
  }

  private blank(from: number, to: number): void {
    this.edits.push({ start: this.tokens.start(from), end: this.tokens.end(to), text: '' });
  }

  private word(index: number): void {
    const name = this.tokens.at(index);
    if (WORDS.has(name)) this.blank(index, index);
    else if (rewriteWord(this.tokens, index, this.rewrite)) return;
    else if (ATTRIBUTES.has(name)) this.attribute(index);
    else if (isMacroName(name)) this.macro(index, name);
  }

  private attribute(index: number): void {
    const close = this.tokens.is(index + 1, '(') ? this.tokens.partner(index + 1) : -1;
    this.blank(index, close < 0 ? index : close);
  }

  /** `[=] __device__ (int i)`: the grammar knows no execution space in a lambda. */
  private lambdaSpaces(bracket: number): void {
    let last = bracket;
    while (EXECUTION_SPACES.has(this.tokens.at(last + 1))) last++;
    if (last > bracket) this.blank(bracket + 1, last);
  }

  private macro(index: number, name: string): void {
    const { tokens } = this;
    const close = tokens.is(index + 1, '(') ? tokens.partner(index + 1) : -1;
    const next = close < 0 ? index + 1 : close + 1;
    if (this.isHeadAttribute(index, next)) this.blank(index, next - 1);
    else if (close > 0 && this.startsStatement(index)) this.statementMacro(index, close, name);
    else if (close < 0 && this.startsStatement(index) && this.standsAlone(index)) this.blank(index, index);
  }

  /** A name on its own at the end of a line, without `;`. */
  private standsAlone(index: number): boolean {
    const { tokens } = this;
    const after = index + 1;
    return breaksLine(tokens, index, after) && (tokens.is(after, '}') || tokens.isIdentifier(after));
  }

  /**
   * An unknown qualifier macro: a capitalised name, with or without arguments, between an
   * execution space or `void` and what follows it in a head, before `__global__` or `static`, or
   * between the type and the name of a function: `int CALL f(`.
   */
  private isHeadAttribute(index: number, next: number): boolean {
    const { tokens } = this;
    if (next >= tokens.count || !tokens.isIdentifier(next)) return false;
    if (HEAD_WORDS.has(tokens.at(next))) return true;
    if (!tokens.isIdentifier(index - 1)) return false;
    const before = tokens.at(index - 1);
    if (before === 'void') return true;
    // `__device__ V3 sum(`, `__device__ V3 operator+(`: what stands in front of the name is the type.
    if (EXECUTION_SPACES.has(before)) return tokens.at(next) !== 'operator' && !tokens.is(next + 1, '(');
    if (HEAD_WORDS.has(before) && tokens.isIdentifier(next + 1)) return true;
    return tokens.is(next + 1, '(') && !EXPRESSION_WORDS.has(before);
  }

  private startsStatement(index: number): boolean {
    const { tokens } = this;
    const before = tokens.at(index - 1);
    if (tokens.isIdentifier(index - 1)) return before === 'else' || before === 'do';
    return before === '' || before === ';' || before === '{' || before === '}' || before === ')';
  }

  /**
   * A macro call that stands for a statement or a loop head. `NAME(…) {` reads as a loop with an
   * unknown condition; `NAME(…)` at a line's end without `;` gets one in place of its parenthesis.
   */
  private statementMacro(index: number, close: number, name: string): void {
    const { tokens } = this;
    const after = close + 1;
    if (tokens.is(after, '{')) {
      const keyword = name.length >= 5 ? 'while' : 'if';
      this.replace(index, index, keyword);
    } else if (this.needsSemicolon(close, after)) {
      this.blank(index, index + 1);
      this.replace(close, close, ';');
    }
  }

  private needsSemicolon(close: number, after: number): boolean {
    const { tokens } = this;
    if (after >= tokens.count || !breaksLine(tokens, close, after)) return false;
    if (tokens.is(after, '}')) return true;
    return tokens.isIdentifier(after) && !EXPRESSION_WORDS.has(tokens.at(close - 1));
  }

  private replace(from: number, to: number, text: string): void {
    this.edits.push({ start: this.tokens.start(from), end: this.tokens.end(to), text });
  }

  private readonly rewrite: Rewrite = (from, to, text = '') => this.replace(from, to, text);
}

/** Spaces in place of everything but line ends, so that offsets and lines stay. */
export function spaces(text: string): string {
  return text.replace(/[^\n\r]/g, ' ');
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < done) continue;
    parts.push(
      text.slice(done, edit.start),
      edit.text,
      spaces(text.slice(edit.start + edit.text.length, edit.end)),
    );
    done = edit.end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

/** A text made fit for the grammar. */
export interface Blanked {
  /** Of the same length and with the same line ends as the original. */
  readonly text: string;
  /** Statements that were left out because they are too long or too ambiguous, as offsets. */
  readonly skipped: readonly { readonly start: number; readonly end: number }[];
}

/**
 * The text with everything that the grammar cannot take replaced by spaces (or by as many
 * characters that it can take): attributes, unknown qualifier and statement macros, execution
 * spaces of lambdas, preprocessor lines, NUL bytes, endless statements.
 */
export function blankUnsupported(text: string): Blanked {
  const plain = text.includes('\0') ? text.replaceAll('\0', ' ') : text;
  const { edits, skipped } = new Blanker(tokenize(plain)).run();
  return { text: applyEdits(plain, edits), skipped: skipped.map(({ start, end }) => ({ start, end })) };
}
