import { withMarks } from '../syntax/names';
import type { FunctionParameter } from './scope';
import { bareType } from './types';

/**
 * What a type parameter stands for where an argument of this type is handed to a parameter of that one: `T *` and
 * `double *` make T double, `const vector<T> &` and `vector<float>` make it float. Null where the two do not tell.
 *
 * @param name of the type parameter
 */
export function deducedType(name: string, parameter: string, argument: string): string | null {
  const [wanted, given] = [parts(parameter), parts(argument)];
  if (wanted.base === name)
    return given.stars < wanted.stars
      ? null
      : `${given.base} ${'*'.repeat(given.stars - wanted.stars)}`.trim();
  const [outer, inner] = [template(wanted.base), template(given.base)];
  if (outer === null || inner === null || outer.argument !== name || wanted.stars !== given.stars)
    return null;
  return lastName(outer.name) === lastName(inner.name) ? inner.argument : null;
}

/** Parameters whose type a type parameter stands in. */
export function parametersOf(
  name: string,
  parameters: readonly FunctionParameter[],
): readonly { readonly place: number; readonly type: string }[] {
  const mention = new RegExp(String.raw`\b${name}\b`);
  return parameters.flatMap(({ type }, place) => (mention.test(type) ? [{ place, type }] : []));
}

interface TypeParts {
  readonly base: string;
  readonly stars: number;
}

function parts(type: string): TypeParts {
  const { base, marks } = withMarks(bareType(type));
  return { base, stars: marks.replaceAll('&', '').length };
}

/** A class template with its one argument; null for other types. */
function template(type: string): { readonly name: string; readonly argument: string } | null {
  const open = type.indexOf('<');
  if (open < 0 || !type.endsWith('>')) return null;
  const argument = type.slice(open + 1, -1).trim();
  return argument.includes(',') ? null : { name: type.slice(0, open).trim(), argument };
}

const lastName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
