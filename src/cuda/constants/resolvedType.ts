import { evaluate } from './evaluate';
import { followedType } from './followedType';
import type { Scope } from './scope';

/** `followedType` with the numbers that the scope knows. */
export function resolvedType(type: string, scope: Scope): string {
  return followedType(type, scope, (text, at) => evaluate(text, at).value);
}
