import { calledFrom } from './assignment';
import type { Tokens } from '../syntax/tokens';
import type { TokenRange } from '../syntax/angles';

/** Whose method a call is: the object that is named, the caller's own, or none that can be told. */
export type CalledObject = TokenRange | 'own' | null;

/** The object of the call whose name stands at `index`: `a` and `a[i]` of `a.run()` and `a[i]->run()`. */
export function calledObject(tokens: Tokens, index: number): CalledObject {
  const link = tokens.at(index - 1);
  if (link !== '.' && link !== '->') return link === '::' ? null : 'own';
  if (tokens.is(index - 2, 'this')) return 'own';
  const from = calledFrom(tokens, index);
  return from === index ? null : { from, to: index - 1 };
}

const MAKES = /cuda(?:Stream|Event)Create\w*\s*\(\s*&\s*(?:this\s*->\s*)?(\w+)/g;

/** The members to which code gives streams or events of their own, so that those of two objects are two. */
export function madeMembers(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(MAKES)].map(([, name]) => name!));
}
