import type { Value } from '../values/graph';
import { termsOf, type Term } from '../values/linear';

/** What a variable holds at either end of an iteration. */
export interface AddedTo {
  readonly inside: Value;
  readonly end: Value;
}

/** What an iteration adds to a variable; null where it does something else. */
export function addedTerms({ inside, end }: AddedTo): readonly Term[] | null {
  const terms = termsOf(end);
  const isOwn = ({ factors }: Term): boolean => factors.length === 1 && factors[0] === inside;
  const [own, ...more] = terms.filter(isOwn);
  if (own?.coefficient !== 1 || more.length > 0) return null;
  return terms.filter((term) => term !== own);
}
