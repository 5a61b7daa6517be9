import { TokenKind, type Tokens } from '../syntax/tokens';
import { parseDefine, type Macro } from './macros';

/** One preprocessor line. */
export interface Directive {
  readonly kind:
    | 'define'
    | 'undef'
    | 'include'
    | 'if'
    | 'ifdef'
    | 'ifndef'
    | 'elif'
    | 'elifdef'
    | 'elifndef'
    | 'else'
    | 'endif';
  /** Offsets of the whole line in its file. */
  readonly start: number;
  readonly end: number;
  /** Text after the keyword: a name, a condition, an include target with its delimiters. */
  readonly text: string;
  readonly macro: Macro | null;
}

const KINDS = new Set([
  'define',
  'undef',
  'include',
  'if',
  'ifdef',
  'ifndef',
  'elif',
  'elifdef',
  'elifndef',
  'else',
  'endif',
]);

function isKind(word: string): word is Directive['kind'] {
  return KINDS.has(word);
}

/** The text after the keyword without splices and comments. */
function operand(text: string): string {
  return text
    .replace(/\\\r?\n/g, ' ')
    .replace(/\/\*[^]*?(?:\*\/|$)|\/\/[^]*/g, ' ')
    .trim();
}

/** Reads a directive line; null for `#pragma`, `#error` and the like, and for malformed ones. */
function parseDirective(text: string, path: string, offset: number): Directive | null {
  const head = /^#\s*([A-Za-z_]+)/.exec(text);
  const kind = head?.[1] === 'include_next' ? 'include' : (head?.[1] ?? '');
  if (head === null || !isKind(kind)) return null;
  const macro = kind === 'define' ? parseDefine(text, path, offset) : null;
  if (kind === 'define' && macro === null) return null;
  const rest = kind === 'define' ? '' : operand(text.slice(head[0].length));
  return { kind, start: offset, end: offset + text.length, text: rest, macro };
}

/** The directives of a token stream, by token index. */
export function readDirectives(tokens: Tokens, path: string): Map<number, Directive> {
  const found = new Map<number, Directive>();
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kind(index) !== TokenKind.directive) continue;
    const directive = parseDirective(tokens.at(index), path, tokens.start(index));
    if (directive !== null) found.set(index, directive);
  }
  return found;
}
