import { splitCommas, type TokenRange } from './angles';
import type { Tokens } from './tokens';

/** Tokens between the parameters of a lambda and its body: `mutable`, `noexcept`, `-> type`. */
const MOST_BETWEEN = 12;

/** A lambda expression: where its parts stand among the tokens of its function. */
export interface Lambda {
  readonly parameters: readonly LambdaParameter[];
  /** Between its braces. */
  readonly body: TokenRange;
  /** Behind its last brace. */
  readonly end: number;
}

interface LambdaParameter {
  readonly name: string;
  readonly type: string;
}

/** The lambda expression whose captures begin at `index`; null for extents of arrays, subscripts and attributes. */
export function lambdaAt(tokens: Tokens, index: number): Lambda | null {
  if (!tokens.is(index, '[') || !mayBegin(tokens, index)) return null;
  const captures = tokens.partner(index);
  if (captures < index) return null;
  const hasParameters = tokens.is(captures + 1, '(');
  const close = hasParameters ? tokens.partner(captures + 1) : captures;
  if (close < captures) return null;
  const open = bodyBehind(tokens, close + 1);
  const end = open < 0 ? -1 : tokens.partner(open);
  if (end < open) return null;
  const parameters = hasParameters ? parametersIn(tokens, captures + 2, close) : [];
  return { parameters, body: { from: open + 1, to: end }, end: end + 1 };
}

function mayBegin(tokens: Tokens, index: number): boolean {
  if (tokens.is(index + 1, '[') || tokens.is(index - 1, '[')) return false;
  if (tokens.isIdentifier(index - 1)) return tokens.is(index - 1, 'return');
  return !/^[\])]$/.test(tokens.at(index - 1));
}

/** The brace of the body; -1 where none comes soon. */
function bodyBehind(tokens: Tokens, from: number): number {
  for (let at = from; at < from + MOST_BETWEEN; at++) {
    if (tokens.is(at, '{')) return at;
    if (/^[;,)\]}]$/.test(tokens.at(at))) return -1;
  }
  return -1;
}

function parametersIn(tokens: Tokens, from: number, to: number): LambdaParameter[] {
  if (from >= to) return [];
  return splitCommas(tokens, from, to, true).map((range) => {
    let last = range.to - 1;
    for (let at = range.from; at < range.to; at++) if (tokens.is(at, '=')) last = at - 1;
    const isNamed = last > range.from && tokens.isIdentifier(last);
    return {
      name: isNamed ? tokens.at(last) : '',
      type: tokens.slice(range.from, isNamed ? last : range.to),
    };
  });
}
