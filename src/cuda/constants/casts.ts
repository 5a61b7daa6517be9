import { TokenKind, type Tokens } from '../syntax/tokens';
import { scalarOf } from './resolve';
import type { Scope } from './scope';
import { isTypeWord } from './types';

/** Tests for `(type) operand` between two brackets: only type words, or an alias, or a name that a pointer mark follows. */
export function isCast(tokens: Tokens, open: number, close: number, scope: Scope): boolean {
  const next = tokens.kind(close + 1);
  const operand =
    next === TokenKind.identifier || next === TokenKind.number || /^[(!~{"']$/.test(tokens.at(close + 1));
  const signed = /^[-+*&]$/.test(tokens.at(close + 1));
  if (!operand && !signed) return false;
  let words = 0;
  for (let index = open + 1; index < close; index++) {
    if (tokens.isIdentifier(index)) words++;
    else if (!/^(\*|&|::|<|>|,)$/.test(tokens.at(index))) return false;
  }
  if (words === 0) return false;
  const text = tokens.slice(open + 1, close);
  if (isTypeWord(tokens.at(open + 1)) || scalarOf(text, scope) !== null) return true;
  const symbol = scope.lookup(text)?.symbol;
  return symbol?.kind === 'type' || (operand && symbol === undefined && !tokens.is(close + 1, '('));
}
