import { termsOf, type Term } from '../../reading/values/linear';
import type { Value } from '../../reading/values/graph';
import { remainderOf } from '../index/formOf';

/** Values looked through for remainders. */
const VISITS = 200;

/** An index as a sum of products in which `a % b`, which the reader writes as `a - a / b * b`, stays in one piece. */
export function indexTerms(value: Value): readonly Term[] {
  return remaindersIn(value).reduce(rejoined, termsOf(value));
}

function remaindersIn(value: Value): readonly Value[] {
  const seen = new Set([value]);
  const found: Value[] = [];
  for (const part of seen) {
    if (remainderOf(part) !== null) found.push(part);
    else if (part.kind !== 'load' && seen.size < VISITS) part.args.forEach((arg) => seen.add(arg));
  }
  return found;
}

function rejoined(terms: readonly Term[], remainder: Value): readonly Term[] {
  const parts = termsOf(remainder);
  const [first] = parts;
  const whole = first === undefined ? undefined : terms.find((term) => isLike(term, first));
  if (first === undefined || whole === undefined) return terms;
  const coefficient = whole.coefficient / first.coefficient;
  const others: Term[] = [...terms];
  for (const part of parts) {
    const place = others.findIndex(
      (term) => isLike(term, part) && term.coefficient === coefficient * part.coefficient,
    );
    if (place < 0) return terms;
    others.splice(place, 1);
  }
  return [...others, { coefficient, factors: [remainder] }];
}

function isLike(a: Term, b: Term): boolean {
  return (
    a.factors.length === b.factors.length && a.factors.every((factor, place) => factor === b.factors[place])
  );
}
