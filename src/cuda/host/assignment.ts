import type { Tokens } from '../syntax/tokens';

/** End of the expression at `from`: the first semicolon, comma or bracket that closes around it. */
export function expressionEnd(tokens: Tokens, from: number): number {
  for (let at = from; at < tokens.count; at++) {
    if (tokens.is(at, ';') || tokens.is(at, ',') || tokens.is(at, ')')) return at;
    const close = /^[([{]$/.test(tokens.at(at)) ? tokens.partner(at) : -1;
    if (close > at) at = close;
  }
  return tokens.count;
}

/** Where the expression begins whose last name is that of the call at `index`: at `a` of `a.b->call(…)`, `a::call(…)`. */
export function calledFrom(tokens: Tokens, index: number): number {
  let start = index;
  while (/^(?:\.|->|::)$/.test(tokens.at(start - 1))) {
    const last = tokens.is(start - 2, ']') ? tokens.partner(start - 2) - 1 : start - 2;
    if (last < 0 || !tokens.isIdentifier(last)) return start;
    start = last;
  }
  return start;
}
