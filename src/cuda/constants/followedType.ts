import { splitText } from '../syntax/braces';
import { templateName, withMarks } from '../syntax/names';
import { outer } from './resolve';
import { Scope, type TypeSymbol } from './scope';
import { bareType, builtinBytes } from './types';

/** The number of an expression; null where it is none, or not known. */
type NumberOf = (text: string, scope: Scope) => number | null;

/** Aliases and type parameters that are followed, one to the next. */
const MOST_STEPS = 8;

/**
 * A type with its type parameters and aliases followed to what callers and declarations name, without qualifiers and
 * references (`const T *` with T = double is `double *`), in the arguments of class templates too. What cannot be followed
 * stays as written.
 */
export function followedType(type: string, scope: Scope, number: NumberOf, step = 0): string {
  const { base, marks } = withMarks(type);
  const name = bareType(base);
  if (step > MOST_STEPS || name === '' || builtinBytes(name) !== null) return joined(name, marks);
  const template = templateName(name);
  if (template !== null) {
    const given = splitText(template.given).map((one) => followedArgument(one, scope, number, step + 1));
    const alias = ofAlias(template.name, given, scope);
    if (alias !== null) return joined(followedType(alias.target, alias.scope, number, step + 1), marks);
    return joined(`${template.name}<${given.join(', ')}>`, marks);
  }
  const member = memberAlias(name, scope, number, step);
  if (member !== null) return joined(followedType(member.target, member.scope, number, step + 1), marks);
  const found = scope.lookup(name);
  const target = found?.symbol.kind === 'type' ? found.symbol.target : null;
  if (found === null || target === null) return joined(name, marks);
  return joined(followedType(target, outer(found), number, step + 1), marks);
}

/** A type with the scope in which it is read. */
interface Target {
  readonly target: string;
  readonly scope: Scope;
}

/** What an alias template stands for, where its parameters are arguments; null for other templates. */
function ofAlias(name: string, given: readonly string[], scope: Scope): Target | null {
  const found = scope.lookup(name);
  if (found?.symbol.kind !== 'type') return null;
  const { target, template = [] } = found.symbol;
  if (target === null || template.length === 0) return null;
  return { target, scope: withArguments(found.scope, template, given) };
}

/** `Traits<float>::type`: what a class template, or a specialisation of it, calls a type. */
function memberAlias(name: string, scope: Scope, number: NumberOf, step: number): Target | null {
  const at = name.lastIndexOf('>::');
  if (at < 0) return null;
  const owner = followedType(name.slice(0, at + 1), scope, number, step + 1);
  const parts = templateName(owner);
  const found = parts && (scope.lookup(owner) ?? scope.lookup(parts.name));
  if (parts === null || found?.symbol.kind !== 'type' || found.symbol.statics === undefined) return null;
  const { statics, template = [] } = found.symbol;
  const alias = statics.own(name.slice(at + 3));
  if (alias?.kind !== 'type' || alias.target === null) return null;
  return { target: alias.target, scope: withArguments(statics, template, splitText(parts.given)) };
}

function withArguments(
  scope: Scope,
  template: NonNullable<TypeSymbol['template']>,
  given: readonly string[],
): Scope {
  const bound = new Scope(scope);
  template.forEach(({ name, default: fallback }, place) => {
    const text = given[place] ?? fallback;
    if (text !== undefined) bound.define({ kind: 'type', name, target: text, members: [] });
  });
  return bound;
}

/** A template argument: a type, or a number where it is one. */
function followedArgument(text: string, scope: Scope, number: NumberOf, step: number): string {
  const type = followedType(text, scope, number, step);
  if (type !== bareType(text) || builtinBytes(type) !== null || scope.lookup(type)?.symbol.kind === 'type')
    return type;
  const value = number(text, scope);
  return value === null ? type : String(value);
}

const joined = (base: string, marks: string): string => {
  const stars = marks.replaceAll('&', '');
  return stars === '' ? base : `${base} ${stars}`;
};
