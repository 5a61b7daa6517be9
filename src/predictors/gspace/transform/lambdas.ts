import { tokenize } from '../../../cuda/syntax/lexer';
import type { Tokens } from '../../../cuda/syntax/tokens';

/** A lambda in a text; places are offsets in it. */
export interface Lambda {
  /** What it captures, between its brackets. */
  readonly captures: { readonly start: number; readonly end: number };
  /** With its braces. */
  readonly body: { readonly start: number; readonly end: number };
}

/** The lambdas of a text, outer ones first. */
export function lambdasIn(text: string): readonly Lambda[] {
  const tokens = tokenize(text, false);
  const found: Lambda[] = [];
  for (let open = 0; open < tokens.count; open++) {
    if (!tokens.is(open, '[') || !beginsLambda(tokens, open)) continue;
    const close = tokens.partner(open);
    const brace = bodyAt(tokens, close);
    if (brace < 0 || tokens.partner(brace) < 0) continue;
    found.push({
      captures: { start: tokens.end(open), end: tokens.start(close) },
      body: { start: tokens.start(brace), end: tokens.end(tokens.partner(brace)) },
    });
  }
  return found;
}

/** Whether a bracket begins neither a subscript nor an attribute. */
function beginsLambda(tokens: Tokens, open: number): boolean {
  const before = tokens.at(open - 1);
  const isSubscript = (/^[\w$]/.test(before) && before !== 'return') || /^[)\]>"]/.test(before);
  return !isSubscript && before !== '[' && !tokens.is(open + 1, '[') && tokens.partner(open) > open;
}

/** The brace of the body behind captures, over parameters and what may stand behind them; -1 where there is none. */
function bodyAt(tokens: Tokens, close: number): number {
  let at = close + 1;
  while (/^__\w+__$/.test(tokens.at(at))) at++;
  if (tokens.is(at, '(')) at = tokens.partner(at) + 1;
  if (at === 0) return -1;
  while (/^(?:[\w:*&<>,]+|->)$/.test(tokens.at(at))) at++;
  return tokens.is(at, '{') ? at : -1;
}

/** A text whose lambdas capture those of some names that they use, where they name what they capture. */
export function withCaptures(text: string, names: readonly string[]): string {
  let result = text;
  for (const { captures, body } of lambdasIn(text).toReversed()) {
    const written = text.slice(captures.start, captures.end).trim();
    if (/^(?:=|&\s*(?:,|$))/.test(written)) continue;
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text.slice(body.start, body.end)));
    if (used.length === 0) continue;
    const all = [...(written === '' ? [] : [written]), ...used].join(', ');
    result = result.slice(0, captures.start) + all + result.slice(captures.end);
  }
  return result;
}
