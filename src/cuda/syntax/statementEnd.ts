import type { Tokens } from './tokens';

/** Statements within statements, over all functions on the way. */
export const MAX_NESTING = 300;

/** End of the statement at `index`: past its brace or semicolon. */
export function statementEnd(tokens: Tokens, index: number, depth = 0): number {
  const word = tokens.at(index);
  if (word === '{') return Math.max(index, tokens.partner(index)) + 1;
  if (word === 'for' || word === 'while' || word === 'if' || word === 'switch') {
    const open = tokens.is(index + 1, 'constexpr') ? index + 2 : index + 1;
    const body = tokens.partner(open) + 1;
    if (body <= index || depth > MAX_NESTING) return index + 1;
    const end = statementEnd(tokens, body, depth + 1);
    return word === 'if' && tokens.is(end, 'else') ? statementEnd(tokens, end + 1, depth + 1) : end;
  }
  for (let at = index; at < tokens.count; at++) {
    if (tokens.is(at, ';')) return at + 1;
    const close = /^[([{]$/.test(tokens.at(at)) ? tokens.partner(at) : -1;
    if (close > at) at = close;
  }
  return tokens.count;
}
