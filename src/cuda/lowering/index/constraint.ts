import { add, rangeOf, type Form } from './form';

/** A sum of atoms that lies between two numbers wherever the code that it guards runs. */
export interface Constraint {
  /** Without a constant. */
  readonly sum: Form;
  readonly low: number;
  readonly high: number;
}

/** Conditions one inside the other that are looked at together. */
const DEPTH = 4;

/** What a comparison of whole numbers says; null for one that bounds nothing. */
export function constraintOf(relation: string, left: Form, right: Form): Constraint | null {
  const difference = add(left, right, -1);
  const sum = { ...difference, constant: 0 };
  const from = -difference.constant;
  switch (relation) {
    case 'lt':
      return { sum, low: -Infinity, high: from - 1 };
    case 'le':
      return { sum, low: -Infinity, high: from };
    case 'gt':
      return { sum, low: from + 1, high: Infinity };
    case 'ge':
      return { sum, low: from, high: Infinity };
    case 'eq':
      return { sum, low: from, high: from };
    default:
      return null;
  }
}

/** Smallest and largest value of a form where all the constraints hold. */
export function rangeUnder(
  form: Form,
  constraints: readonly Constraint[],
  depth = DEPTH,
): { readonly low: number; readonly high: number } {
  const whole = rangeOf(form);
  if (depth === 0) return whole;
  let { low, high } = whole;
  for (const constraint of constraints) {
    const ratio = ratioOf(form, constraint.sum);
    if (ratio === null) continue;
    const others = constraints.filter((other) => other !== constraint);
    const rest = rangeUnder(add(form, constraint.sum, -ratio), others, depth - 1);
    const ends = [ratio * constraint.low, ratio * constraint.high];
    high = Math.min(high, Math.max(...ends) + rest.high);
    low = Math.max(low, Math.min(...ends) + rest.low);
  }
  // Contradicting constraints guard code that no thread runs.
  return low <= high ? { low, high } : whole;
}

/** How many times `part` is contained in `form`; null when its atoms do not all stand there in proportion. */
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
