import { tokenize } from '../../../cuda/syntax/lexer';
import { closeAngle } from '../../../cuda/syntax/angles';
import { TokenKind, type Tokens } from '../../../cuda/syntax/tokens';
import { LineIndex } from '../../../cuda/preprocessor/sourceMap';
import type { SourceRange } from '../../../kernel/source';

/** A definition as it is written, in pieces; offsets are those of the file's text. */
export interface Definition {
  readonly start: number;
  /** Behind the closing brace. */
  readonly end: number;
  /** `template <…>` prefixes; empty without. */
  readonly template: string;
  /** What stands before the name, template left out: `static __global__ void __launch_bounds__(256)`. */
  readonly head: string;
  readonly parameters: string;
  /** With its braces. */
  readonly body: string;
}

/** Offsets of a range of a text. */
export function offsetsOf(
  text: string,
  range: SourceRange,
): { readonly start: number; readonly end: number } {
  const lines = new LineIndex(text);
  return {
    start: lines.offset(range.startLine, range.startColumn),
    end: lines.offset(range.endLine, range.endColumn),
  };
}

/** Cuts a definition up; null where its head is not a plain one: directives in it, or words behind its parameters. */
export function definitionAt(text: string, range: SourceRange, name: string): Definition | null {
  const { start, end } = offsetsOf(text, range);
  const tokens = tokenize(text.slice(start, end));
  let templateEnd = 0;
  while (tokens.is(templateEnd, 'template') && tokens.is(templateEnd + 1, '<'))
    templateEnd = closeAngle(tokens, templateEnd + 1, true) + 1;
  let at = templateEnd;
  while (at < tokens.count && !(tokens.is(at, name) && tokens.is(at + 1, '('))) at++;
  const close = tokens.partner(at + 1);
  if (at >= tokens.count || close < 0 || !tokens.is(close + 1, '{')) return null;
  for (let index = 0; index < close; index++) if (tokens.kind(index) === TokenKind.directive) return null;
  const from = (index: number): number => tokens.start(index);
  const source = tokens.text;
  return {
    start,
    end,
    template: source.slice(0, from(templateEnd)),
    head: withoutComments(tokens, templateEnd, at),
    parameters: closedLine(source.slice(tokens.end(at + 1), from(close)).trim()),
    body: source.slice(from(close + 1)),
  };
}

/** Tokens as written, without comments between them. */
function withoutComments(tokens: Tokens, from: number, to: number): string {
  const written = tokens.text.slice(tokens.start(from), tokens.start(to)).trim();
  if (!/\/[/*]/.test(written)) return written;
  return Array.from({ length: to - from }, (_, index) => tokens.at(from + index)).join(' ');
}

/** A text behind which more may stand: a comment at its end has the line for itself. */
const closedLine = (text: string): string =>
  text.slice(text.lastIndexOf('\n') + 1).includes('//') ? `${text}\n` : text;

/** Names of macros that stand for one of some names, directly or by way of others. */
export function macrosFor(texts: Iterable<string>, names: readonly string[]): ReadonlySet<string> {
  const bodies = new Map<string, string>();
  for (const text of texts)
    for (const [, name = '', body = ''] of text.matchAll(
      /^[ \t]*#[ \t]*define[ \t]+(\w+)\b((?:.*\\\r?\n)*.*)$/gm,
    ))
      bodies.set(name, `${bodies.get(name) ?? ''} ${body}`);
  const found = new Set<string>();
  const wanted = [...names];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop())
    for (const [macro, body] of bodies)
      if (!found.has(macro) && new RegExp(`\\b${name}\\b`).test(body)) {
        found.add(macro);
        wanted.push(macro);
      }
  return found;
}

/** Whether a token is a name, not that of a member. */
export function isName(tokens: Tokens, index: number): boolean {
  return tokens.isIdentifier(index) && !/^(\.|->)$/.test(tokens.at(index - 1));
}

/** Words in front of `::` that are no name space. */
const NO_SPACE = /^(?:return|else|do|case|throw)$/;

/** The first token of a name with the name spaces that are written before it. */
function qualifiedStart(tokens: Tokens, index: number): number {
  let first = index;
  while (tokens.is(first - 1, '::')) {
    first--;
    if (tokens.isIdentifier(first - 1) && !NO_SPACE.test(tokens.at(first - 1))) first--;
  }
  return first;
}

/** A text with other words in place of some of its tokens, and of the name spaces before them. */
export function replaceTokens(
  text: string,
  wordFor: (tokens: Tokens, index: number) => string | null,
): string {
  const tokens = tokenize(text);
  let [result, done] = ['', 0];
  for (let index = 0; index < tokens.count; index++) {
    const word = wordFor(tokens, index);
    if (word === null) continue;
    result += text.slice(done, tokens.start(qualifiedStart(tokens, index))) + word;
    done = tokens.end(index);
  }
  return result + text.slice(done);
}

/** Offset in front of the outermost braces around a function, where text at file scope can stand. */
export function fileScopeBefore(text: string, start: number): number {
  const tokens = tokenize(text);
  const at = tokens.indexAt(start);
  for (let index = 0; index < at; index++) {
    if (!tokens.is(index, '{')) continue;
    const close = tokens.partner(index);
    if (close > at) return headStart(tokens, index);
    if (close > index) index = close;
  }
  return start;
}

/** Start of `namespace x` or `extern "C"` in front of a brace. */
function headStart(tokens: Tokens, brace: number): number {
  let first = brace;
  while (first > 0 && !/^[;}]$/.test(tokens.at(first - 1)) && tokens.kind(first - 1) !== TokenKind.directive)
    first--;
  return tokens.start(first);
}
