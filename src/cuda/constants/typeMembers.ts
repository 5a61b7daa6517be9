import { closeAngle, splitCommas } from '../syntax/angles';
import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';
import { classScope } from './classScope';
import type { Evaluation } from './evaluation';
import { followedType } from './followedType';
import type { Scope, TypeSymbol } from './scope';
import { callValue } from './variables';
import type { Value } from './value';

/**
 * The constant `Owner::name` of a class template with its arguments, of an alias of one, or of a type parameter by the
 * types that calls give it. Null for everything else, which its name alone tells.
 */
export function typeMember(path: string, scope: Scope, evaluation: Evaluation): Value | null {
  const parts = partsOf(path);
  const found = parts === null ? null : scope.lookup(parts.owner);
  if (parts === null || found?.symbol.kind !== 'type') return null;
  const { symbol } = found;
  const { member } = parts;
  const calls = symbol.calls?.() ?? null;
  if (calls !== null) {
    const all = calls.map(({ text, scope: at }) => ({ text: `${bare(text)}::${member}`, scope: at }));
    return evaluation.within(symbol, () => callValue(all, path, evaluation));
  }
  if (symbol.target !== null) {
    const target = `${bare(symbol.target)}::${member}`;
    return evaluation.within(symbol, () => evaluation.evaluate(target, found.scope));
  }
  const special = parts.given.length === 0 ? null : scope.lookup(specialName(parts, scope, evaluation));
  if (special?.symbol.kind === 'type') return evaluation.evaluate(member, special.symbol.statics ?? scope);
  return symbol.statics === undefined ? null : ofClass(symbol, parts, scope, evaluation);
}

/** The name under which a specialisation for these arguments stands. */
function specialName({ owner, given }: Parts, scope: Scope, evaluation: Evaluation): string {
  return followedType(
    `${owner}<${given.join(', ')}>`,
    scope,
    (text, at) => evaluation.evaluate(text, at).number,
  );
}

function ofClass(
  symbol: TypeSymbol,
  { given, member }: Parts,
  scope: Scope,
  evaluation: Evaluation,
): Value | null {
  const { template = [], bases = [] } = symbol;
  if (template.length === 0 && bases.length === 0) return null;
  const bound = classScope(symbol, given, scope, (text, at) => evaluation.evaluate(text, at));
  if (bound === null) return null;
  if (bound.own(member)?.kind === 'variable' || /::/.test(member)) return evaluation.evaluate(member, bound);
  for (const base of bases) {
    const value = evaluation.within(null, () => evaluation.evaluate(`${bare(base)}::${member}`, bound));
    if (value !== null && value.unknowns.length === 0) return value;
  }
  return null;
}

interface Parts {
  readonly owner: string;
  /** Template arguments of the owner. */
  readonly given: readonly string[];
  readonly member: string;
}

/** `A<b>::c::d` as `A`, its arguments and `c::d`; null for a name without an owner. */
function partsOf(path: string): Parts | null {
  if (!path.includes('::')) return null;
  const tokens = tokenize(path.replace(/\btypename\s+/, ''));
  if (!tokens.isIdentifier(0)) return null;
  const close = tokens.is(1, '<') ? closeAngle(tokens, 1) : 0;
  if (close < 0 || !tokens.is(close + 1, '::')) return null;
  const given =
    close === 0 ? [] : splitCommas(tokens, 2, close).map(({ from, to }) => tokens.slice(from, to));
  return {
    owner: tokens.at(0),
    given,
    member: tokens.slice(close + 2, tokens.count).replace(/^\s*template\s+/, ''),
  };
}

function bare(type: string): string {
  return type.replace(/^\s*(typename|const|struct|class)\s+/, '').trim();
}

/** The pack and the operator of a fold expression between parentheses; null for other text. */
export interface Fold {
  readonly operator: string;
  /** What is folded, for each element of the pack. */
  readonly each: string;
  /** What stands beside the elements; null where nothing does. */
  readonly first: string | null;
}

/** `(a + ...)`, `(... + a)`, `(i + ... + a)` and `(a + ... + i)`, from behind the opening parenthesis. */
export function foldIn(tokens: Tokens, from: number, to: number): Fold | null {
  let dots = -1;
  for (let index = from; index < to; index++) {
    if (tokens.is(index, '(')) index = Math.max(index, tokens.partner(index));
    else if (tokens.is(index, '...')) dots = index;
  }
  if (dots < 0) return null;
  const slice = (a: number, b: number): string => tokens.slice(a, b);
  if (dots === from) return { operator: tokens.at(from + 1), each: slice(from + 2, to), first: null };
  const operator = tokens.at(dots - 1);
  if (dots === to - 1) return { operator, each: slice(from, dots - 1), first: null };
  const [left, right] = [slice(from, dots - 1), slice(dots + 2, to)];
  // The side that is a number is no pack.
  return /^\W*\d/.test(right)
    ? { operator, each: left, first: right }
    : { operator, each: right, first: left };
}
