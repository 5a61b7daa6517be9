import { withMarks } from '../syntax/names';
import { outer } from './resolve';
import type { Scope } from './scope';
import { bareType, builtinBytes } from './types';

/** Aliases and type parameters that are followed, one to the next. */
const MOST_STEPS = 8;

/**
 * A type with its type parameters and aliases followed to what callers and declarations name, without qualifiers and
 * references (`const T *` with T = double is `double *`). What cannot be followed stays as written.
 */
export function resolvedType(type: string, scope: Scope, step = 0): string {
  const { base, marks } = withMarks(type);
  const name = bareType(base);
  if (step > MOST_STEPS || name === '' || builtinBytes(name) !== null) return joined(name, marks);
  const found = scope.lookup(name);
  const target = found?.symbol.kind === 'type' ? found.symbol.target : null;
  if (found === null || target === null) return joined(name, marks);
  return joined(resolvedType(target, outer(found), step + 1), marks);
}

const joined = (base: string, marks: string): string => {
  const stars = marks.replaceAll('&', '');
  return stars === '' ? base : `${base} ${stars}`;
};
