import type { Tokens } from './tokens';

/** Longest template argument list that is looked at, in tokens. */
const MAX_TOKENS = 4000;

/** Tokens that end a template argument list before its `>`. */
const STOPS = new Set([';', ')', ']', '}', '<<<']);

/**
 * Index of the `>` that closes the `<` at `open`, read as a template argument list; -1 when the
 * tokens cannot be one (a statement ends, or a logical operator comes first unless the list is
 * known to be one: `declared`).
 */
export function closeAngle(tokens: Tokens, open: number, declared = false): number {
  const angles = declared ? tokens.declaredAngles : tokens.angles;
  const known = angles.get(open);
  if (known !== undefined) return known;
  // All lists that begin within this one are settled in the same pass, so that hostile nesting
  // costs no more than its length.
  const stack: number[] = [];
  const limit = Math.min(tokens.count, open + MAX_TOKENS);
  let result = -1;
  for (let index = open; index < limit && result < 0; index++) {
    const text = tokens.at(index);
    if (text === '<') {
      stack.push(index);
    } else if (text === '>') {
      const opener = stack.pop()!;
      angles.set(opener, index);
      if (stack.length === 0) result = index;
    } else if (text === '(' || text === '[' || text === '{') {
      const close = tokens.partner(index);
      if (close < 0) break;
      index = close;
    } else if (STOPS.has(text) || (!declared && (text === '&&' || text === '||'))) {
      break;
    }
  }
  for (const opener of stack) angles.set(opener, -1);
  return result;
}

/** Index of the `<` that opens the list closed by the `>` at `close`; -1 when there is none. */
export function openAngle(tokens: Tokens, close: number): number {
  let depth = 0;
  const limit = Math.max(0, close - MAX_TOKENS);
  for (let index = close; index >= limit; index--) {
    switch (tokens.at(index)) {
      case '>':
        depth++;
        break;
      case '<':
        if (--depth === 0) return index;
        break;
      case ')':
      case ']':
      case '}': {
        const open = tokens.partner(index);
        if (open < 0) return -1;
        index = open;
        break;
      }
      case ';':
      case '(':
      case '[':
      case '{':
        return -1;
    }
  }
  return -1;
}

/** A run of tokens, `end` exclusive. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Splits the tokens between `from` and `to` at top-level commas. Brackets are skipped whole, and
 * so is `name<…>` where a `(`, `{`, `::`, comma or the end follows (in a list of `types`, always).
 * No part when there is no token.
 */
export function splitCommas(tokens: Tokens, from: number, to: number, types = false): TokenRange[] {
  const parts: TokenRange[] = [];
  let start = from;
  for (let index = from; index < to; index++) {
    const text = tokens.at(index);
    if (text === ',') {
      parts.push({ from: start, to: index });
      start = index + 1;
    } else if (text === '(' || text === '[' || text === '{') {
      const close = tokens.partner(index);
      if (close > index && close < to) index = close;
    } else if (text === '<' && tokens.isIdentifier(index - 1)) {
      const close = closeAngle(tokens, index);
      const ends = types || close + 1 === to || /^([({,>*&]|::)$/.test(tokens.at(close + 1));
      if (close > 0 && close < to && ends) index = close;
    }
  }
  if (start < to || parts.length > 0) parts.push({ from: start, to });
  return parts;
}

/** The expression as a reader sees it: white space and line splices folded, comments dropped. */
export function foldText(text: string): string {
  if (!/[\n\r\t\0\\\f\v]|\s\s|\/[/*]|^\s|\s$/.test(text)) return text;
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
    .replace(/(\\\r?\n|\s|\0)+/g, ' ')
    .trim();
}
