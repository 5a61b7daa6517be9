import { splitText } from '../syntax/braces';
import { templateName, withMarks } from '../syntax/names';
import type { FunctionParameter } from './scope';
import { bareType } from './types';

/**
 * What a type parameter stands for where an argument of this type is handed to a parameter of that one: `T *` and
 * `double *` make T double, `const Two<T, U> &` and `Two<float, int>` make it float. A number in the place of one that is
 * no type is found likewise. Null where the two do not tell.
 *
 * @param name of the template parameter
 */
export function deducedType(name: string, parameter: string, argument: string): string | null {
  const [wanted, given] = [parts(parameter), parts(argument)];
  if (wanted.base === name)
    return given.stars < wanted.stars
      ? null
      : `${given.base} ${'*'.repeat(given.stars - wanted.stars)}`.trim();
  const [outer, inner] = [templateName(wanted.base), templateName(given.base)];
  if (outer === null || inner === null || wanted.stars !== given.stars) return null;
  if (lastName(outer.name) !== lastName(inner.name)) return null;
  const known = splitText(inner.given);
  for (const [place, one] of splitText(outer.given).entries()) {
    const found = known[place] === undefined ? null : deducedType(name, one, known[place]);
    if (found !== null) return found;
  }
  return null;
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

const lastName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
