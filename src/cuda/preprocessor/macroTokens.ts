import { TokenKind, type Tokens } from '../syntax/tokens';

/** Names that must not be expanded any more in a token: a list that grows at its head. */
export interface HiddenNames {
  readonly name: string;
  readonly rest: HiddenNames | null;
}

/** Tests whether a name must not be expanded again (C 6.10.3.4). */
export function hides(hidden: HiddenNames | null, name: string): boolean {
  for (let node = hidden; node !== null; node = node.rest) if (node.name === name) return true;
  return false;
}

/** A token on its way through macro expansion. */
export class MacroToken {
  constructor(
    readonly kind: number,
    readonly text: string,
    /** White space stands before it. */
    readonly spaced: boolean,
    /** Offsets in the source that it came from; those of the invocation for a macro's own tokens. */
    readonly start: number,
    readonly end: number,
    /** Written in the source at `start`, not produced by a macro. */
    readonly written: boolean,
    readonly hidden: HiddenNames | null,
  ) {}

  withSpace(spaced: boolean): MacroToken {
    if (spaced === this.spaced) return this;
    return new MacroToken(this.kind, this.text, spaced, this.start, this.end, this.written, this.hidden);
  }

  withHidden(hidden: HiddenNames | null): MacroToken {
    return new MacroToken(this.kind, this.text, this.spaced, this.start, this.end, this.written, hidden);
  }
}

/** Tokens of source text as written; directives among them are left out. */
export function writtenTokens(tokens: Tokens, from: number, to: number): MacroToken[] {
  const list: MacroToken[] = [];
  for (let index = from; index < to; index++) {
    const kind = tokens.kind(index);
    if (kind === TokenKind.directive) continue;
    const start = tokens.start(index);
    const spaced = index > 0 && tokens.end(index - 1) < start;
    list.push(new MacroToken(kind, tokens.at(index), spaced, start, tokens.end(index), true, null));
  }
  return list;
}

/** The tokens as text; a space where the source had one or where two tokens would run together. */
export function joinTokens(tokens: readonly MacroToken[]): string {
  const parts: string[] = [];
  let before = '';
  for (const token of tokens) {
    if (before !== '' && (token.spaced || needsSpace(before, token.text))) parts.push(' ');
    parts.push(token.text);
    before = token.text;
  }
  return parts.join('');
}

const WORD = /[\w$]/;

/** Tests whether a token ending in `before` and one beginning with `after` would lex differently when put together. */
export function needsSpace(before: string, after: string): boolean {
  if (before === '' || after === '') return false;
  const last = before[before.length - 1]!;
  const first = after[0]!;
  if (WORD.test(last)) {
    if (WORD.test(first) || first === '"' || first === "'") return true;
    return first === '.' && /^\d/.test(before);
  }
  // `>` is never glued to another `>`, and must not be torn from it: `>>>` ends a configuration.
  if (last === '>') return first === '=';
  if (last === '.') return first === '.' || /\d/.test(first);
  return /[-+&|<=:*/!%^#]/.test(last) && /[-+&|<>=:*/#.]/.test(first);
}
