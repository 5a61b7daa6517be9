import { add, isConstant, isWhole, rangeOf, rejoined, type Form, type Operation, type Term } from './form';

/** A sum of atoms that lies between two numbers wherever the code that it guards runs. */
export interface Constraint {
  /** Without a constant. */
  readonly sum: Form;
  readonly low: number;
  readonly high: number;
}

/** Conditions one inside the other that are looked at together. */
const DEPTH = 4;

/**
 * Constraints from a comparison, with those that follow for dividends in it; empty when it
 * bounds nothing.
 */
export function constraintsOf(relation: string, left: Form, right: Form): readonly Constraint[] {
  const constraint = constraintOf(relation, left, right);
  if (constraint === null) return [];
  const dividend = ofDividend(constraint);
  return dividend === null ? [constraint] : [constraint, dividend];
}

/** `n * l <= a < n * (h + 1)` for `l <= floor(a / n) <= h`. */
function ofDividend({ sum, low, high }: Constraint): Constraint | null {
  const [only, ...others] = sum.terms.values();
  if (only?.of?.name !== 'quotient' || others.length > 0 || !isConstant(only.of.b)) return null;
  const { a, b } = only.of;
  const ends = [low / only.factor, high / only.factor].sort((x, y) => x - y);
  return {
    sum: { ...a, constant: 0 },
    low: Math.ceil(ends[0]!) * b.constant - a.constant,
    high: (Math.floor(ends[1]!) + 1) * b.constant - 1 - a.constant,
  };
}

function constraintOf(relation: string, left: Form, right: Form): Constraint | null {
  const difference = add(left, right, -1);
  const sum = { ...difference, constant: 0 };
  const from = -difference.constant;
  const least = isWhole(difference) ? 1 : 0;
  switch (relation) {
    case 'lt':
      return { sum, low: -Infinity, high: from - least };
    case 'le':
      return { sum, low: -Infinity, high: from };
    case 'gt':
      return { sum, low: from + least, high: Infinity };
    case 'ge':
      return { sum, low: from, high: Infinity };
    case 'eq':
      return { sum, low: from, high: from };
    default:
      return null;
  }
}

/** Smallest and largest value of a form. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Smallest and largest value of a form where all the constraints hold. */
export function rangeUnder(form: Form, constraints: readonly Constraint[]): Range {
  const apart = sumUnder(form, constraints, DEPTH);
  const joined = rejoined(form);
  if (joined === form) return apart;
  const together = sumUnder(joined, constraints, DEPTH);
  return { low: Math.max(apart.low, together.low), high: Math.min(apart.high, together.high) };
}

function sumUnder(form: Form, constraints: readonly Constraint[], depth: number): Range {
  if (depth === 0 || constraints.length === 0) return rangeOf(form);
  const whole = rangeOf(refined(form, constraints, depth - 1));
  let { low, high } = whole;
  for (const constraint of constraints) {
    const ratio = ratioOf(form, constraint.sum);
    if (ratio === null) continue;
    const others = constraints.filter((other) => other !== constraint);
    const rest = sumUnder(add(form, constraint.sum, -ratio), others, depth - 1);
    const ends = [ratio * constraint.low, ratio * constraint.high];
    high = Math.min(high, Math.max(...ends) + rest.high);
    low = Math.max(low, Math.min(...ends) + rest.low);
  }
  // Contradicting constraints guard code that no thread runs.
  return low <= high ? { low, high } : whole;
}

/** The form with the ranges that its atoms have under the constraints. */
function refined(form: Form, constraints: readonly Constraint[], depth: number): Form {
  if ([...form.terms.values()].every(({ of }) => of === undefined)) return form;
  const terms = new Map<string, Term>();
  for (const [text, term] of form.terms) {
    const range = term.of === undefined ? null : operationUnder(term.of, constraints, depth);
    terms.set(text, range === null ? term : { ...term, ...within(term, range) });
  }
  return { ...form, terms };
}

function within(term: Range, range: Range): Range {
  const [low, high] = [Math.max(term.low, range.low), Math.min(term.high, range.high)];
  return low <= high ? { low, high } : term;
}

function operationUnder({ name, a, b }: Operation, constraints: readonly Constraint[], depth: number): Range {
  const x = sumUnder(a, constraints, depth);
  if (name === 'min' || name === 'max') {
    const y = sumUnder(b, constraints, depth);
    const pick = name === 'min' ? Math.min : Math.max;
    return { low: pick(x.low, y.low), high: pick(x.high, y.high) };
  }
  const divisor = isConstant(b) ? b.constant : NaN;
  if (name === 'quotient') return { low: Math.floor(x.low / divisor), high: Math.floor(x.high / divisor) };
  return x.low >= 0 && x.high < divisor ? x : { low: 0, high: divisor - 1 };
}

/** Factor by which `form` contains `part`; null when the atoms of `part` are not all there in proportion. */
function ratioOf(form: Form, part: Form): number | null {
  let ratio: number | null = null;
  for (const [text, { factor }] of part.terms) {
    const own = form.terms.get(text);
    if (own === undefined) return null;
    const here = own.factor / factor;
    if (ratio !== null && ratio !== here) return null;
    ratio = here;
  }
  return ratio;
}
